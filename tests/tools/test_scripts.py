"""scripts/setup and scripts/gpu-check on machines that lack something, played by stand-ins."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(os.environ.get("HEXAD_SOURCE", Path(__file__).parents[2]))


@pytest.fixture
def machine(tmp_path):
    """A copy of the scripts, and a function that runs one with stand-ins for commands."""
    shutil.copytree(ROOT / "scripts", tmp_path / "tree" / "scripts")
    stand_ins = tmp_path / "bin"
    stand_ins.mkdir()

    def run(script, *arguments, **commands):
        for name, body in commands.items():
            path = stand_ins / name.replace("_", "-")
            path.write_text(f"#!/bin/sh\n{body}\n")
            path.chmod(0o755)
        environment = {**os.environ, "PATH": f"{stand_ins}:{os.environ['PATH']}", "CALLS": str(tmp_path)}
        environment.pop("HEXAD_SETUP", None)
        return subprocess.run(["bash", tmp_path / "tree" / "scripts" / script, *arguments],
                              env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)

    return run


ALL_BUT_CATCH2 = 'for last; do :; done; [ "$last" = catch2 ] || printf installed'


def test_nothing_is_asked_for_when_nothing_is_missing(machine):
    done = machine("setup", "test", dpkg_query="printf installed", apt_get="exit 99", sudo="exit 99")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_only_what_is_missing_is_installed(machine, tmp_path):
    done = machine("setup", "test", dpkg_query=ALL_BUT_CATCH2, id="echo 0",
                   apt_get='echo "$@" >>"$CALLS/calls"; echo "$DEBIAN_FRONTEND" >>"$CALLS/calls"')
    assert done.returncode == 0, done.stderr
    calls = (tmp_path / "calls").read_text().splitlines()
    assert calls[0].endswith(" update")
    assert calls[2].endswith("install --no-install-recommends catch2")
    assert calls[3] == "noninteractive"


def test_a_user_who_cannot_install_is_told_what_to_ask_for(machine):
    done = machine("setup", "test", dpkg_query=ALL_BUT_CATCH2, id="echo 1000", sudo="exit 1",
                   apt_get="exit 99")
    assert done.returncode == 2
    assert "apt-get install --no-install-recommends catch2" in done.stderr


def test_a_refused_installation_says_what_is_missing_and_where_the_log_is(machine):
    done = machine("setup", "test", dpkg_query=ALL_BUT_CATCH2, id="echo 0",
                   apt_get="echo the mirror is gone >&2; exit 100")
    assert done.returncode == 2
    for part in ("the mirror is gone", "build/log/setup.log", "catch2"):
        assert part in done.stderr


def test_an_unknown_set_is_refused(machine):
    done = machine("setup", "everything")
    assert done.returncode == 2 and "unknown set 'everything'" in done.stderr


def test_gpu_check_says_what_is_missing(machine):
    done = machine("gpu-check", nvidia_smi="exit 9")
    assert done.returncode == 2
    assert "no NVIDIA GPU" in done.stderr
