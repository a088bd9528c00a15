"""The documentation: what it says by command is what the command says, links lead somewhere, quoted
sources are the sources, pictures are small."""

import importlib.machinery
import importlib.util
import json
import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(os.environ.get("HEXAD_SOURCE", Path(__file__).parents[2]))
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
# "```cpp model/operators/curl.hpp": the block is text of that file, "..." standing for lines left out.
QUOTE = re.compile(r"(?ms)^```\w+ (\S+/\S+)\n(.*?)^```$")


def tool():
    loader = importlib.machinery.SourceFileLoader("update_docs", str(ROOT / "scripts" / "update-docs"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("update_docs", loader))
    loader.exec_module(module)
    return module


@pytest.mark.parametrize("command", ["hexad case --markdown", "scripts/figures cases"])
def test_the_guide_to_the_case_file_is_what_the_commands_print(command):
    page = (ROOT / "docs" / "case-file.md").read_text()
    shown = {match[1]: match[2].strip() for match in tool().BLOCK.finditer(page)}
    assert shown[command] == tool().made_by(command).strip(), "run scripts/update-docs docs/case-file.md"


@pytest.mark.parametrize("case", sorted((ROOT / "experiments" / "cases").glob("*.yaml")), ids=lambda p: p.stem)
def test_ready_cases_are_in_order(case, tmp_path):
    done = subprocess.run([os.environ["HEXAD_COMMAND"], "forecast", case, "--dry-run"], cwd=tmp_path,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_table_of_operators_has_every_operator():
    done = subprocess.run([os.environ["HEXAD_COMMAND"], "verify", "--kernels-only", "--level", "1", "--json"],
                          check=True, capture_output=True, text=True)
    operators = dict.fromkeys(re.split(r":| \(", c["name"])[0] for c in json.loads(done.stdout)["checks"])
    page = (ROOT / "docs" / "numerics.md").read_text()
    blocks = {match[1]: match[2] for match in tool().BLOCK.finditer(page)}
    shown = re.findall(r"(?m)^\| `(\w+)` \|", blocks["scripts/figures verify"])
    assert shown == list(operators), "run scripts/update-docs docs/numerics.md"


def test_every_table_is_made_by_a_command_that_exists():
    listed = subprocess.run([ROOT / "scripts" / "figures"], check=True, capture_output=True, text=True).stdout
    tables = set(re.findall(r"(?m)^  (\w+) {2,}", listed))
    others = re.compile(r"hexad |scripts/bench --table \w+ benchmarks/results/\w+\.json$")
    for page in PAGES:
        for match in tool().BLOCK.finditer(page.read_text()):
            words = match[1].split()
            assert others.match(match[1]) or words[0] == "scripts/figures" and words[1] in tables, match[1]
            assert match[2].strip(), f"{page.name}: '{match[1]}' was never run"


def test_update_docs_rewrites_blocks_alone(tmp_path):
    page = "before\n<!-- made by: echo one -->\nold\n<!-- end -->\nbetween\n<!-- made by: echo two -->\n<!-- end -->\n"
    new = tool().renewed(page)
    assert new == ("before\n<!-- made by: echo one -->\n\none\n\n<!-- end -->\nbetween\n"
                   "<!-- made by: echo two -->\n\ntwo\n\n<!-- end -->\n")
    assert tool().renewed(new) == new


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    text = page.read_text()
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        other = (page.parent / name).resolve() if name else page
        assert other.exists(), f"{page.name} points to {target}"
        if anchor:
            assert anchor in anchors(other), f"{page.name} points to {target}"


def anchors(page):
    """GitHub's names of headings: small letters, blanks as hyphens, punctuation left out."""
    return [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
            for heading in re.findall(r"(?m)^#+ (.+)$", page.read_text())]


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_quoted_sources_are_the_sources(page):
    for name, quote in QUOTE.findall(page.read_text()):
        source = squeezed((ROOT / name).read_text())
        at = 0
        for piece in re.split(r"(?m)^\s*\.\.\.\s*$", quote):
            found = source.find(squeezed(piece), at)
            assert found >= 0, f"{page.name} quotes {name} wrongly:\n{piece}"
            at = found + len(squeezed(piece))


def squeezed(text):
    """Without the layout: indentation may differ, words may not."""
    return " ".join(text.split())


def test_every_page_can_be_reached_from_the_index():
    index = ROOT / "docs" / "index.md"
    linked = {(index.parent / t.partition("#")[0]).resolve()
              for t in re.findall(r"\]\(([^)\s]+)\)", index.read_text()) if ":" not in t}
    missing = [str(p.relative_to(ROOT)) for p in PAGES if p != index and p.resolve() not in linked]
    assert missing == []


def test_pictures_are_small_and_used():
    text = "".join(page.read_text() for page in PAGES)
    for picture in sorted((ROOT / "docs" / "images").iterdir()):
        assert picture.stat().st_size <= 150_000, picture.name
        assert picture.name in text, f"{picture.name} is shown nowhere"
