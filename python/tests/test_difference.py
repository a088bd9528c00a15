"""Differences: norms against sums by hand, and what cannot be compared."""

import numpy as np
import pytest

import hexad
from sample import icosahedral, latitude_longitude, planar, with_fields


def test_norms_of_a_field_twice_another():
    data = latitude_longitude()
    found = hexad.difference(data, data, "northward_wind", time=1, second_time=0)
    assert (found.l1, found.l2, found.linf) == pytest.approx((1.0, 1.0, 1.0))


@pytest.mark.parametrize("name, place", [("thickness", "cell"), ("vorticity", "vertex"), ("u", "edge")])
def test_norms_are_weighted_by_area(name, place):
    a = with_fields(icosahedral(3))
    b = a.copy(deep=True)
    delta = np.random.default_rng(1).normal(size=a[name].shape)
    a[name] = a[name] + delta
    found, area = hexad.difference(a, b, name), hexad.Mesh(a).areas(place)
    reference, delta = b[name].values[-1], a[name].values[-1] - b[name].values[-1]
    assert found.mean == pytest.approx((area * delta).sum() / area.sum(), rel=1e-12)
    assert found.rms == pytest.approx(np.sqrt((area * delta**2).sum() / area.sum()), rel=1e-12)
    assert found.l1 == pytest.approx((area * abs(delta)).sum() / (area * abs(reference)).sum(), rel=1e-12)
    assert found.l2 == pytest.approx(
        np.sqrt((area * delta**2).sum() / (area * reference**2).sum()), rel=1e-12)
    assert found.linf == pytest.approx(abs(delta).max() / abs(reference).max(), rel=1e-12)
    assert abs(found.largest) == abs(delta).max()


def test_a_plane_is_compared():
    a = planar()
    b = a.copy(deep=True)
    b["thickness"] = b["thickness"] * 0 + 2.0
    a["thickness"] = a["thickness"] * 0 + 3.0
    found = hexad.difference(a, b, "thickness")
    assert (found.mean, found.l1, found.l2, found.linf) == pytest.approx((1.0, 0.5, 0.5, 0.5))
    assert "x " in found.report()


def test_missing_values_are_left_out_and_a_zero_reference_is_said():
    a, b = latitude_longitude(), latitude_longitude()
    a["surface_height"][:, 0, :] = np.nan
    b["surface_height"][:] = 0.0
    found = hexad.difference(a, b, "surface_height")
    assert found.l2 is None and np.isfinite(found.rms)
    assert "zero everywhere" in found.report()


def test_other_meshes_are_refused():
    small, large = with_fields(icosahedral(2)), with_fields(icosahedral(3))
    tilted = with_fields(icosahedral(3, pole_to_pole=True))
    for other, text in ((small, "A has 642 cells, B 162 cells"), (tilted, "degrees apart"),
                        (latitude_longitude().rename(surface_height="thickness"), "latitude-longitude grid")):
        with pytest.raises(hexad.HexadError, match=text):
            hexad.difference(large, other, "thickness")
    with pytest.raises(hexad.HexadError, match="A has 18 x 36, B 20 x 36"):
        hexad.difference(latitude_longitude(), latitude_longitude(rows=20), "surface_height")


def test_other_units_are_refused():
    a, b = latitude_longitude(), latitude_longitude()
    b["surface_height"].attrs["units"] = "km"
    with pytest.raises(hexad.HexadError, match="in 'm' in one file and in 'km'"):
        hexad.difference(a, b, "surface_height")


def test_command(command, tmp_path):
    a = with_fields(icosahedral(3))
    b = a.copy(deep=True)
    b["thickness"] = b["thickness"] + 10.0
    a.to_netcdf(tmp_path / "a.nc")
    b.to_netcdf(tmp_path / "b.nc")
    with_fields(icosahedral(2)).to_netcdf(tmp_path / "c.nc")
    done = command("difference", "a.nc", "b.nc", "thickness", "--dpi", 50)
    assert done.returncode == 0, done.stderr
    assert "mean -1.000000e+01, root mean square 1.000000e+01, largest -1.000000e+01 m at longitude" in done.stdout
    assert "relative to B: l1 1." in done.stdout
    assert (tmp_path / "thickness_difference.png").exists()
    (tmp_path / "thickness_difference.png").unlink()
    assert command("difference", "a.nc", "b.nc", "thickness", "--no-map").returncode == 0
    assert not (tmp_path / "thickness_difference.png").exists()
    refused = command("difference", "a.nc", "c.nc", "thickness")
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1 and "different meshes" in refused.stderr
