"""Tables of results, for a terminal and for the documentation."""

from . import bars
from .compare import duration
from .results import bandwidths, bytes_equivalent, seconds_per_cell, spread, threads_of

GIB = 1 << 30
NAMES = {  # of cases, as people say them
    "forward": "joint tendency", "tangent": "its tangent", "reverse": "its adjoint",
    "split_forward": "thickness and velocity tendencies", "split_tangent": "their tangents",
    "split_reverse": "their adjoints", "baseline": "edge-weights baseline",
    "tendency_forward": "joint tendency", "tracer_step": "a tracer's step, upwind",
    "tracer_step_adjoint": "its adjoint", "diffusion": "diffusion of both kinds",
}


def markdown(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def plain(head, rows):
    """Columns for a terminal, the first to the left, the others to the right."""
    lines = [[str(cell).replace("`", "").replace("**", "") for cell in line] for line in [head, *rows]]
    widths = [max(len(line[n]) for line in lines) for n in range(len(head))]
    return "\n".join("  ".join(cell.ljust(width) if n == 0 else cell.rjust(width)
                               for n, (cell, width) in enumerate(zip(line, widths))).rstrip() for line in lines)


def machine(results):
    """The machine and the build of the figures."""
    m, b = results["machine"], results["build"]
    caches = ", ".join(f"L{c['level']} {c['bytes'] >> 10:,} KiB"
                       + (f" for {c['shared_by']} cores" if c["shared_by"] > 1 else "") for c in m["caches"])
    where = ", a virtual machine" if m["hypervisor"] else ""
    rows = [["processor", f"{m['processor']}, {m['cores']} cores{where}"],
            ["caches", caches], ["memory", f"{m['memory_bytes'] / GIB:.0f} GiB"],
            ["compiler", f"{b['compiler']}, `{b['flags']}`"], ["commit", f"`{b['commit']}`"],
            ["threads", b["threads"]]]
    one = results.get("kernels", {}).get(f"tendency/forward/threads:{b['threads']}/members:1")
    if one:
        rows.append(["mesh of the kernels", f"{one['cells']:,.0f} cells"])
    for threads, rate in sorted(bandwidths(results.get("kernels", {})).items()):
        rows.append([f"triad, {threads} thread{'s' * (threads > 1)}", f"{rate / 1e9:.1f} GB/s"])
    return ["", ""], rows


def bar_table(results):
    """Figures with their bars and aims."""
    return ["figure", "measured", "bar", "aim", ""], bars.rows(results)


def kernels(results):
    """Every kernel: time, bytes-equivalent, least bytes."""
    cases, rows = results["kernels"], []
    for name, case in cases.items():
        if "bytes" in case:
            continue
        group, what, threads, members = name.split("/")
        equivalent, fewest = bytes_equivalent(cases, name), case.get("least_bytes")
        rows.append([group, said(what), threads.partition(":")[2], members.partition(":")[2],
                     f"{seconds_per_cell(case) * 1e9:.1f}", f"{equivalent:,.0f}",
                     f"{fewest:,.0f}" if fewest else "", f"{equivalent / fewest:.1f}" if fewest else "",
                     f"{100 * spread(case):.0f} %"])
    return ["group", "kernel", "threads", "members", "ns per cell", "bytes-equivalent", "least bytes", "ratio",
            "spread"], rows


def said(what):
    """`rk4_forward` -> "rk4 step", "forward_apvm" -> "joint tendency, apvm"."""
    if what in NAMES:
        return NAMES[what]
    first, _, rest = what.partition("_")
    if first in ("forward", "tangent", "reverse"):
        return f"{NAMES[first]}, {rest}"
    kind = {"forward": "step", "tangent": "step, tangent", "reverse": "step, reverse",
            "reverse_anew": "step, reverse, stages computed anew",
            "forecast": "forward run, per step", "gradient": "gradient, per step"}
    return f"`{first}` {kind.get(rest, rest)}"


def cost(results):
    """Time and memory per cell as the mesh grows."""
    rows, cases = [], results["cost"]
    for name, case in cases.items():
        if "bytes" in case:
            continue
        level, what, threads, _ = name.split("/")
        rows.append([level.partition(":")[2], f"{case['cells']:,.0f}", NAMES[what], threads_of(name),
                     f"{seconds_per_cell(case) * 1e9:.1f}", f"{bytes_equivalent(cases, name):,.0f}",
                     f"{case['tables_and_fields_bytes'] / case['cells']:,.0f}",
                     f"{case['resident_bytes'] / case['cells']:,.0f}"])
    return ["level", "cells", "kernel", "threads", "ns per cell", "bytes-equivalent", "tables and fields (bytes per cell)",
            "process (bytes per cell)"], rows


def commands(results):
    """Whole commands: wall time, peak of memory."""
    rows = [[f"`{c['command']}`", f"{c['cells']:,}", duration(min(c["wall_s"])),
             duration(c["stepping_s"]) if "stepping_s" in c else "", c.get("steps", ""),
             f"{c['peak_bytes'] / GIB:.2f} GiB"] for c in results["commands"].values()]
    return ["command", "cells", "wall", "of it steps", "steps", "peak memory"], rows


TABLES = {"machine": machine, "bars": bar_table, "kernels": kernels, "cost": cost, "commands": commands}
SECTIONS = {"machine": "machine", "bars": "kernels", "kernels": "kernels", "cost": "cost", "commands": "commands"}
