"""The results of a build on a machine: one JSON document.

  machine    processor, caches, memory, system
  build      commit, compiler, flags, threads
  kernels    {name: case} at one mesh; a case has `seconds` (one a repetition), `cells`, `least_bytes`
  cost       the same over levels, with the memory held
  commands   {name: command}; a command has `wall_s` (one a repetition), `peak_bytes` and what its
             own summary says
"""

import json
import os
import platform
import re
import statistics
from pathlib import Path


class BenchError(Exception):
    """What a person did wrong, or what a program that was run said."""


def read(path):
    try:
        return json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, json.JSONDecodeError) as error:
        raise BenchError(f"{path} cannot be read as results: {error}") from error


def write(path, results):
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


def cases_of(document):
    """The cases of a JSON document of Google Benchmark, repetitions gathered."""
    cases = {}
    for run in document["benchmarks"]:
        scale = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}[run["time_unit"]]
        case = cases.setdefault(run["name"], {"seconds": []})
        case["seconds"].append(float(f"{run['real_time'] * scale:.5g}"))
        for counter, name in (("cells", "cells"), ("least_bytes_per_cell", "least_bytes"),
                              ("resident_bytes", "resident_bytes"),
                              ("tables_and_fields_bytes", "tables_and_fields_bytes")):
            if counter in run:
                case[name] = round(run[counter], 1)
        if "bytes_per_second" in run:
            case["bytes"] = round(run["bytes_per_second"] * run["real_time"] * scale)
    return cases


def merged(first, second):
    """Repetitions of two runs of the same cases."""
    result = {name: dict(case) for name, case in first.items()}
    for name, case in second.items():
        if name in result:
            result[name]["seconds"] = result[name]["seconds"] + case["seconds"]
        else:
            result[name] = dict(case)
    return result


def least(case):
    return min(case["seconds"])


def spread(case):
    """How far the median lies above the least, as a part of it: what the machine adds by chance."""
    return statistics.median(case["seconds"]) / least(case) - 1


def threads_of(name):
    return int(re.search(r"threads:(\d+)", name)[1])


def bandwidths(cases):
    """The largest bandwidth of all triads, by the number of threads (bytes/s)."""
    found = {}
    for name, case in cases.items():
        if "bytes" in case:
            threads = threads_of(name)
            found[threads] = max(found.get(threads, 0.0), case["bytes"] / least(case))
    return found


def seconds_per_cell(case):
    return least(case) / case["cells"]


def bytes_equivalent(cases, name):
    return seconds_per_cell(cases[name]) * bandwidths(cases)[threads_of(name)]


def machine():
    """Of the machine, nothing that names it."""
    cpu = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    model = re.search(r"(?m)^model name\s*: (.+)$", cpu)
    memory = re.search(r"MemTotal:\s*(\d+) kB", Path("/proc/meminfo").read_text(encoding="utf-8"))
    caches = []
    for index in sorted(Path("/sys/devices/system/cpu/cpu0/cache").glob("index*")):
        said = {key: (index / key).read_text().strip() for key in ("level", "type", "size", "shared_cpu_list")}
        if said["type"] != "Instruction":
            caches.append({"level": int(said["level"]), "bytes": size_in_bytes(said["size"]),
                           "shared_by": count_of(said["shared_cpu_list"])})
    return {"processor": model[1] if model else platform.machine(), "cores": os.cpu_count(),
            "hypervisor": "hypervisor" in cpu, "caches": caches, "memory_bytes": int(memory[1]) * 1024,
            "system": f"{platform.system()} {platform.release()}"}


def size_in_bytes(text):
    return int(text[:-1]) * {"K": 1 << 10, "M": 1 << 20}[text[-1]]


def count_of(cpus):
    """How many "0-3,8" are."""
    ends = [part.split("-") for part in cpus.split(",")]
    return sum(int(part[-1]) - int(part[0]) + 1 for part in ends)
