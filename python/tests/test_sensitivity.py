"""Pictures of sensitivities."""

import json

import numpy as np
import pytest

import hexad
from hexad.mesh import from_longitude_latitude
from hexad.sensitivity import marks_of, sensitivity_figure
from sample import icosahedral

RADIUS = 6371220.0


def region(**shape):
    return {"region": shape}


@pytest.fixture
def run(tmp_path):
    mesh = icosahedral(2)
    rng = np.random.default_rng(1)
    for name, place in (("thickness", "nCells"), ("vorticity", "nVertices"), ("coriolis", "nVertices")):
        mesh[f"gradient_{name}"] = (("Time", place), rng.standard_normal((2, mesh.sizes[place])),
                                    {"units": "m-2", "location": "face"})
    terms = [region(circle={"centre": {"longitude": 170.0, "latitude": 60.0}, "radius": 3e6}),
             region(box={"south": -10.0, "north": 20.0, "west": 160.0, "east": -150.0}),
             region(polygon=[[0, 0], [90, 0], [0, 90]]), region(mask="mask.nc, mask"),
             {"region": "whole"}, {"point": {"longitude": 10.0, "latitude": 50.0}}]
    mesh.attrs.update(response=json.dumps({"terms": terms}), sphere_radius=RADIUS)
    mesh.to_netcdf(tmp_path / "sensitivity.nc")
    return tmp_path


def titles(figure):
    return [axis.get_title(loc="left") for axis in figure.axes if axis.get_title(loc="left")]


def test_what_is_there_of_the_usual_is_drawn(run):
    assert titles(sensitivity_figure(run)) == [
        "Gradient with respect to thickness", "Gradient with respect to vorticity"]


@pytest.mark.parametrize("projection", sorted(hexad.PROJECTIONS))
def test_every_mark_is_drawn_on_every_projection(run, projection):
    figure = sensitivity_figure(run, ["gradient_thickness"], [0, 1], projection=projection)
    figure.canvas.draw()
    assert len(titles(figure)) == 2


def test_a_circle_is_as_far_from_its_centre_as_it_says():
    for latitude in (0.0, 89.0, -90.0):
        ring, = marks_of(region(circle={"centre": {"longitude": 20.0, "latitude": latitude},
                                        "radius": 2e6}), RADIUS)
        centre = from_longitude_latitude(20.0, latitude)
        angle = np.arccos(from_longitude_latitude(ring[:, 0], ring[:, 1]) @ centre)
        assert np.abs(angle * RADIUS - 2e6).max() < 1.0


def test_a_box_goes_eastward_over_the_date_line():
    outline, = marks_of(region(box={"south": 0.0, "north": 10.0, "west": 170.0, "east": -170.0}), RADIUS)
    assert outline[:, 0].min() == 170.0 and outline[:, 0].max() == 190.0
    around = marks_of(region(box={"south": 60.0, "north": 90.0, "west": 0.0, "east": 360.0}), RADIUS)
    assert len(around) == 1 and np.ptp(around[0][:, 0]) == 360.0


def test_the_sides_of_a_polygon_are_great_circles():
    outline, = marks_of(region(polygon=[[0, 0], [90, 0], [0, 90]]), RADIUS)
    points = from_longitude_latitude(outline[:, 0], outline[:, 1])
    assert np.abs(points[:, 2][:64]).max() < 1e-12  # the first along the equator
    assert (np.abs(points).min(axis=1) < 1e-12).all()


def test_the_command_writes_a_picture_and_says_what_is_wrong(run, command):
    ran = command("sensitivity", run, "--fields", "gradient_coriolis", "-o", "s.png", "--dpi", "40")
    assert ran.returncode == 0, ran.stderr
    assert (run / "s.png").stat().st_size > 1000
    ran = command("sensitivity", run / "nowhere")
    assert ran.returncode == 2 and "run hexad sensitivity" in ran.stderr
    ran = command("sensitivity", run, "--fields", "gradient_thikness")
    assert ran.returncode == 2 and "did you mean gradient_thickness" in ran.stderr
