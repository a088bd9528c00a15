"""Pictures of singular vectors."""

import numpy as np
import pytest

import hexad
from hexad.vectors import vectors_figure
from sample import icosahedral


@pytest.fixture
def search(tmp_path):
    mesh = icosahedral(2)
    rng = np.random.default_rng(1)
    counts = (2, mesh.sizes["nVertices"], 4)
    mesh["vorticity"] = (("Time", "nVertices", "nMembers"), rng.standard_normal(counts),
                         {"units": "s-1", "location": "node",
                          "long_name": "perturbation of relative vorticity"})
    mesh["growth"] = ("nMembers", np.array([9.0, 8.0, 7.0, 6.0]), {"units": "1"})
    mesh.to_netcdf(tmp_path / "vectors.nc")
    return tmp_path


def titles(figure):
    return [axis.get_title(loc="left") for axis in figure.axes if axis.get_title(loc="left")]


def test_a_vector_is_drawn_at_both_ends_with_its_growth(search):
    figure = vectors_figure(search, [1, 4])
    assert titles(figure) == ["Vector 1, start", "Vector 1, grown 9 times",
                              "Vector 4, start", "Vector 4, grown 6 times"]


def test_the_first_three_are_drawn_where_none_is_named(search):
    assert len(titles(vectors_figure(search))) == 6


def test_a_vector_that_is_not_there_is_refused(search):
    with pytest.raises(hexad.HexadError, match="no vector 5: the file has 4"):
        vectors_figure(search, [5])
    with pytest.raises(hexad.HexadError, match="run hexad vectors"):
        vectors_figure(search / "elsewhere")


def test_the_command_writes_a_picture(search, command):
    ran = command("vectors", search, "--vectors", "2", "-o", "v.png", "--dpi", "40")
    assert ran.returncode == 0, ran.stderr
    assert (search / "v.png").stat().st_size > 1000
    ran = command("vectors", search, "--vectors", "7")
    assert ran.returncode == 2 and ran.stderr.count("\n") == 1 and "no vector 7" in ran.stderr
