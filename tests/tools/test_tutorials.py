"""Each tutorial does what it says: its blocks run in order in an empty folder.

```sh             runs; it must succeed, or end with the code that "# exit code N" in it names
```LANG FILE      is written to FILE (no slash in the name), then runs nothing
```text           is what the block before printed: its lines in this order, others may stand between.
                  Words must agree, figures to 2 per cent (both below 1e-9: any), "..." is anything.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(os.environ.get("HEXAD_SOURCE", Path(__file__).parents[2]))
TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
BLOCK = re.compile(r"(?ms)^```(\w+)(?: ([^\s/]+))?\n(.*?)^```$")
NUMBER = re.compile(r"[-+]?\d[\d,]*(?:\.\d+)?(?:[eE][-+]?\d+)?")
ROUND_OFF = 1e-9


def blocks_of(text):
    return [(match[1], match[2], match[3]) for match in BLOCK.finditer(text)]


def agrees(expected, line):
    pieces, at = [piece.strip() for piece in expected.split("...")], 0
    words = "...".join(pieces)
    pattern, figures, last = "", [], 0
    for match in re.finditer(NUMBER.pattern + r"|\.\.\.|\s+", words):
        pattern += re.escape(words[last:match.start()])
        token = match[0]
        if token == "...":
            pattern += ".*?"
        elif token.isspace():
            pattern += r"\s+"
        else:
            pattern += f"({NUMBER.pattern})"
            figures.append(token)
        last = match.end()
    pattern += re.escape(words[last:])
    found = re.fullmatch(pattern, line.strip())
    return found is not None and all(near(float(a.replace(",", "")), float(b.replace(",", "")))
                                     for a, b in zip(figures, found.groups()))


def near(a, b):
    return abs(a - b) <= 0.02 * max(abs(a), abs(b)) or max(abs(a), abs(b)) <= ROUND_OFF


def missing_line(expected, output):
    """The first of the expected lines that the output does not have after the ones before it."""
    lines = iter(output.splitlines())
    for wanted in filter(str.strip, expected.splitlines()):
        if wanted.strip() != "..." and not any(agrees(wanted, line) for line in lines):
            return wanted
    return None


def environment(folder):
    """`hexad` and `python3` are those of the tests, and the Python package is found."""
    programs = folder / "bin"
    programs.mkdir()
    (programs / "hexad").symlink_to(os.environ["HEXAD_COMMAND"])
    (programs / "python3").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (programs / "python3").chmod(0o755)
    return {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "MPLBACKEND": "Agg",
            "PYTHONPATH": str(ROOT / "python"), "HEXAD_ROOT": str(ROOT), "OMP_WAIT_POLICY": "passive"}


def run(text, folder):
    surroundings = environment(folder)
    work = folder / "work"
    work.mkdir()
    printed = ""
    for language, name, body in blocks_of(text):
        if name:
            (work / name).write_text(body)
        elif language == "sh":
            done = subprocess.run(["bash", "-euo", "pipefail", "-c", body], cwd=work, env=surroundings,
                                  text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            printed = done.stdout
            code = re.search(r"# exit code (\d+)", body)
            assert done.returncode == int(code[1] if code else 0), f"{body}\n{printed}"
        elif language == "text":
            gone = missing_line(body, printed)
            assert gone is None, f"not printed: {gone}\n\n{printed}"
    return printed


@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_tutorial(page, tmp_path):
    run(page.read_text(), tmp_path)


def test_each_has_something_to_run():
    for page in TUTORIALS:
        assert any(language == "sh" for language, _, _ in blocks_of(page.read_text())), page.name


def test_a_wrong_tutorial_is_found(tmp_path):
    good = "```sh\necho one 1.00 of 3; echo two 7e-16 s\n```\n```text\none 1.01 of 3\n...\ntwo 2e-17 ...\n```\n"
    run(good, tmp_path)
    for number, (old, new) in enumerate((("1.01", "1.1"), ("one 1.01", "none 1.01"), ("two 2e-17", "two 2e-7"),
                                         ("echo one", "false; echo one"))):
        folder = tmp_path / str(number)
        folder.mkdir()
        with pytest.raises(AssertionError):
            run(good.replace(old, new), folder)


def test_files_are_written_and_exit_codes_expected(tmp_path):
    run("```yaml case.yaml\na: 1\n```\n```sh\ncat case.yaml\nexit 2   # exit code 2\n```\n```text\na: 1\n```\n",
        tmp_path)
