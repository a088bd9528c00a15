"""What the kernels cost as the mesh grows, from the results of scripts/bench."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np

from .colours import INK
from .files import HexadError
from .plot import STYLE

LABELS = {"forward": "joint tendency", "reverse": "its adjoint"}


@dataclass(eq=False)
class Cost:
    """One kernel with one number of threads, over meshes: arrays by the number of cells."""

    kernel: str
    threads: int
    cells: np.ndarray
    nanoseconds: np.ndarray  # per cell
    used: np.ndarray  # bytes per cell: tables of the mesh and fields
    resident: np.ndarray  # bytes per cell that the process holds for them


def read_results(path):
    if not Path(path).is_file():
        raise HexadError(f"there is no file {path}: scripts/bench writes it")
    try:
        return json.loads(Path(path).read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise HexadError(f"{path} holds no results of scripts/bench: {error}") from error


def costs(results):
    """The curves of the part `cost`, forward before adjoint, one thread before many."""
    found = {}
    for name, case in results.get("cost", {}).items():
        said = re.fullmatch(r"level:\d+/(\w+)/threads:(\d+)/members:1", name)
        if said and said[1] in LABELS:
            row = (case["cells"], 1e9 * min(case["seconds"]) / case["cells"],
                   case["tables_and_fields_bytes"] / case["cells"], case["resident_bytes"] / case["cells"])
            found.setdefault((said[1], int(said[2])), []).append(row)
    if not found:
        raise HexadError("these results hold no cost over levels: scripts/bench --only cost")
    return [Cost(*key, *np.array(sorted(rows)).T) for key, rows in sorted(found.items())]


def cost_figure(results, width=None):
    """Time and memory per cell over the size of the mesh; where what a kernel uses outgrows a cache
    there is a line."""
    curves = costs(results)
    width = width or 9.2
    with mpl.rc_context(STYLE):
        figure, (time, memory) = plt.subplots(1, 2, figsize=(width, 0.42 * width), layout="constrained")
        for curve in curves:
            style = {"color": f"C{list(LABELS).index(curve.kernel)}", "marker": ".",
                     "linestyle": "-" if curve.threads > 1 else "--", "linewidth": 1.4}
            threads = f"{curve.threads} thread{'s' * (curve.threads > 1)}"
            time.plot(curve.cells, curve.nanoseconds, label=f"{LABELS[curve.kernel]}, {threads}", **style)
        most = max(curve.threads for curve in curves)
        for curve in (c for c in curves if c.threads == most):
            colour = f"C{list(LABELS).index(curve.kernel)}"
            memory.plot(curve.cells, curve.used, color=colour, marker=".", linewidth=1.4,
                        label=f"{LABELS[curve.kernel]}: tables and fields")
            memory.plot(curve.cells, curve.resident, color=colour, marker=".", linewidth=1.4, linestyle=":",
                        label=f"{LABELS[curve.kernel]}: the process")
        mark_caches(time, results["machine"]["caches"], curves[0], most)
        dress(time, "Time", "ns per cell")
        dress(memory, "Memory", "bytes per cell")
    return figure


def mark_caches(axis, caches, curve, threads):
    """At the number of cells whose tables and fields fill a cache: all those that the threads have."""
    lowest, highest = curve.cells.min() / 2, curve.cells.max() * 2
    for cache in caches:
        shares = max(1, threads // cache["shared_by"])
        full = shares * cache["bytes"] / np.interp(lowest, curve.cells, curve.used)
        full = shares * cache["bytes"] / np.interp(full, curve.cells, curve.used)
        if lowest < full < highest:
            axis.axvline(full, color="#888888", linewidth=0.8)
            axis.annotate(f"L{cache['level']} full", (full, 1.0), xycoords=("data", "axes fraction"),
                          xytext=(3, -10), textcoords="offset points", color="#555555", fontsize=8)


def dress(axis, title, unit):
    axis.set_title(title, loc="left", fontweight="bold", color=INK)
    axis.set_xscale("log")
    axis.set_xlabel("cells")
    axis.set_ylabel(unit)
    axis.set_ylim(bottom=0)
    axis.grid(color="#dddddd", linewidth=0.5)
    axis.spines[["top", "right"]].set_visible(False)
    axis.legend(frameon=False, fontsize=8)
