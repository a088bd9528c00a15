"""Rules that the sources keep: who includes whom, which paths they name, that headers stand alone."""

import json
import os
import re
import shlex
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(os.environ.get("HEXAD_SOURCE", Path(__file__).parents[2]))
FLOORS = ["core", "grids", "model", "physics", "io", "adjoint", "assimilation", "experiments"]
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
# A path into someone's machine: a folder at the root that holds people's or programs' own files.
MACHINE_PATH = re.compile(
    r"""(?:^|[\s"'`(=:,])/(?:home|root|work|tmp|Users|mnt|media|scratch|data|srv)/""", re.MULTILINE
)


def sources(root):
    for floor in FLOORS:
        for pattern in ("*.hpp", "*.cpp"):
            yield from sorted((root / floor).rglob(pattern))


def upward_includes(root):
    """Includes of a floor that lies above, or by another name than "hexad/FLOOR/file.hpp"."""
    faults = []
    for path in sources(root):
        floor = path.relative_to(root).parts[0]
        for name in INCLUDE.findall(path.read_text()):
            parts = name.split("/")
            if parts[0] in FLOORS or name.startswith("../"):
                faults.append(f'{path.relative_to(root)}: "{name}" must start with hexad/')
            elif parts[0] == "hexad" and len(parts) > 2:
                if FLOORS.index(parts[1]) > FLOORS.index(floor):
                    faults.append(f"{path.relative_to(root)}: {floor} may not include {parts[1]}")
    return faults


def launches_outside_kernel_units(root):
    """Loop bodies belong in kernel units, which nvcc compiles where there is one."""
    return [
        str(path.relative_to(root))
        for path in sources(root)
        if "hexad/core/launch.hpp" in INCLUDE.findall(path.read_text())
        and not path.name.endswith(".kernels.cpp")
    ]


def tracked_text(root):
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, text=True)
    if listed.returncode == 0:
        names = [name for name in listed.stdout.split("\0") if name]
    else:  # unpacked from an archive
        names = [
            str(p.relative_to(root)) for p in root.rglob("*")
            if p.is_file() and not p.relative_to(root).parts[0].startswith(("build", "out", ".git"))
        ]
    for name in names:
        try:
            yield name, (root / name).read_text()
        except (UnicodeDecodeError, OSError):
            continue


def machine_paths(root):
    return [f"{name}: {hit.group().strip()}" for name, text in tracked_text(root)
            if name != "tests/tools/test_tree.py" for hit in MACHINE_PATH.finditer(text)]


def test_names_of_test_cases_survive_cmake():
    """A bracket or a semicolon in a name makes CMake lose that test and others with it."""
    found = [f"{path.relative_to(ROOT)}: {name}" for path in sorted((ROOT / "tests").rglob("*.cpp"))
             for name in re.findall(r'TEST_CASE\(\s*"([^"]*)"', path.read_text())
             if re.search(r"[][;]", name)]
    assert found == []


def test_floors_include_downward_only():
    assert upward_includes(ROOT) == []


def test_an_upward_include_is_found(tmp_path):
    for floor in FLOORS:
        (tmp_path / floor).mkdir()
    (tmp_path / "grids" / "bad.hpp").write_text('#include "hexad/model/field.hpp"\n')
    (tmp_path / "core" / "worse.cpp").write_text('#  include "../io/file.hpp"\n')
    (tmp_path / "model" / "good.hpp").write_text('#include "hexad/grids/mesh.hpp"\n#include <cmath>\n')
    faults = upward_includes(tmp_path)
    assert len(faults) == 2
    assert any("grids may not include model" in fault for fault in faults)


def test_only_kernel_units_include_loop_bodies():
    assert launches_outside_kernel_units(ROOT) == []


def test_nothing_names_a_path_of_one_machine():
    assert machine_paths(ROOT) == []


def test_a_path_of_one_machine_is_found(tmp_path):
    (tmp_path / "notes.md").write_text("see " + "/home" + "/someone/file\n")
    (tmp_path / "fine.md").write_text("a/home/b, https://example.org/data/x, ./out/tmp/x\n")
    assert len(machine_paths(tmp_path)) == 1


def compile_flags(build):
    """The flags of a source on the highest floor that is built: it sees every include folder."""
    commands = json.loads((build / "compile_commands.json").read_text())
    ours = [c for c in commands if Path(c["file"]).is_relative_to(ROOT) and c["file"].endswith(".cpp")
            and "nvcc" not in shlex.split(c["command"])[0]]
    floor = {f: n for n, f in enumerate(FLOORS)}
    best = max(ours, key=lambda c: floor.get(Path(c["file"]).relative_to(ROOT).parts[0], -1))
    words = [w for w in shlex.split(best["command"]) if not w.endswith("ccache")]
    kept = [words[0]]
    for n, word in enumerate(words):
        if word.startswith(("-I", "-D", "-std", "-W", "-f")):
            kept.append(word)
        elif word == "-isystem":
            kept += [word, words[n + 1]]
    return kept


def test_each_header_compiles_on_its_own():
    flags = compile_flags(Path(os.environ["HEXAD_BUILD"]))

    def fault(header):
        name = "hexad/" + str(header.relative_to(ROOT))
        run = subprocess.run([*flags, "-fsyntax-only", "-x", "c++", "-"], text=True,
                             input=f'#include "{name}"\n#include "{name}"\n', capture_output=True)
        return None if run.returncode == 0 else f"{name}: {run.stderr.splitlines()[0]}"

    # A header that some unit includes before all else has been shown to stand alone by the build,
    # which is where the written-by-CMake units of the operators are too.
    build = Path(os.environ["HEXAD_BUILD"])
    units = [*sources(ROOT), *build.glob("*/operators/*.cpp")]
    first = {next(iter(INCLUDE.findall(u.read_text())), "") for u in units if u.suffix == ".cpp"}
    headers = [path for path in sources(ROOT) if path.suffix == ".hpp"
               and "hexad/" + str(path.relative_to(ROOT)) not in first]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        assert [f for f in pool.map(fault, headers) if f] == []
