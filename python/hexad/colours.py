"""Colour scales, their bars, and the texts of units."""

import math

import matplotlib as mpl
import numpy as np
from matplotlib.ticker import MaxNLocator

INK = "#222222"


def limits(arrays, diverging):
    """Colour limits that a few wild values cannot stretch: all but the outer 0.5 per cent, about
    zero for what has a sign."""
    values = np.concatenate([a[np.isfinite(a)].ravel() for a in arrays])
    if values.size == 0:
        return (0.0, 1.0)
    if diverging:
        top = float(np.percentile(np.abs(values), 99.0)) or float(np.abs(values).max()) or 1.0
        return (-top, top)
    low, high = (float(v) for v in np.percentile(values, [0.5, 99.5]))
    if high - low <= 1e-12 * max(abs(low), abs(high)):  # a constant: one colour in the middle
        pad = 0.5 * abs(low) or 0.5
        low, high = low - pad, high + pad
    return (low, high)


def span(arrays):
    """The least and the largest finite value."""
    finite = [a[np.isfinite(a)] for a in arrays]
    if not any(a.size for a in finite):
        return (0.0, 0.0)
    return (min(float(a.min()) for a in finite if a.size),
            max(float(a.max()) for a in finite if a.size))


def colours(field, low, high, colourmap=None, levels=20):
    """Colour map and norm in steps of a round number, so that a colour can be read off."""
    steps = MaxNLocator(nbins=levels, steps=[1, 2, 2.5, 5, 10]).tick_values(low, high)
    if field.diverging and low == -high:
        step = steps[1] - steps[0]
        count = math.ceil(round(high / step, 6))
        steps = step * np.arange(-count, count + 1)
    chosen = colourmap or default_colourmap(field)
    base = mpl.colormaps[chosen] if isinstance(chosen, str) else chosen
    shades = base(np.linspace(0.0, 1.0, len(steps) + 1))  # one a step, one for each end
    listed = mpl.colors.ListedColormap(shades[1:-1]).with_extremes(under=shades[0], over=shades[-1])
    return listed, mpl.colors.BoundaryNorm(steps, listed.N)


def default_colourmap(field):
    if field.diverging:
        return "RdBu_r"
    if "thickness" in field.name or "height" in field.name:  # without the ends that hide lines
        parts = mpl.colormaps["YlGnBu_r"](np.linspace(0.14, 1.0, 256))
        return mpl.colors.ListedColormap(parts, "heights")
    return "viridis"


def draw_colour_bar(axis, shown, field, norm):
    """`field.span` decides on the pointed ends, so that panels and frames of one scale agree."""
    least, largest = field.span or span([field.values])
    ends = (least < norm.boundaries[0], largest > norm.boundaries[-1])
    extend = ("both" if ends[1] else "min") if ends[0] else ("max" if ends[1] else "neither")
    bar = axis.figure.colorbar(shown, ax=axis, extend=extend, orientation="horizontal",
                               shrink=0.72, aspect=38, pad=0.03, drawedges=False, extendfrac=0.035)
    power = exponent(norm.boundaries)
    bounds = norm.boundaries
    multiples = np.round(bounds / (bounds[1] - bounds[0])).astype(int)
    ticks = next(bounds[multiples % every == 0] for every in (1, 2, 4, 5, 10, 20, 50, len(bounds))
                 if (multiples % every == 0).sum() <= 9)
    bar.set_ticks(ticks, labels=[f"{t / 10.0**power:.6g}".replace("-", "\u2212") for t in ticks])
    bar.ax.minorticks_off()
    bar.ax.tick_params(length=2.5, labelsize=8, colors=INK)
    bar.outline.set_linewidth(0.5)
    factor = f"10$^{{{power}}}$ " if power else ""
    units = "" if field.units in ("", "1") else unit_text(field.units)
    bar.set_label((factor + units).strip(), fontsize=8.5, color=INK)


def exponent(bounds):
    """The power of ten, a multiple of 1, to take out of the labels; 0 for plain numbers."""
    top = float(np.abs(bounds).max())
    if top == 0 or 1e-2 <= top < 1e5:
        return 0
    return math.floor(math.log10(top) + 1e-9)
def nice(value):
    """The round number 1, 2 or 5 times a power of ten nearest below."""
    if value <= 0:
        return 0.0
    power = 10.0 ** math.floor(math.log10(value))
    return max(f * power for f in (1, 2, 5) if f * power <= value * 1.0000001)


def unit_text(units):
    """"m s-1" as it is printed; powers of the same unit are gathered."""
    powers = {}
    for word in units.split():
        letters = word.rstrip("-0123456789")
        power = word[len(letters):]
        if not letters or power == "-":
            return units
        powers[letters] = powers.get(letters, 0) + int(power or 1)
    return " ".join(letters if power == 1 else f"{letters}$^{{{power}}}$"
                    for letters, power in powers.items() if power)


def first_upper(text):
    return text[:1].upper() + text[1:]
