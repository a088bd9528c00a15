"""The figures that are asked for, with the bar and the aim of each."""

from dataclasses import dataclass
from typing import Callable

from .results import BenchError, bytes_equivalent, least, seconds_per_cell


@dataclass(frozen=True)
class Bar:
    what: str
    figure: Callable  # of (results, threads); None where what it needs was not measured
    bar: float | None
    aim: float | None
    more_is_better: bool = False


def kernel(results, name):
    return results.get("kernels", {}).get(name)


def equivalent(name, members=1):
    def figure(results, threads):
        full = f"{name}/threads:{threads}/members:{members}"
        return bytes_equivalent(results["kernels"], full) if kernel(results, full) else None
    return figure


def ratio(above, below, factor=1.0, above_threads=None, above_members=1):
    """Time per cell and member of one case over that of another of its group."""
    def figure(results, threads):
        top = kernel(results, f"{above}/threads:{above_threads or threads}/members:{above_members}")
        bottom = kernel(results, f"{below}/threads:{threads}/members:1")
        if not top or not bottom:
            return None
        return seconds_per_cell(top) / seconds_per_cell(bottom) / factor
    return figure


def speed_up(name):
    """Of all threads over one."""
    return ratio(name, name, above_threads=1)


def over_tendencies(command):
    """Wall time of a whole command over 1,000 joint tendencies."""
    def figure(results, threads):
        wall = results.get("commands", {}).get(command)
        one = kernel(results, f"tendency/forward/threads:{threads}/members:1")
        if not wall or not one or wall.get("cells") != one["cells"]:
            return None
        return min(wall["wall_s"]) / (1000 * least(one))
    return figure


MEMBERS = 16
BARS = [
    Bar("joint tendency, bytes-equivalent per cell", equivalent("tendency/forward"), 1200, 700),
    Bar("thickness and velocity tendencies of `fbrk32` together, bytes-equivalent per cell",
        equivalent("tendency/split_forward"), 1400, 850),
    Bar("adjoint of the joint tendency, bytes-equivalent per cell", equivalent("tendency/reverse"), 1900, 1100),
    Bar("`rk4` step over four joint tendencies", ratio("step/rk4_forward", "step/tendency_forward", 4), 1.25, 1.1),
    Bar("reverse `rk4` step over the step forward", ratio("step/rk4_reverse", "step/rk4_forward"), 1.6, 1.3),
    Bar("reverse `fbrk32` step over the step forward", ratio("step/fbrk32_reverse", "step/fbrk32_forward"), 1.6, 1.3),
    Bar("gradient in memory over the forward run, `rk4`", ratio("window/rk4_gradient", "window/rk4_forecast"), 3.0, 2.2),
    Bar("gradient in memory over the forward run, `fbrk32`",
        ratio("window/fbrk32_gradient", "window/fbrk32_forecast"), 3.0, 2.2),
    Bar("16 members, joint tendency, bytes-equivalent per cell and member", equivalent("members/forward", MEMBERS),
        500, 350),
    Bar("16 members over one, joint tendency, time per cell and member",
        ratio("members/forward", "members/forward", above_members=MEMBERS), None, None),
    Bar("all threads over one: joint tendency", speed_up("tendency/forward"), 1.7, 1.9, True),
    Bar("all threads over one: thickness and velocity tendencies", speed_up("tendency/split_forward"), 1.7, 1.9, True),
    Bar("all threads over one: adjoint", speed_up("tendency/reverse"), 1.7, 1.9, True),
    Bar("all threads over one: `rk4` step", speed_up("step/rk4_forward"), 1.7, 1.9, True),
    Bar("all threads over one: `fbrk32` step", speed_up("step/fbrk32_forward"), 1.7, 1.9, True),
    Bar("edge-weights baseline over the joint tendency", ratio("tendency/baseline", "tendency/forward"), 2.0, None, True),
    Bar("reading a mesh (`hexad grid info`) over 1,000 joint tendencies on it", over_tendencies("grid info"), None, 1),
    Bar("making it with 100 Lloyd iterations over 1,000 joint tendencies on it", over_tendencies("grid create"), None, 3),
]


def short(value):
    return "" if value is None else f"{value:,.0f}" if value >= 100 else f"{value:.2f}" if value < 10 else f"{value:.1f}"


def verdict(bar, figure):
    def holds(limit):
        return figure >= limit if bar.more_is_better else figure <= limit
    if bar.aim is not None and holds(bar.aim):
        return "aim reached"
    if bar.bar is not None:
        return "met" if holds(bar.bar) else "**missed**"
    return "" if bar.aim is None else "aim missed"


def rows(results):
    """(figure's name, value, bar, aim, verdict) of every figure that was measured."""
    threads = results["build"]["threads"]
    found = [(bar, bar.figure(results, threads)) for bar in BARS if threads > 1 or "all threads" not in bar.what]
    if not any(value is not None for _, value in found):
        raise BenchError("these results hold no figure of the table of bars: measure the kernels")
    return [[bar.what, short(value), short(bar.bar), short(bar.aim), verdict(bar, value)]
            for bar, value in found if value is not None]
