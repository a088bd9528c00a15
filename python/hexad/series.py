"""Time series: the diagnostics of one run or of several in one figure."""

import difflib
import math
import textwrap
from dataclasses import dataclass
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import MaxNLocator

from .colours import INK, first_upper, unit_text
from .files import (PLACES, HexadError, is_member_dimension, open_dataset, time_dimension,
                    time_variable)
from .plot import STYLE

FILE = "diagnostics.nc"


@dataclass(eq=False)
class Series:
    """One variable of one run: values (times, members) at days since the start."""

    name: str
    title: str
    units: str
    days: np.ndarray
    values: np.ndarray


@dataclass(eq=False)
class Run:
    label: str
    series: dict


def series_file(path):
    """The file of a run given by its output folder or by the file itself."""
    path = Path(path)
    if path.is_dir():
        if not (path / FILE).exists():
            raise HexadError(f"there is no {FILE} in {path}: a forecast writes it")
        return path / FILE
    if not path.exists():
        raise HexadError(f"there is no file or folder {path}")
    return path


def read_run(path, label=None):
    """All variables of a file that depend on time alone, or on time and member."""
    file = series_file(path)
    with open_dataset(file) as data:
        days = elapsed_days(data)
        found = {}
        for name, variable in data.data_vars.items():
            values = as_times_and_members(variable)
            if values is not None and name != time_variable(data):
                found[name] = Series(name, str(variable.attrs.get("long_name", name.replace("_", " "))),
                                     str(variable.attrs.get("units", "")), days, values)
    if not found:
        raise HexadError(f"{file} holds no time series")
    name = file.parent.name if file.name == FILE else file.stem
    return Run(label or name or str(file), found)


def as_times_and_members(variable):
    time = time_dimension(variable)
    others = [dim for dim in variable.dims if dim != time]
    numbers = np.issubdtype(variable.dtype, np.floating) or np.issubdtype(variable.dtype, np.integer)
    if time is None or not numbers or any(dim in PLACES for dim in others):
        return None
    if len(others) > 1 or any(not is_member_dimension(dim) for dim in others):
        return None
    return np.asarray(variable.transpose(time, *others).values, float).reshape(variable.sizes[time], -1)


def elapsed_days(data):
    """Days since the first time of the file."""
    name = time_variable(data)
    if name is None:
        raise HexadError("the file has no variable 'time'")
    time = data[name].values
    if time.size == 0:
        raise HexadError("the file has no times yet")
    if time.dtype.kind in "Mm":  # dates, or spans where the unit names no date
        return (time - time[0]) / np.timedelta64(1, "D")
    if time.dtype.kind == "O":  # dates of another calendar than the usual one
        return np.array([(t - time[0]).total_seconds() / 86400.0 for t in time])
    unit = str(data[name].attrs.get("units", "s")).split()[0]
    a_day = {"s": 86400.0, "seconds": 86400.0, "minutes": 1440.0, "hours": 24.0, "h": 24.0, "days": 1.0,
             "d": 1.0}.get(unit)
    if a_day is None:
        raise HexadError(f"time is in '{unit}', which is not a known unit of time")
    return (time - time[0]) / a_day


def names_to_draw(runs, wanted):
    known = list(dict.fromkeys(name for run in runs for name in run.series))
    for name in wanted or []:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"; did you mean {near[0]}?" if near else "."
            raise HexadError(f"there is no time series '{name}'{hint} There are: {', '.join(known)}")
    # What never changes or is nowhere finite would be an empty panel: drawn only when asked for.
    return wanted or [name for name in known if any(
        name in run.series and np.isfinite(run.series[name].values).any() for run in runs)]


def series_figure(runs, names=None, members="lines", columns=None, width=None, title=None):
    """One panel a variable, one colour a run. Members of a run are thin lines about their mean, or
    with members="band" the span from the least to the largest."""
    names = names_to_draw(runs, names)
    columns = columns or min(len(names), 2)
    rows = math.ceil(len(names) / columns)
    width = width or 4.6 * columns
    with mpl.rc_context(STYLE):
        figure, axes = panels(len(names), rows, columns, width, runs)
        unit, a_day = time_unit(max(s.days[-1] for run in runs for s in run.series.values()))
        for axis, name in zip(axes, names):
            for number, run in enumerate(runs):
                if name in run.series:
                    draw_series(axis, run.series[name], f"C{number}", a_day, members)
            dress(axis, next(run.series[name] for run in runs if name in run.series), unit,
                  letters=int(9.5 * width / columns))
        if title:
            figure.suptitle(title, fontsize=12, fontweight="bold", color=INK)
    return figure


def panels(count, rows, columns, width, runs):
    """A figure with its panels, and a strip below that names the runs where there are several."""
    strip = [0.16] if len(runs) > 1 else []
    height = 2.4 * width / (4.6 * columns)
    figure = plt.figure(layout="constrained", figsize=(width, height * (rows + sum(strip))))
    grid = figure.add_gridspec(rows + len(strip), columns, height_ratios=[1.0] * rows + strip)
    axes = [figure.add_subplot(grid[n // columns, n % columns]) for n in range(count)]
    if strip:
        below = figure.add_subplot(grid[rows, :])
        below.set_axis_off()
        below.legend(handles=[mpl.lines.Line2D([], [], color=f"C{n}", label=run.label)
                              for n, run in enumerate(runs)],
                     loc="center", ncols=min(len(runs), 2 * columns), frameon=False)
    return figure, axes


def draw_series(axis, series, colour, a_day, members):
    time, values = series.days * a_day, series.values
    dots = "." if len(time) == 1 else None
    if values.shape[1] > 1:
        if members == "band":
            axis.fill_between(time, values.min(axis=1), values.max(axis=1), color=colour, alpha=0.25,
                              linewidth=0)
        else:
            axis.plot(time, values, color=colour, linewidth=0.5, alpha=0.5)
        values = values.mean(axis=1, keepdims=True)
    axis.plot(time, values, color=colour, linewidth=1.4, marker=dots)


def dress(axis, series, unit, letters):
    """Title, labels, grid; a title of more letters goes on in a second line."""
    axis.set_title(textwrap.fill(first_upper(series.title), letters), loc="left", fontweight="bold",
                   color=INK)
    axis.set_xlabel(f"time ({unit})")
    axis.set_ylabel("" if series.units in ("", "1") else unit_text(series.units))
    axis.xaxis.set_major_locator(MaxNLocator(nbins=8, steps=[1, 2, 3, 5, 6, 10]))
    axis.ticklabel_format(axis="y", style="sci", scilimits=(-3, 4), useMathText=True)
    axis.grid(color="#dddddd", linewidth=0.5)
    axis.spines[["top", "right"]].set_visible(False)
    axis.margins(x=0.01)


def time_unit(days):
    """In what a span of time is best said, and how many of it make a day."""
    if days >= 2:
        return "days", 1.0
    return ("hours", 24.0) if days >= 2 / 24 else ("minutes", 1440.0)
