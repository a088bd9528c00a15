"""Opens files and picks fields out of them."""

import difflib
from dataclasses import dataclass

import numpy as np
import xarray as xr

PLACES = {"nCells": "cell", "nEdges": "edge", "nVertices": "vertex"}


class HexadError(Exception):
    """What is wrong with a file or a request, in one line."""


@dataclass(eq=False)
class Field:
    """Values of one field at one moment, with what a map says about them."""

    name: str
    place: str  # "cell", "edge" or "vertex"
    values: np.ndarray
    units: str
    title: str
    time: str
    diverging: bool


def open_dataset(path):
    """The file as an xarray dataset; times that no calendar explains stay numbers."""
    try:
        try:
            return xr.open_dataset(path, engine="netcdf4")
        except ValueError:
            return xr.open_dataset(path, engine="netcdf4", decode_times=False)
    except OSError as error:
        raise HexadError(f"{path} could not be opened: {error.strerror or error}") from None


def field_names(dataset):
    """Fields that can be drawn: real numbers on cells, edges or vertices, the mesh's own aside."""
    return [
        name for name, variable in dataset.data_vars.items()
        if np.issubdtype(variable.dtype, np.floating)
        and any(dim in PLACES for dim in variable.dims)
        and "maxEdges" not in variable.dims
        and (variable.attrs.get("location") or "Time" in variable.dims)
    ]


def pick(dataset, name, time=-1, member=0):
    """One field at one time: an index, or an ISO date of which the nearest output is taken."""
    if name not in dataset.variables:
        known = field_names(dataset)
        near = difflib.get_close_matches(name, known, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise HexadError(f"there is no field '{name}'{hint} The file has: {', '.join(known)}")
    array = dataset[name]
    places = [dim for dim in array.dims if dim in PLACES]
    if len(places) != 1:
        raise HexadError(f"'{name}' is not on cells, edges or vertices but on {array.dims}")
    label = ""
    if "Time" in array.dims:
        index = time_index(dataset, time)
        array = array.isel(Time=index)
        label = time_label(dataset, index)
    for dim in [dim for dim in array.dims if dim not in PLACES]:
        array = array.isel({dim: member if dim in ("members", "nMembers", "member") else 0})
    attributes = dataset[name].attrs
    return Field(
        name=name,
        place=PLACES[places[0]],
        values=np.asarray(array.values, dtype=float),
        units=str(attributes.get("units", "")),
        title=title_of(name, attributes),
        time=label,
        diverging=is_diverging(name, attributes),
    )


def title_of(name, attributes):
    """Short enough for the head of a panel; a gradient's long name is a sentence."""
    for prefix in ("gradient", "derivative"):
        if name.startswith(prefix + "_"):
            return f"{prefix} with respect to {name[len(prefix) + 1:].replace('_', ' ')}"
    return str(attributes.get("long_name", name.replace("_", " ")))


def time_variable(dataset):
    return next((n for n in ("time", "Time") if n in dataset.variables), None)


def time_index(dataset, time):
    count = dataset.sizes["Time"]
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
    value = dataset[name].isel(Time=index).values if dataset[name].dims else dataset[name].values
    value = value.item() if value.dtype.kind == "O" else value
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
