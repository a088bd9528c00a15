"""Fields on a latitude-longitude grid, seen as a mesh of four-sided cells."""

import numpy as np

from .files import HexadError, axis_of
from .mesh import NEEDED, Mesh, from_longitude_latitude


def mesh_of(dataset):
    """The mesh of a file: that of its MPAS variables, or its latitude-longitude grid."""
    if any(name in dataset.variables for name in NEEDED):
        return Mesh(dataset)
    if axis_of(dataset, "latitude") and axis_of(dataset, "longitude"):
        return LatLonGrid(dataset)
    raise HexadError("the file carries no mesh: it has neither the MPAS variables "
                     "(xCell, verticesOnCell, ...) nor latitude and longitude as coordinates")


class LatLonGrid:
    """Cells between the bounds of the axes; numbered as the values of a field, longitude fastest."""

    spherical = True
    period = np.zeros(3)

    def __init__(self, dataset):
        names = {kind: axis_of(dataset, kind) for kind in ("latitude", "longitude")}
        self.latitude, self.longitude = (np.asarray(dataset[name].values, float)
                                         for name in names.values())
        self._south_north = np.clip(bounds_of(dataset, names["latitude"]), -90.0, 90.0)
        self._west_east = bounds_of(dataset, names["longitude"])
        lon, lat = np.meshgrid(self.longitude, self.latitude)
        self.cells = from_longitude_latitude(lon.ravel(), lat.ravel())
        # A cell of a pole has its middle off the pole: a polygon is laid out from there.
        middle = np.where(np.abs(self.latitude) > 89.99, self._south_north.mean(axis=1), self.latitude)
        lon, lat = np.meshgrid(self.longitude, middle)
        self._centres = from_longitude_latitude(lon.ravel(), lat.ravel())

    def centres(self, place):
        return self._centres

    def corners(self, place):
        """(n, 4, 3), counter-clockwise from the south-west."""
        south, north = np.sort(self._south_north, axis=1).T
        west, east = np.sort(self._west_east, axis=1).T
        lon = np.broadcast_to(np.stack([west, east, east, west], axis=-1),
                              (len(south), len(west), 4))
        lat = np.broadcast_to(np.stack([south, south, north, north], axis=-1)[:, None],
                              (len(south), len(west), 4))
        return from_longitude_latitude(lon, lat).reshape(-1, 4, 3)

    def areas(self, place):
        """In units of the radius squared: between two parallels and two meridians."""
        height = np.abs(np.diff(np.sin(np.radians(self._south_north)), axis=1))
        width = np.abs(np.diff(np.radians(self._west_east), axis=1))
        return (height * width.T).ravel()

    def at_cells(self, values, place):
        return values

    @property
    def cells_on_vertex(self):
        """Two triangles between each four neighbours; round the globe where the axis goes round."""
        rows, columns = len(self.latitude), len(self.longitude)
        turn = np.abs(np.diff(self._west_east, axis=1)).sum()
        last = columns if abs(turn - 360.0) < 1e-3 * 360.0 / columns else columns - 1
        row, column = (a.ravel() for a in np.mgrid[0:rows - 1, 0:last])
        a, b = row * columns + column, row * columns + (column + 1) % columns
        c, d = a + columns, b + columns
        return np.concatenate([np.stack([a, b, d], axis=1), np.stack([a, d, c], axis=1)])


def bounds_of(dataset, name):
    """(n, 2): the axis's own bounds (CF, 7.1), or half-way to its neighbours."""
    values = np.asarray(dataset[name].values, float)
    own = dataset[name].attrs.get("bounds") or dataset[name].encoding.get("bounds")
    if own in dataset.variables:
        return np.asarray(dataset[own].values, float)
    if len(values) < 2:
        raise HexadError(f"the axis '{name}' has one value and no bounds, so its cells have no size")
    middle = 0.5 * (values[1:] + values[:-1])
    edges = np.r_[2 * values[0] - middle[0], middle, 2 * values[-1] - middle[-1]]
    return np.stack([edges[:-1], edges[1:]], axis=1)
