"""Latitude-longitude files: drawn as they are, with the areas of their cells."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

import hexad
from hexad.files import field_names, pick
from hexad.plot import make_projection
from hexad.projections import PROJECTIONS
from sample import icosahedral, latitude_longitude, with_fields
from test_map import painted

GRIDS = {"plain": {}, "poles": {"poles": True, "rows": 19}, "descending": {"descending": True},
         "from the date line": {"start": -180.0}}


@pytest.mark.parametrize("grid", sorted(GRIDS))
@pytest.mark.parametrize("projection", sorted(PROJECTIONS))
def test_cells_cover_the_map_without_gaps(grid, projection):
    data = latitude_longitude(**GRIDS[grid])
    field = pick(data, "surface_height")
    field.values = np.ones_like(field.values)
    image, inside = painted(field, hexad.mesh_of(data), make_projection(projection, 20.0, 50.0))
    from hexad.colours import colours
    base, norm = colours(field, 0.0, 2.0)
    colour = np.round(np.array(base(norm(1.0)))[:3] * 255)
    assert inside.sum() > 10000
    assert (inside & (np.abs(image - colour).max(axis=-1) > 40)).sum() == 0


@pytest.mark.parametrize("grid", sorted(GRIDS))
def test_areas_fill_the_sphere(grid):
    mesh = hexad.mesh_of(latitude_longitude(**GRIDS[grid]))
    assert mesh.areas("grid").sum() == pytest.approx(4 * np.pi, rel=1e-14)


@pytest.mark.parametrize("place", ["cell", "vertex"])
def test_areas_of_polygons_fill_the_sphere(place):
    mesh = hexad.Mesh(icosahedral(3))
    assert mesh.areas(place).min() > 0
    assert mesh.areas(place).sum() == pytest.approx(4 * np.pi, rel=1e-13)


def test_values_stand_at_their_place():
    data = latitude_longitude()
    mesh, field = hexad.mesh_of(data), pick(data, "surface_height", 0)
    at = int(np.argmin(np.linalg.norm(mesh.cells - [0.0, 1.0, 0.0], axis=-1)))  # 90 E on the equator
    assert field.values[at] == pytest.approx(4900, abs=3)
    assert field.time == "2000-01-01 00:00"


def test_own_bounds_are_used():
    data = latitude_longitude(rows=2, columns=4)
    data["lat"].attrs["bounds"] = "lat_bnds"
    data["lat_bnds"] = (("lat", "bnds"), [[-90.0, 30.0], [30.0, 90.0]])
    areas = hexad.mesh_of(data).areas("grid").reshape(2, 4)
    assert areas[0] / areas[1] == pytest.approx([3.0] * 4)  # sin 30 + 1 to 1 - sin 30


def test_command_draws_contours_and_arrows(command, tmp_path):
    latitude_longitude().to_netcdf(tmp_path / "regular.nc")
    done = command("map", "regular.nc", "surface_height", "--time", "0", "1", "--arrows", "--contour",
                   "surface_height", "--dpi", 50)
    assert done.returncode == 0, done.stderr
    assert plt.imread(tmp_path / "surface_height.png").shape[1] > 300
    assert command("fields", "regular.nc").stdout.split() == [
        "surface_height", "eastward_wind", "northward_wind"]


def test_a_limited_area_is_drawn(tmp_path):
    data = latitude_longitude().isel(lat=slice(9, 15), lon=slice(0, 9))
    assert len(hexad.mesh_of(data).cells_on_vertex) == 2 * 5 * 8
    hexad.map(data, "surface_height", contour="surface_height").savefig(tmp_path / "a.png")


def test_files_without_a_mesh_are_refused():
    with pytest.raises(hexad.HexadError, match="carries no mesh"):
        hexad.mesh_of(latitude_longitude().drop_vars("lat"))
    cells = with_fields(icosahedral(1)).drop_vars("xCell")
    with pytest.raises(hexad.HexadError, match="lacks xCell"):
        hexad.mesh_of(cells)
    assert "lat_bnds" not in field_names(latitude_longitude())
