import subprocess
import sys

import matplotlib
import pytest

matplotlib.use("Agg")
import matplotlib.pyplot as plt


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


@pytest.fixture
def command(tmp_path):
    """Runs `python -m hexad ...` in an empty folder."""
    def run(*arguments, **options):
        return subprocess.run([sys.executable, "-m", "hexad", *map(str, arguments)], cwd=tmp_path,
                              capture_output=True, text=True, **options)
    return run
