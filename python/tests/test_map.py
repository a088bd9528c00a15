"""Maps: every place on every projection is covered without gaps, in the right colours and places."""

import subprocess
import sys

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import pytest

import hexad
from hexad.files import is_diverging, pick, title_of
from hexad.mesh import Mesh, from_longitude_latitude, longitude_latitude
from hexad.colours import colours, limits, nice, unit_text
from hexad.plot import draw, make_projection
from hexad.projections import PROJECTIONS
from sample import icosahedral, planar, with_fields


@pytest.fixture(scope="module")
def meshes():
    return {"poles": with_fields(icosahedral(2, pole_to_pole=True)), "tilted": with_fields(icosahedral(3))}


@pytest.fixture(scope="module")
def file(meshes, tmp_path_factory):
    path = tmp_path_factory.mktemp("data") / "history.nc"
    meshes["tilted"].to_netcdf(path)
    return path


def painted(field, mesh, projection):
    """Pixels of a map without lines, and which of them lie inside the outline by 3 pixels."""
    figure, axis = plt.subplots(figsize=(5, 5), dpi=80)
    draw(axis, mesh, field, projection, limits=(0.0, 2.0), coast=False, grid=False, colour_bar=False)
    figure.canvas.draw()
    image = np.asarray(figure.canvas.buffer_rgba())[::-1, :, :3].astype(int)
    edge = axis.transData.transform(projection.outline())
    y, x = np.mgrid[0:image.shape[0], 0:image.shape[1]]
    inside = matplotlib.path.Path(edge).contains_points(
        np.stack([x.ravel() + 0.5, y.ravel() + 0.5], axis=1), radius=0.0).reshape(x.shape)
    for _ in range(3):
        inside[1:-1, 1:-1] &= inside[:-2, 1:-1] & inside[2:, 1:-1] & inside[1:-1, :-2] & inside[1:-1, 2:]
    return image, inside


@pytest.mark.parametrize("mesh_name", ["poles", "tilted"])
@pytest.mark.parametrize("place", ["cell", "vertex", "edge"])
@pytest.mark.parametrize("projection", sorted(PROJECTIONS))
def test_polygons_cover_the_map_without_gaps(meshes, mesh_name, place, projection):
    data = meshes[mesh_name]
    mesh = Mesh(data)
    field = pick(data, {"cell": "thickness", "vertex": "vorticity", "edge": "u"}[place])
    field.values, field.diverging = np.ones_like(field.values), False
    image, inside = painted(field, mesh, make_projection(projection, 20.0, 50.0))
    base, norm = colours(field, 0.0, 2.0)
    colour = np.round(np.array(base(norm(1.0)))[:3] * 255)
    bad = inside & (np.abs(image - colour).max(axis=-1) > 40)
    assert inside.sum() > 10000
    assert bad.sum() == 0


@pytest.mark.parametrize("projection", ["mollweide", "equal-earth"])
def test_equal_area_projections_keep_the_area_of_each_polygon(meshes, projection):
    mesh = Mesh(meshes["tilted"])
    laid = make_projection(projection, -75.0)
    for place, count in (("cell", 642), ("vertex", 1280), ("edge", 1920)):
        areas = np.full(count, np.nan)
        for polygons, numbers in laid.polygons(mesh.centres(place), mesh.corners(place), 16):
            x, y = np.moveaxis(polygons, -1, 0)
            areas[numbers] = 0.5 * np.abs((x * np.roll(y, -1, 1) - y * np.roll(x, -1, 1)).sum(axis=1))
        assert np.isfinite(areas).all()
        # Sides of 16 chords: the sagitta leaves a relative error below one in a thousand overall.
        assert abs(areas.sum() / (4 * np.pi) - 1) < 1e-3


@pytest.mark.parametrize("place", ["cell", "vertex", "edge"])
def test_polygons_lie_round_their_centres(meshes, place):
    for data in meshes.values():
        mesh = Mesh(data)
        centres, corners = mesh.centres(place), mesh.corners(place)
        assert (np.einsum("ikx,ix->ik", corners, centres) > 0.9).all()


def test_robinson_and_mollweide_at_known_points():
    robinson, mollweide = make_projection("robinson"), make_projection("mollweide")
    # Robinson's table at 40 degrees; Mollweide's poles are points at sqrt(2).
    assert robinson.forward(90.0, 40.0) == pytest.approx([0.8487 * np.pi / 2 * 0.9216, 1.3523 * 0.4958])
    assert robinson.forward(0.0, -90.0) == pytest.approx([0.0, -1.3523])
    assert mollweide.forward(180.0, 0.0) == pytest.approx([2 * np.sqrt(2), 0.0])
    assert mollweide.forward(120.0, 90.0) == pytest.approx([0.0, np.sqrt(2)], abs=1e-5)


@pytest.mark.parametrize("name, crs", [
    ("orthographic", "Orthographic(20, 50)"), ("robinson", "Robinson(20)"),
    ("mollweide", "Mollweide(20)"), ("equal-earth", "EqualEarth(20)"),
    ("stereographic-north", "NorthPolarStereo(20)"), ("stereographic-south", "SouthPolarStereo(20)")])
