"""Runs what is measured: the kernels' program and whole commands."""

import json
import os
import subprocess
import tempfile
import time
from pathlib import Path

from .results import BenchError, cases_of, machine

CASE = Path(__file__).resolve().parents[2] / "experiments" / "cases" / "williamson5.yaml"
LLOYD_ITERATIONS = 100
STEPS = 20  # of a forecast, and of a gradient's window


WAIT_POLICY = os.environ.get("OMP_WAIT_POLICY", "passive")


def environment(threads):
    """Waiting threads sleep unless OMP_WAIT_POLICY says otherwise: where the machine has any other
    work, threads that spin wait for one another's time slices, and a loop takes a hundred times as
    long. Sleeping costs some microseconds a loop, which shows on the smallest meshes alone."""
    return {**os.environ, "OMP_NUM_THREADS": str(threads), "OMP_WAIT_POLICY": WAIT_POLICY}


def build_facts(build, threads):
    said = run([build / "hexad", "info", "--json"], threads).json()
    return {"commit": said["commit"], "version": said["version"], "compiler": said["build"]["compiler"],
            "type": said["build"]["type"], "flags": kernel_flags(build), "threads": threads,
            "wait_policy": WAIT_POLICY}


def kernel_flags(build):
    """What a kernel unit of the model is compiled with, warnings and includes left out."""
    try:
        units = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
        command = next(u["command"] for u in units if u["file"].endswith("model/fields.kernels.cpp"))
    except (OSError, StopIteration) as error:
        raise BenchError(f"{build} does not say how it was compiled (compile_commands.json)") from error
    return " ".join(word for word in command.split()
                    if word.startswith(("-O", "-march", "-m", "-f", "-std", "-DNDEBUG"))
                    and not word.startswith("-fPI"))


class Finished:
    def __init__(self, text, wall, peak):
        self.text, self.wall, self.peak = text, wall, peak

    def json(self):
        return json.loads(self.text)


def run(command, threads, show=False):
    """A program with its wall time (s) and the most memory that it held (bytes)."""
    start = time.perf_counter()
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as faults:
        process = subprocess.Popen([str(word) for word in command], env=environment(threads),
                                   stdout=None if show else output, stderr=faults, text=True)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        wall = time.perf_counter() - start
        output.seek(0)
        faults.seek(0)
        if process.returncode != 0:
            raise BenchError(f"'{' '.join(str(w) for w in command)}' ended with {process.returncode}: "
                             f"{faults.read().strip()[-500:]}")
        return Finished(output.read(), wall, usage.ru_maxrss * 1024)


def kernels(build, folder, arguments, threads):
    """Runs hexad-bench, which prints its own table; its cases."""
    path = folder / ("cost.json" if "--levels" in arguments else "kernels.json")
    run([build / "hexad-bench", "--threads", threads, "--json", path, *arguments], threads, show=True)
    return cases_of(json.loads(path.read_text(encoding="utf-8")))


def commands(build, level, threads, repetitions):
    """Whole commands on one mesh: made with Lloyd iterations, read, run forward, run backward."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        mesh, hexad = Path(folder) / "mesh.nc", build / "hexad"
        found["grid create"] = whole(
            [hexad, "grid", "create", "icosahedral", "--level", level, "--tolerance", "1e-15",
             "--max-iterations", LLOYD_ITERATIONS, "--json", "-o", mesh], threads, 1)
        found["grid info"] = whole([hexad, "grid", "info", mesh, "--json"], threads, repetitions)
        step = 4800.0 / 2 ** level * 4  # s; what the mesh allows at a Courant number of about 0.4
        settings = {"mesh": f"{{file: '{mesh}'}}", "output.directory": folder, "output.streams": "{}",
                    "time.dt": f"{step}", "time.duration": f"{step * STEPS}",
                    "time.window": f"{step * STEPS}"}
        sets = [word for key, value in settings.items() for word in ("--set", f"{key}={value}")]
        found["forecast"] = whole([hexad, "forecast", CASE, *sets, "--json"], threads, repetitions)
        # The gradient itself: no forecasts to check it, no Poisson equations.
        alone = ["--set", "sensitivity.check=false", "--set",
                 "sensitivity.with_respect_to=[thickness, wind, topography, coriolis, parameters]"]
        found["sensitivity"] = whole([hexad, "sensitivity", CASE, *sets, *alone, "--json"], threads,
                                     repetitions)
    return found


def whole(command, threads, repetitions):
    runs = [run(command, threads) for _ in range(repetitions)]
    summary = runs[0].json()
    words = [str(word) for word in command[1:]]
    shown = [word if "/" not in word else Path(word).name for word in words if word != "--json"]
    if "--set" in shown:
        shown = shown[:shown.index("--set")]
    said = {"command": "hexad " + " ".join(shown), "cells": summary["mesh"]["cells"],
            "wall_s": [round(r.wall, 4) for r in runs], "peak_bytes": max(r.peak for r in runs)}
    if "run" in summary:
        said["stepping_s"] = min(r.json()["run"]["wall_s"] for r in runs)
        said["steps"] = summary["run"]["steps"]
        said["peak_bytes"] = max([said["peak_bytes"], *(r.json()["run"]["peak_memory_bytes"] for r in runs)])
    return said


def head(build, threads):
    return {"machine": machine(), "build": build_facts(build, threads)}
