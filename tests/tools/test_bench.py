"""scripts/bench: that everything runs, and what it makes of figures. No figure is held to a bar."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(os.environ.get("HEXAD_SOURCE", Path(__file__).parents[2]))
BUILD = Path(os.environ.get("HEXAD_BUILD", ROOT / "build"))
sys.path.insert(0, str(ROOT / "benchmarks"))

from report import bars, compare, results, tables  # noqa: E402


def bench(*arguments):
    return subprocess.run([ROOT / "scripts" / "bench", *map(str, arguments)], capture_output=True, text=True)


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    """Everything, on a mesh of 642 cells."""
    if not (BUILD / "hexad-bench").exists():
        pytest.skip("the benchmarks are not built (HEXAD_BENCHMARKS)")
    folder = tmp_path_factory.mktemp("bench")
    done = bench("--quick", "--build", BUILD, "--threads", 2, "--output", folder)
    assert done.returncode == 0, done.stderr
    return done.stdout, folder / "results.json"


def test_every_figure_with_a_bar_is_measured(measured):
    text, path = measured
    shown = bars.rows(results.read(path))
    assert [row[0] for row in shown] == [bar.what for bar in bars.BARS]
    for row in shown:
        assert float(row[1].replace(",", "")) > 0
        assert row[0].replace("`", "") in text


def test_results_say_what_they_are_of(measured):
    found = json.loads(measured[1].read_text())
    assert set(found) == {"machine", "build", "kernels", "cost", "commands"}
    assert found["machine"]["caches"] and "-O" in found["build"]["flags"] and found["build"]["threads"] == 2
    assert set(found["commands"]) == {"grid create", "grid info", "forecast", "sensitivity"}
    for command in found["commands"].values():
        assert command["cells"] == 642 and command["peak_bytes"] > 0
    for name, case in found["kernels"].items():
        assert len(case["seconds"]) >= 2, name
        if "least_bytes" in case:
            assert 0 < case["least_bytes"] < 3000


@pytest.mark.parametrize("name", tables.TABLES)
def test_tables_are_markdown(measured, name):
    done = bench("--table", name, measured[1])
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) > 3 and len({line.count("|") for line in lines}) == 1


def test_a_build_is_no_different_from_itself(measured):
    done = bench("--compare", measured[1], measured[1])
    assert done.returncode == 0
    assert "faster" not in done.stdout and "slower" not in done.stdout
    assert "tendency/forward/threads:2/members:1" in done.stdout


def test_two_builds_are_measured_in_turns(measured, tmp_path):
    done = bench("--quick", "--build", BUILD, "--against", BUILD, "--turns", 2, "--groups", "variant",
                 "--threads", 1, "--output", tmp_path)
    assert done.returncode == 0, done.stderr
    for name in "ab":
        cases = results.read(tmp_path / f"{name}.json")["kernels"]
        assert len(cases["variant/diffusion/threads:1/members:1"]["seconds"]) == 4
    assert "B / A" in done.stdout and "variant/tracer_step/threads:1/members:1" in done.stdout


def test_what_exceeds_the_spread_is_said():
    def case(*seconds):
        return {"seconds": list(seconds)}
    assert compare.row("x", case(1.0, 1.1, 1.2), case(0.95, 1.0, 1.1))[5] == ""
    assert compare.row("x", case(1.0, 1.1, 1.2), case(0.8, 0.81, 0.9))[3:] == ["0.800", "10 %", "faster"]
    assert compare.row("x", case(1.0, 1.01, 1.2), case(2.0, 2.1, 2.2))[5] == "slower"
    assert compare.row("x", case(1.0), case(2.0))[5] == "too few repetitions"


def made(**seconds):
    """Results of 100 cells, two threads, with a triad of 1e9 bytes a second."""
    kernels = {"tendency/triad/threads:2/members:1": {"seconds": [2.0, 1.0], "bytes": 1e9}}
    for name, value in seconds.items():
        kernels[f"{name.replace('__', '/')}/threads:2/members:1"] = {"seconds": [value, 2 * value], "cells": 100}
    return {"build": {"threads": 2}, "kernels": kernels}


def test_figures_are_what_their_names_say():
    # 1e-4 s for 100 cells at 1e9 bytes/s: 1000 bytes a cell.
    rows = {row[0]: row[1:] for row in bars.rows(made(tendency__forward=1e-4, tendency__baseline=2.5e-4))}
    assert rows["joint tendency, bytes-equivalent per cell"] == ["1,000", "1,200", "700", "met"]
    assert rows["edge-weights baseline over the joint tendency"] == ["2.50", "2.00", "", "met"]
    rows = {row[0]: row[1:] for row in bars.rows(made(step__tendency_forward=1.0, step__rk4_forward=4.2,
                                                      step__rk4_reverse=8.4))}
    assert rows["`rk4` step over four joint tendencies"] == ["1.05", "1.25", "1.10", "aim reached"]
    assert rows["reverse `rk4` step over the step forward"] == ["2.00", "1.60", "1.30", "**missed**"]


def test_faults_are_said_in_a_line(tmp_path):
    (tmp_path / "bad.json").write_text("{")
    (tmp_path / "empty.json").write_text('{"build": {"threads": 2}, "kernels": {}}')
    for arguments, text in ((("--table", "bars", tmp_path / "none.json"), "cannot be read"),
                            (("--table", "bars", tmp_path / "bad.json"), "cannot be read"),
                            (("--table", "bars", tmp_path / "empty.json"), "no figure of the table of bars"),
                            (("--table", "cost", tmp_path / "empty.json"), "has no 'cost'"),
                            (("--table", "none", tmp_path / "empty.json"), "no table 'none'"),
                            (("--build", tmp_path), "HEXAD_BENCHMARKS=ON")):
        done = bench(*arguments)
        assert done.returncode == 1 and text in done.stderr and "Traceback" not in done.stderr