def test_projections_agree_with_cartopy(name, crs):
    ccrs = pytest.importorskip("cartopy.crs")
    theirs = eval("ccrs." + crs, {"ccrs": ccrs})
    lon, lat = (a.ravel() for a in np.meshgrid(np.arange(-150, 180, 37.0), np.arange(-80, 81, 20.0)))
    mine, seen = make_projection(name, 20.0, 50.0).points(from_longitude_latitude(lon, lat))
    other = theirs.transform_points(ccrs.Geodetic(), lon, lat)[:, :2]
    seen &= np.isfinite(other).all(axis=1)
    scale = np.abs(other[seen]).max() / np.abs(mine[seen]).max()
    # They are on an ellipsoid or interpolate Robinson's table in another way: parts in a thousand.
    assert np.abs(other[seen] / scale - mine[seen]).max() < 5e-3


def test_a_cartopy_projection_can_be_used(meshes):
    ccrs = pytest.importorskip("cartopy.crs")
    figure = hexad.map(meshes["tilted"], "thickness", projection=ccrs.LambertAzimuthalEqualArea(0, 50))
    figure.canvas.draw()


def test_colours_are_robust_and_symmetric():
    values = np.r_[np.linspace(-1.0, 3.0, 1000), 1e6]
    low, high = limits([values], diverging=True)
    assert low == -high and 2.8 < high < 3.1
    low, high = limits([values], diverging=False)
    assert -1.0 <= low < -0.9 and 2.9 < high < 3.1
    low, high = limits([np.full(5, 7.0)], diverging=False)
    assert low < 7.0 < high


def test_white_lies_at_zero_of_a_gradient(meshes):
    field = pick(meshes["tilted"], "vorticity")
    low, high = limits([field.values], field.diverging)
    base, norm = colours(field, low, high)
    assert 0.0 in norm.boundaries
    assert base(norm(1e-9 * high))[:3] != base(norm(0.9 * high))[:3]


def test_colours_are_symmetric_about_zero_whichever_end_has_more_beyond(meshes):
    field = pick(meshes["tilted"], "vorticity")
    field.values = np.r_[field.values, 1.0]
    base, norm = colours(field, -1e-5, 1e-5)
    low, high = np.array(base(norm(-1e-12)))[:3], np.array(base(norm(1e-12)))[:3]
    assert low.min() > 0.85 and high.min() > 0.85  # both next to white


def test_means_round_cells(meshes):
    for data in meshes.values():
        mesh = Mesh(data)
        for place, count in (("vertex", data.sizes["nVertices"]), ("edge", data.sizes["nEdges"])):
            assert np.allclose(mesh.at_cells(np.full(count, 3.0), place), 3.0)
        # The mean height of a cell's corners is near that of its centre.
        assert np.abs(mesh.at_cells(mesh.vertices[:, 2], "vertex") - mesh.cells[:, 2]).max() < 0.03


def test_what_has_a_sign_is_told_from_what_has_none():
    assert is_diverging("vorticity", {})
    assert is_diverging("gradient_thickness", {})
    assert is_diverging("wind_east", {"standard_name": "eastward_wind"})
    assert not is_diverging("thickness", {})
    assert not is_diverging("wind_speed", {})


def test_texts():
    assert title_of("gradient_thickness", {"long_name": "a sentence"}) == "gradient with respect to thickness"
    assert title_of("thickness", {"long_name": "thickness of the layer"}) == "thickness of the layer"
    assert unit_text("m s-1") == "m s$^{-1}$"
    assert unit_text("m5 s-2 m-1 m-2") == "m$^{2}$ s$^{-2}$" and unit_text("1") == "1"
    assert unit_text("m2 s-2") == "m$^{2}$ s$^{-2}$"
    assert nice(42.0) == 20.0 and nice(5.0) == 5.0 and nice(0.013) == 0.01


def test_times(file):
    with hexad.open(file) as data:
        assert pick(data, "thickness").time == "2000-01-02 00:00"
        assert pick(data, "thickness", 0).time == "2000-01-01 00:00"
        assert pick(data, "thickness", "2000-01-01T11").time == "2000-01-01 12:00"
        with pytest.raises(hexad.HexadError, match="the file has 3"):
            pick(data, "thickness", 3)


def run(*arguments):
    return subprocess.run([sys.executable, "-m", "hexad", *map(str, arguments)], capture_output=True, text=True)


def test_command(file, tmp_path):
    out = tmp_path / "maps" / "a.png"
    done = run("map", file, "thickness", "vorticity", "--time", "0", "2000-01-02", "--arrows",
               "--contour", "thickness", "--dpi", 60, "-o", out)
    assert done.returncode == 0, done.stderr
    assert plt.imread(out).shape[1] > 300


def test_command_says_what_is_wrong(file, tmp_path):
    wrong = run("map", file, "vortcity")
    assert wrong.returncode == 2
    assert "did you mean vorticity?" in wrong.stderr and "Traceback" not in wrong.stderr
    assert run("map", tmp_path / "none.nc", "u").returncode == 2
    assert run("fields", file).stdout.split() == ["thickness", "wind_east", "wind_north", "vorticity", "u"]


def test_a_plane_is_drawn_without_the_globe(tmp_path):
    data = planar()
    mesh = Mesh(data)
    corners, centres = mesh.corners("cell"), mesh.centres("cell")
    assert np.linalg.norm(corners - centres[:, None], axis=-1).max() == pytest.approx(1000 / 3**0.5)
    hexad.map(data, "thickness").savefig(tmp_path / "plane.png")


def test_longitude_latitude_round_trip():
    lon, lat = np.array([-179.0, 0.0, 35.0]), np.array([-89.0, 0.0, 60.0])
    back = longitude_latitude(from_longitude_latitude(lon, lat))
    assert np.allclose(back[0], lon) and np.allclose(back[1], lat)
