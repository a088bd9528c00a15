"""Two builds, case by case."""

from .results import least, spread

HEAD = ["case", "A", "B", "B / A", "spread", ""]


def rows(first, second):
    """A row for each case that both results hold. A difference counts where it is larger than what
    the machine adds by chance: the larger of both spreads (median over least of the repetitions)."""
    found = []
    for section, seconds in (("kernels", "seconds"), ("cost", "seconds"), ("commands", "wall_s")):
        ours, theirs = first.get(section, {}), second.get(section, {})
        for name in [name for name in ours if name in theirs]:
            a, b = ({"seconds": case[seconds]} for case in (ours[name], theirs[name]))
            found.append(row(name if section == "kernels" else f"{section}: {name}", a, b))
    return found


def row(name, a, b):
    ratio = least(b) / least(a)
    chance = max(spread(a), spread(b))
    if len(a["seconds"]) < 3 or len(b["seconds"]) < 3:
        said = "too few repetitions"
    elif abs(ratio - 1) <= chance:
        said = ""
    else:
        said = "faster" if ratio < 1 else "slower"
    return [name, duration(least(a)), duration(least(b)), f"{ratio:.3f}", f"{100 * chance:.0f} %", said]


def duration(seconds):
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"
