"""Gradients of a response of a forecast, with the place that the response is of."""

import json

import numpy as np

from .files import HexadError, field_names, open_dataset, pick, result_file
from .lat_lon import mesh_of
from .mesh import from_longitude_latitude, local_frame, longitude_latitude, unit
from .plot import figure_of

DEFAULT_FIELDS = ("gradient_thickness", "gradient_vorticity", "gradient_topography")


def sensitivity_figure(folder, fields=None, time=0, **options):
    """A map of each field at each time, fields of vertices and edges as their mean round each cell,
    with the outline of the region, or the point, of each term of the response."""
    times = list(time) if isinstance(time, (list, tuple)) else [time]
    with open_dataset(result_file(folder, "sensitivity.nc", "hexad sensitivity")) as dataset:
        if "response" not in dataset.attrs:
            raise HexadError(f"'{folder}' holds no response: it is of hexad sensitivity")
        known = field_names(dataset)
        names = list(fields or [name for name in DEFAULT_FIELDS if name in known] or known[:1])
        mesh = mesh_of(dataset)
        groups = [[pick(dataset, name, moment) for moment in times] for name in names]
        for field in (field for group in groups for field in group):
            field.values, field.place = mesh.at_cells(field.values, field.place), "cell"
        marks = response_marks(dataset)
    return figure_of(mesh, groups, marks=marks, **options)


def response_marks(dataset):
    """The lines and points of a file's response, as `draw` takes them."""
    radius = float(dataset.attrs.get("sphere_radius", 0)) or 1.0
    terms = json.loads(dataset.attrs["response"])["terms"]
    return [mark for term in terms for mark in marks_of(term, radius)]


def marks_of(term, radius):
    if "point" in term:
        return [place(term["point"])[None]]
    region = term.get("region", "whole")
    if not isinstance(region, dict):
        return []
    if "circle" in region:
        return [circle(region["circle"], radius)]
    if "box" in region:
        return box(**region["box"])
    if "polygon" in region:
        return [polygon(np.asarray(region["polygon"], float))]
    return []  # a mask has no outline of its own


def place(point):
    return np.array([point["longitude"], point["latitude"]] if "longitude" in point
                    else [point["x"], point["y"]], float)


def circle(found, radius):
    turn = np.linspace(0.0, 2.0 * np.pi, 181)[:, None]
    centre = place(found["centre"])
    if "x" in found["centre"]:
        return centre + found["radius"] * np.hstack([np.cos(turn), np.sin(turn)])
    angle, up = found["radius"] / radius, from_longitude_latitude(*centre)
    east, north = local_frame(up)
    ring = np.cos(angle) * up + np.sin(angle) * (np.cos(turn) * east + np.sin(turn) * north)
    return np.stack(longitude_latitude(ring), axis=-1)


def box(south, north, west, east):
    """Its outline; of one all round its parallels, without those at the poles."""
    width = (east - west) % 360.0 or 360.0
    along = west + np.linspace(0.0, width, 181)
    if width == 360.0:
        return [np.stack([along, np.full(181, lat)], axis=-1)
                for lat in (south, north) if abs(lat) < 90.0]
    up, down = np.linspace(south, north, 91), np.linspace(north, south, 91)
    return [np.concatenate([np.stack(pair, axis=-1) for pair in (
        (along, np.full(181, south)), (np.full(91, west + width), up),
        (along[::-1], np.full(181, north)), (np.full(91, west), down))])]


def polygon(corners):
    """Great circles from corner to corner."""
    points = from_longitude_latitude(corners[:, 0], corners[:, 1])
    part = np.linspace(0.0, 1.0, 64)[:, None]
    sides = [unit((1.0 - part) * a + part * b) for a, b in zip(points, np.roll(points, -1, axis=0))]
    return np.stack(longitude_latitude(np.concatenate(sides)), axis=-1)
