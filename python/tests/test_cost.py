"""The cost of the kernels as the mesh grows."""

import json

import numpy as np
import pytest

import hexad
from hexad.cost import costs, read_results


@pytest.fixture
def results(tmp_path):
    """Levels 4 to 7: 10 ns a cell, 1000 bytes a cell in tables and fields, twice that in the process."""
    cost = {}
    for level in (7, 4, 5, 6):
        cells = 10 * 4**level + 2
        for kernel, factor in (("forward", 1), ("reverse", 2)):
            for threads in (1, 2):
                cost[f"level:{level}/{kernel}/threads:{threads}/members:1"] = {
                    "seconds": [factor * 1e-8 * cells, 1.0], "cells": cells,
                    "tables_and_fields_bytes": 1000 * cells, "resident_bytes": 2000 * cells}
        cost[f"level:{level}/triad/threads:2/members:1"] = {"seconds": [1.0], "bytes": 1e9}
    caches = [{"level": 1, "bytes": 1 << 15, "shared_by": 1}, {"level": 2, "bytes": 1 << 19, "shared_by": 1},
              {"level": 3, "bytes": 1 << 25, "shared_by": 2}]
    path = tmp_path / "results.json"
    path.write_text(json.dumps({"machine": {"caches": caches}, "cost": cost}))
    return path


def test_curves_are_by_kernel_and_threads_in_the_order_of_cells(results):
    curves = costs(read_results(results))
    assert [(c.kernel, c.threads) for c in curves] == [("forward", 1), ("forward", 2), ("reverse", 1), ("reverse", 2)]
    assert np.all(np.diff(curves[0].cells) > 0) and len(curves[0].cells) == 4
    assert curves[3].nanoseconds == pytest.approx(20.0)
    assert curves[0].used == pytest.approx(1000.0) and curves[0].resident == pytest.approx(2000.0)


def test_caches_are_marked_where_tables_and_fields_fill_them(results):
    figure = hexad.cost_figure(read_results(results))
    time, memory = figure.axes
    assert len(time.get_lines()) == 4 + 1 and len(memory.get_lines()) == 4  # L1 and L2 hold no mesh here
    assert [text.get_text() for text in time.texts] == ["L3 full"]
    assert time.get_lines()[-1].get_xdata()[0] == pytest.approx((1 << 25) / 1000)


def test_command(command, results):
    done = command("cost", results, "-o", "cost.png", "--dpi", 60)
    assert done.returncode == 0, done.stderr
    assert (results.parent / "cost.png").exists()


def test_results_without_cost_are_refused(command, tmp_path):
    (tmp_path / "other.json").write_text("{}")
    (tmp_path / "bad.json").write_text("[")
    for name, text in (("other.json", "no cost over levels"), ("bad.json", "holds no results")):
        done = command("cost", name)
        assert done.returncode == 2 and text in done.stderr
