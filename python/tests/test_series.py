"""Time series of the diagnostics."""

import numpy as np
import pytest

import hexad
from hexad.series import names_to_draw
from sample import diagnostics, icosahedral, with_fields


@pytest.fixture
def runs(tmp_path):
    for name, members, slope in (("rk4", 1, 1.0), ("ensemble", 5, 2.0)):
        (tmp_path / name).mkdir()
        diagnostics(members, slope=slope).to_netcdf(tmp_path / name / "diagnostics.nc")
    return tmp_path


def test_a_run_is_read_by_its_folder_or_file(runs):
    run = hexad.read_run(runs / "ensemble")
    assert run.label == "ensemble" and list(run.series) == ["mass", "energy_drift", "largest_wind"]
    wind = run.series["largest_wind"]
    assert wind.values.shape == (13, 5) and wind.units == "m s-1"
    assert wind.days == pytest.approx(np.arange(13) / 4)
    assert hexad.read_run(runs / "rk4" / "diagnostics.nc", "mine").label == "mine"


def test_times_that_no_calendar_explains_are_taken_by_their_unit(tmp_path):
    data = diagnostics().drop_vars("time")
    data["time"] = ("time", np.arange(13) * 6.0, {"units": "hours"})
    data.to_netcdf(tmp_path / "diagnostics.nc")
    assert hexad.read_run(tmp_path).series["mass"].days[-1] == 3.0


def test_fields_are_no_series_and_files_without_any_are_refused(tmp_path):
    with_fields(icosahedral(1)).to_netcdf(tmp_path / "history.nc")
    with pytest.raises(hexad.HexadError, match="holds no time series"):
        hexad.read_run(tmp_path / "history.nc")


def test_each_variable_has_a_panel_and_each_run_a_colour(runs):
    several = [hexad.read_run(runs / name) for name in ("rk4", "ensemble")]
    figure = hexad.series_figure(several)
    assert [a.get_title(loc="left") for a in figure.axes[:3]] == ["Mass", "Energy drift", "Largest wind"]
    lines = figure.axes[2].get_lines()
    assert len(lines) == 1 + 5 + 1  # one member; five members and their mean
    assert figure.axes[2].get_xlabel() == "time (days)"
    band = hexad.series_figure(several, ["largest_wind"], members="band").axes[0]
    assert len(band.get_lines()) == 2 and len(band.collections) == 1
    top = band.get_lines()[1].get_ydata()
    assert top == pytest.approx(several[1].series["largest_wind"].values.mean(axis=1))


def test_variables_that_one_run_lacks_are_drawn_of_the_others(runs):
    several = [hexad.read_run(runs / name) for name in ("rk4", "ensemble")]
    del several[0].series["mass"]
    assert "mass" in names_to_draw(several, None)
    assert len(hexad.series_figure(several, ["mass"]).axes[0].get_lines()) == 6


def test_command(command, runs):
    done = command("series", "rk4", "ensemble", "--members", "band", "-o", "new/a.png", "--dpi", 60)
    assert done.returncode == 0, done.stderr
    assert (runs / "new/a.png").exists()


def test_command_says_what_is_wrong(command, runs):
    for arguments, text in ((("none",), "no file or folder none"), ((".",), "no diagnostics.nc"),
                            (("rk4", "--variables", "enery_drift"), "did you mean energy_drift?"),
                            (("rk4", "--labels", "a", "b"), "1 runs and 2 labels"),
                            (("rk4", "-o", "a.xyz"), "end it in .png")):
        done = command("series", *arguments)
        assert done.returncode == 2 and text in done.stderr and "Traceback" not in done.stderr
