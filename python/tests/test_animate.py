"""Animations: all frames, one scale, one palette."""

import numpy as np
import pytest
from PIL import Image

import hexad
from hexad.animate import frame_times, frames, scan
from hexad.files import pick
from sample import icosahedral, latitude_longitude, with_fields


@pytest.fixture(scope="module")
def data():
    return with_fields(icosahedral(2))


def test_frames_are_chosen(data):
    assert frame_times(data, "thickness") == [0, 1, 2]
    assert frame_times(data, "thickness", every=2) == [0, 2]
    assert frame_times(data, "thickness", "2000-01-01T11", "2000-01-01T13") == [1]
    with pytest.raises(hexad.HexadError, match="comes before"):
        frame_times(data, "thickness", 2, 0)
    with pytest.raises(hexad.HexadError, match="no time"):
        frame_times(data, "xCell")


def test_the_scale_spans_all_frames(data):
    data = data.copy(deep=True)
    data["thickness"][0] *= 3
    scale, whole = scan(lambda: (pick(data, "thickness", time) for time in range(3)))
    assert whole == (float(data.thickness.min()), float(data.thickness.max()))
    assert scale[1] > data.thickness[1:].max()


def test_equal_values_have_equal_colours_in_all_frames(data):
    """The field of the last frame is the first's with a peak: the rest of the picture stays."""
    data = data.copy(deep=True).isel(Time=slice(0, 2))
    data["time"] = data["time"][[0, 0]]
    data["thickness"][1] = data["thickness"][0]
    data["thickness"][1, 5] = 1e5
    first, last = (np.asarray(picture) for picture in frames(data, "thickness", [0, 1], dpi=60))
    changed = (first != last).any(axis=-1).mean()
    assert 0 < changed < 0.05  # one of 162 cells


def test_command_writes_a_gif(command, tmp_path, data):
    data.to_netcdf(tmp_path / "history.nc")
    done = command("animate", "history.nc", "vorticity", "--dpi", 40, "--rate", 5, "--contour", "thickness")
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[-1] == "frame 3 of 3"
    with Image.open(tmp_path / "vorticity.gif") as image:
        assert image.n_frames == 3 and image.info["duration"] == 200 and image.info["loop"] == 0


def test_command_animates_a_latitude_longitude_file(command, tmp_path):
    latitude_longitude().to_netcdf(tmp_path / "regular.nc")
    done = command("animate", "regular.nc", "surface_height", "--dpi", 40, "-q", "--projection",
                   "orthographic", "-o", "new/a.gif")
    assert done.returncode == 0, done.stderr
    assert done.stderr == "" and (tmp_path / "new/a.gif").exists()


def test_an_mp4_is_given_to_ffmpeg(command, tmp_path, data, monkeypatch):
    """A stand-in takes the raw frames and says how many bytes came."""
    data.to_netcdf(tmp_path / "history.nc")
    stand_in = tmp_path / "bin" / "ffmpeg"
    stand_in.parent.mkdir()
    stand_in.write_text('#!/bin/sh\necho "$@" >arguments\nwc -c >bytes\n')
    stand_in.chmod(0o755)
    monkeypatch.setenv("PATH", f"{stand_in.parent}:/usr/bin:/bin")
    done = command("animate", "history.nc", "thickness", "--dpi", 40, "-o", "a.mp4")
    assert done.returncode == 0, done.stderr
    arguments = (tmp_path / "arguments").read_text().split()
    width, height = map(int, arguments[arguments.index("-s") + 1].split("x"))
    assert int((tmp_path / "bytes").read_text()) == 3 * 3 * width * height
    assert arguments[-1] == "a.mp4"
    stand_in.write_text("#!/bin/sh\necho the disk is full >&2; exit 1\n")
    failed = command("animate", "history.nc", "thickness", "--dpi", 40, "-q", "-o", "a.mp4")
    assert failed.returncode == 2 and "the disk is full" in failed.stderr


def test_command_says_what_is_wrong(command, tmp_path, data, monkeypatch):
    data.to_netcdf(tmp_path / "history.nc")
    monkeypatch.setenv("PATH", "/nowhere")
    for arguments, text in ((("thickness", "-o", "a.mp4"), "needs the program ffmpeg"),
                            (("thickness", "-o", "a.avi"), ".gif or .mp4"),
                            (("thickness", "--rate", 0), "frames a second"),
                            (("thickness", "--every", 0), "1 or more"),
                            (("thikness",), "did you mean thickness?")):
        done = command("animate", "history.nc", *arguments)
        assert done.returncode == 2 and text in done.stderr and "Traceback" not in done.stderr
