"""Runs killed at random moments, in the middle of writes too, go on to the bits of an unbroken run.
HEXAD_KILLS sets how often (12)."""

import json
import os
import random
import subprocess
import time

import netCDF4
import numpy as np
import pytest

COMMAND = os.environ["HEXAD_COMMAND"]
KILLS = int(os.environ.get("HEXAD_KILLS", "12"))

CASE = """
mesh: {icosahedral: {level: 2, optimise: none}}
initial: {case: williamson2}
tracers: {smoke: {initial: cosine_bell}}
time: {dt: 20 min, duration: 8 d}
output:
  streams:
    history: {every: 20 min, fields: [thickness, normal_velocity, smoke]}
    means: {every: 2 h, statistic: mean, fields: [surface_height, vorticity, wind]}
    grid: {every: 40 min, grid: {longitude_latitude: 10 deg}, fields: [wind_speed, vorticity]}
  restart: {every: 100 min}
members: {count: 2}
"""


class Place:
    """A case and the folders of its runs."""

    def __init__(self, folder):
        self.folder = folder
        (folder / "case.yaml").write_text(CASE)

    def start(self, out, *options):
        return subprocess.Popen(
            [COMMAND, "forecast", "-q", "--threads", "1", str(self.folder / "case.yaml"), "--set",
             f"output.directory={self.folder / out}", *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def finish(self, out, *options):
        """What a run that is left alone says."""
        process = self.start(out, *options)
        said = "".join(process.communicate())
        assert process.returncode == 0, said
        return said


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    there = Place(tmp_path_factory.mktemp("restart"))
    there.seconds = 1e9
    for _ in range(2):  # other programs may slow down one of them
        begin = time.monotonic()
        there.finish("whole")
        there.seconds = min(there.seconds, time.monotonic() - begin)
    return there


def contents(file):
    """All values of a file by variable, as bytes; what a restart says of other files is left out."""
    with netCDF4.Dataset(file) as data:
        data.set_auto_mask(False)
        return {name: variable[...].tobytes() for name, variable in data.variables.items()
                if not name.startswith("mark_") and name != "case_as_run"}


def assert_same(a, b):
    files = sorted(file.relative_to(a) for file in a.glob("**/*.nc"))
    assert len(files) >= 6
    assert files == sorted(file.relative_to(b) for file in b.glob("**/*.nc"))
    assert not list(b.glob("**/*.part")) and not list(b.glob("**/*.new"))
    for file in files:
        first, second = contents(a / file), contents(b / file)
        assert first.keys() == second.keys()
        for name in first:
            assert first[name] == second[name], f"{file}, {name}"
    first, second = (json.loads((folder / "summary.json").read_text()) for folder in (a, b))
    for part in ("mesh", "drift", "error", "extremes", "checks"):
        assert first[part] == second[part], part
    assert (a / "restart/latest").read_text() == (b / "restart/latest").read_text()


def kill(process):
    process.kill()
    process.communicate()
    return process.returncode == -9


def random_moment(place, process, rng):
    time.sleep(rng.uniform(0.02, 0.3 * place.seconds))
    return kill(process)


def while_a_restart_is_written(place, process, rng):
    folder = place.folder / "killed/restart"
    ending = rng.choice([".new.part", ".new", ".nc", "latest.part"])
    end = time.monotonic() + 0.3 * place.seconds
    seen = set(os.listdir(folder)) if folder.exists() else set()
    while process.poll() is None and time.monotonic() < end:
        fresh = set(os.listdir(folder)) - seen if folder.exists() else ()
        if any(name.endswith(ending) for name in fresh):
            break
    return kill(process)


@pytest.mark.parametrize("moment", [random_moment, while_a_restart_is_written])
def test_killed_runs_go_on_to_the_same_bits(place, moment):
    rng = random.Random(moment.__name__)
    killed = resumed = 0
    kept = None
    for _ in range(KILLS // 2):
        pointer = place.folder / "killed/restart/latest"
        resume = ["--resume"] if pointer.exists() else []
        process = place.start("killed", *resume)
        killed += moment(place, process, rng)
        resumed += bool(resume)
        if pointer.exists():
            named = int(pointer.read_text().split("_")[1].split(".")[0])
            assert kept is None or named >= kept  # never back
            kept = named
    said = place.finish("killed", *(["--resume"] if kept is not None else []))
    print(f"{killed} kills, {resumed} times gone on; the last run: {said!r}")
    assert said == ""
    assert killed > 0
    assert_same(place.folder / "whole", place.folder / "killed")
    for file in (place.folder / "killed").glob("**/*"):
        if file.is_file():
            file.unlink()
