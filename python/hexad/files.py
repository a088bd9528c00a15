"""Opens files and picks fields out of them."""

import difflib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import xarray as xr

PLACES = {"nCells": "cell", "nEdges": "edge", "nVertices": "vertex"}


class HexadError(Exception):
    """What is wrong with a file or a request, in one line."""


@dataclass(eq=False)
class Field:
    """Values of one field at one moment, with what a map says about them."""

    name: str
    place: str  # "cell", "edge", "vertex", or "grid" on a latitude-longitude grid
    values: np.ndarray
    units: str
    title: str
    time: str
    diverging: bool
    span: tuple = None  # least and largest value of all that shares the colours, where that is more


def open_dataset(path):
    """The file as an xarray dataset; times that no calendar explains stay numbers."""
    try:
        try:
            return xr.open_dataset(path, engine="netcdf4")
        except ValueError:
            return xr.open_dataset(path, engine="netcdf4", decode_times=False)
    except OSError as error:
        raise HexadError(f"{path} could not be opened: {error.strerror or error}") from None


def axis_of(dataset, kind):
    """The name of the one-dimensional coordinate "latitude" or "longitude", or None (CF, 4.1, 4.2)."""
    units = {"latitude": ("degrees_north", "degree_north", "degrees_N", "degreesN"),
             "longitude": ("degrees_east", "degree_east", "degrees_E", "degreesE")}[kind]
    for name, variable in dataset.variables.items():
        if variable.dims == (name,) and (variable.attrs.get("standard_name") == kind
                                         or variable.attrs.get("units") in units):
            return name
    return None


def place_of(dataset, variable):
    """Where a variable lives, a name as in Field, or None."""
    places = [dim for dim in variable.dims if dim in PLACES]
    if len(places) == 1:
        return PLACES[places[0]]
    axes = (axis_of(dataset, "latitude"), axis_of(dataset, "longitude"))
    return "grid" if None not in axes and variable.dims[-2:] == axes else None


def time_dimension(variable):
    return next((dim for dim in variable.dims if dim.lower() == "time"), None)


def is_member_dimension(dim):
    return dim.lower() in ("members", "member", "nmembers", "realization", "ensemble")


def field_names(dataset):
    """Fields that can be drawn: real numbers on cells, edges, vertices or a latitude-longitude grid,
    the mesh's own aside."""
    return [
        name for name, variable in dataset.data_vars.items()
        if np.issubdtype(variable.dtype, np.floating)
        and place_of(dataset, variable) is not None
        and "maxEdges" not in variable.dims
        and (variable.attrs.get("location") or time_dimension(variable)
             or place_of(dataset, variable) == "grid")
    ]


def find(dataset, name):
    """The variable of that name on a place of the mesh; otherwise what the file has is said."""
    if name not in dataset.variables:
        known = field_names(dataset)
        near = difflib.get_close_matches(name, known, n=1)
        hint = f"; did you mean {near[0]}?" if near else "."
        has = f"The file has: {', '.join(known)}" if known else "The file has no fields to draw"
        raise HexadError(f"there is no field '{name}'{hint} {has}")
    array = dataset[name]
    if place_of(dataset, array) is None:
        raise HexadError(f"'{name}' is not on cells, edges, vertices or a latitude-longitude grid "
                         f"but on ({', '.join(array.dims)})")
    return array


def pick(dataset, name, time=-1, member=0):
    """One field at one time: an index, or an ISO date of which the nearest output is taken."""
    array = find(dataset, name)
    place, label = place_of(dataset, array), ""
    if time_dimension(array):
        index = time_index(dataset, time_dimension(array), time)
        array = array.isel({time_dimension(array): index})
        label = time_label(dataset, index)
    kept = array.dims[-2:] if place == "grid" else [dim for dim in array.dims if dim in PLACES]
    for dim in [dim for dim in array.dims if dim not in kept]:
        array = array.isel({dim: member_index(array, dim, member) if is_member_dimension(dim) else 0})
    attributes = dataset[name].attrs
    return Field(
        name=name,
        place=place,
        values=np.asarray(array.values, dtype=float).ravel(),
        units=str(attributes.get("units", "")),
        title=title_of(name, attributes),
        time=label,
        diverging=is_diverging(name, attributes),
    )


def member_index(array, dim, member):
    if not 0 <= member < array.sizes[dim]:
        raise HexadError(f"there is no member {member}: the file has {array.sizes[dim]}, numbered from 0")
    return member


def title_of(name, attributes):
    """Short enough for the head of a panel; a gradient's long name is a sentence."""
    for prefix in ("gradient", "derivative"):
        if name.startswith(prefix + "_"):
            return f"{prefix} with respect to {name[len(prefix) + 1:].replace('_', ' ')}"
    return str(attributes.get("long_name", name.replace("_", " ")))


def time_variable(dataset):
    return next((n for n in ("time", "Time") if n in dataset.variables), None)


def time_index(dataset, dimension, time):
    count = dataset.sizes[dimension]
    if isinstance(time, str) and not time.lstrip("-").isdigit():
        name = time_variable(dataset)
        if name is None or dataset[name].dtype.kind != "M":
            raise HexadError(f"the file's times are not dates, so '{time}' cannot be found in it")
        try:
            wanted = np.datetime64(time)
        except ValueError:
            raise HexadError(f"'{time}' is neither a number nor an ISO date") from None
        return int(np.argmin(np.abs(dataset[name].values - wanted)))
    index = int(time)
    if not -count <= index < count:
        raise HexadError(f"there is no time {index}: the file has {count}, numbered from 0")
    return index % count


def time_label(dataset, index):
    name = time_variable(dataset)
    if name is None:
        return ""
    value = dataset[name].values[index] if dataset[name].dims else dataset[name].values[()]
    if hasattr(value, "isoformat"):  # a date of another calendar than the usual one
        return value.isoformat(" ", timespec="minutes")
    if np.issubdtype(value.dtype, np.datetime64):
        return np.datetime_as_string(value, unit="m").replace("T", " ")
    return f"{float(value):g} {dataset[name].attrs.get('units', '')}".strip()


def is_diverging(name, attributes):
    """Whether zero is the middle of the colours: quantities that have a sign."""
    text = f"{name} {attributes.get('standard_name', '')} {attributes.get('long_name', '')}".lower()
    signed = ("vorticity", "divergence", "gradient", "sensitivity", "increment", "difference",
              "perturbation", "tangent", "anomaly", "eastward", "northward", "velocity",
              "derivative", "adjoint", "tendency", "stream", "coriolis")
    return any(word in text for word in signed)


def result_file(folder, name, command):
    """FOLDER/NAME, or the file itself where that is given; `command` is what writes it."""
    path = Path(folder)
    path = path / name if path.is_dir() else path
    if not path.exists():
        raise HexadError(f"there is no '{path}': run {command} on the case first")
    return path
