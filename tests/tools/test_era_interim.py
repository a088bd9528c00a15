"""Five days from the ERA-Interim analysis at 40,962 cells, through the command, and its file in the
tools that people use. HEXAD_ERA_LEVEL makes it coarser."""

import json
import os
import pathlib
import subprocess
import sys

import netCDF4
import numpy as np
import pytest

HERE = pathlib.Path(__file__).parent
COMMAND = os.environ["HEXAD_COMMAND"]
SOURCE = pathlib.Path(os.environ["HEXAD_SOURCE"])
BUILD = pathlib.Path(os.environ["HEXAD_BUILD"])
LEVEL = os.environ.get("HEXAD_ERA_LEVEL", "6")


@pytest.fixture(scope="module")
def forecast(tmp_path_factory):
    """The folder of the run."""
    folder = tmp_path_factory.mktemp("era") / "out"
    case = SOURCE / "experiments/cases/era_interim.yaml"
    subprocess.run(
        [COMMAND, "forecast", "-q", str(case), "--set", f"output.directory={folder}",
         "--set", f"mesh.icosahedral.level={LEVEL}",
         "--set", "output.streams.history.every=1 d"],
        check=True)
    return folder


def run(script, *arguments, python=sys.executable):
    done = subprocess.run([str(python), str(HERE / script), *map(str, arguments)],
                          capture_output=True, text=True)
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr


def test_conserves_and_stays_calm(forecast):
    summary = json.loads((forecast / "summary.json").read_text())
    assert summary["mesh"]["cells"] == 10 * 4 ** int(LEVEL) + 2
    assert summary["run"]["simulated_s"] == 5 * 86400
    assert abs(summary["drift"]["mass"]) <= 1e-14
    with netCDF4.Dataset(forecast / "history.nc") as file:
        wind = np.hypot(file["eastward_wind"][:], file["northward_wind"][:]).max(axis=1)
        area = file["areaCell"][:].sum()
        thickness = file["thickness"][0]
        mean = (thickness * file["areaCell"][:]).sum() / area
        sphere = 4 * np.pi * file.sphere_radius ** 2
    print(f"mass {summary['drift']['mass']:.1e}, energy {summary['drift']['energy']:.1e}, "
          f"largest wind {wind.max():.2f} m/s, initially {wind[0]:.2f} m/s, "
          f"areas over 4 pi a^2 - 1: {area / sphere - 1:.1e}")
    assert wind.max() <= 1.3 * wind[0]
    assert abs(area / sphere - 1) <= 1e-14
    assert abs(mean - 8000) <= 1e-9 * 8000


def test_is_ugrid_and_cf(forecast):
    run("check_ugrid_cf.py", forecast / "history.nc")


def test_opens_in_xarray(forecast):
    run("check_xarray.py", forecast / "history.nc", "thickness", 6, "2000-01-15T00:00:00")


def test_opens_in_vtk(forecast):
    run("check_vtk.py", forecast / "history.nc", "thickness", python="/usr/bin/python3")


def test_opens_in_uxarray(forecast):
    python = BUILD / "venv-uxarray/bin/python"
    if not python.exists():
        pytest.skip(f"uxarray is not installed: {python} is missing (scripts/setup uxarray)")
    run("check_uxarray.py", forecast / "history.nc", "thickness", python=python)
