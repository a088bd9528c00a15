"""The polygons of a mesh, from the MPAS variables that every file of Hexad carries."""

import numpy as np

from .files import HexadError

NEEDED = ["xCell", "yCell", "zCell", "xVertex", "yVertex", "zVertex", "nEdgesOnCell",
          "verticesOnCell", "cellsOnVertex", "cellsOnEdge", "verticesOnEdge"]


def unit(vectors):
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


class Mesh:
    """Centres and corners of cells, edges and vertices.

    On a sphere positions are unit vectors; on a plane they are metres, and corners are moved to
    the side of the period on which their centre lies.
    """

    def __init__(self, dataset):
        missing = [name for name in NEEDED if name not in dataset.variables]
        if missing:
            raise HexadError(f"the file carries no mesh: it lacks {', '.join(missing)}")
        self.spherical = str(dataset.attrs.get("on_a_sphere", "YES")).strip().upper() != "NO"
        self.period = np.array([float(dataset.attrs.get("x_period", 0.0)),
                                float(dataset.attrs.get("y_period", 0.0)), 0.0])
        self.cells = self._positions(dataset, "Cell")
        self.vertices = self._positions(dataset, "Vertex")
        self._counts = self._integers(dataset, "nEdgesOnCell")
        self._vertices_on_cell = self._integers(dataset, "verticesOnCell") - 1
        self.cells_on_vertex = self._integers(dataset, "cellsOnVertex") - 1
        self._cells_on_edge = self._integers(dataset, "cellsOnEdge") - 1
        self._vertices_on_edge = self._integers(dataset, "verticesOnEdge") - 1

    def _positions(self, dataset, kind):
        xyz = np.stack([np.asarray(dataset[axis + kind].values, float) for axis in "xyz"], axis=-1)
        return unit(xyz) if self.spherical else xyz

    @staticmethod
    def _integers(dataset, name):
        return np.nan_to_num(np.asarray(dataset[name].values)).astype(np.int64)

    def centres(self, place):
        if place == "cell":
            return self.cells
        if place == "vertex":
            return self.vertices
        middle = self.cells[self._cells_on_edge[:, 0]]
        middle = middle + 0.5 * self._beside(self.cells[self._cells_on_edge[:, 1]] - middle)
        return unit(middle) if self.spherical else middle

    def corners(self, place):
        """(n, k, 3): the Voronoi cell, the dual triangle, or the two kites of an edge, counted
        round; rows with fewer corners repeat their last one."""
        if place == "cell":
            slots = np.arange(self._counts.max())
            last = np.minimum(slots[None, :], self._counts[:, None] - 1)
            corners = self.vertices[np.take_along_axis(self._vertices_on_cell, last, axis=1)]
        elif place == "vertex":
            corners = self.cells[self.cells_on_vertex]
        else:
            cells, vertices = self.cells[self._cells_on_edge], self.vertices[self._vertices_on_edge]
            corners = np.stack([cells[:, 0], vertices[:, 0], cells[:, 1], vertices[:, 1]], axis=1)
        if self.spherical:
            return corners
        centres = self.centres(place)[:, None, :]
        return centres + self._beside(corners - centres)

    def at_cells(self, values, place):
        """The mean of a field of vertices or edges over the corners or sides of each cell."""
        if place == "cell":
            return values
        if place == "edge":
            owners, numbers = self._cells_on_edge, np.arange(len(self._cells_on_edge))[:, None]
        else:
            owners, numbers = self.cells_on_vertex, np.arange(len(self.cells_on_vertex))[:, None]
        sums = np.bincount(owners.ravel(), np.broadcast_to(values[numbers], owners.shape).ravel(),
                           minlength=len(self.cells))
        return sums / self._counts

    def areas(self, place):
        """Of each polygon: on a sphere in units of its radius squared, on a plane in square metres."""
        centres, corners = self.centres(place)[:, None, :], self.corners(place)
        following = np.roll(corners, -1, axis=1)
        if self.spherical:
            return solid_angles(np.broadcast_to(centres, corners.shape), corners, following).sum(axis=1)
        a, b = np.moveaxis(corners - centres, -1, 0), np.moveaxis(following - centres, -1, 0)
        return 0.5 * (a[0] * b[1] - a[1] * b[0]).sum(axis=1)

    def _beside(self, offsets):
        """The shortest of an offset's copies on a periodic plane."""
        if self.spherical:
            return offsets
        periodic = self.period > 0
        period = np.where(periodic, self.period, 1.0)
        return offsets - np.where(periodic, np.round(offsets / period) * period, 0.0)


def solid_angles(a, b, c):
    """Of triangles on the unit sphere, positive where a, b, c run counter-clockwise.
    Van Oosterom and Strackee (1983), doi:10.1109/TBME.1983.325207."""
    triple = np.einsum("...i,...i->...", a, np.cross(b, c))
    sides = [np.einsum("...i,...i->...", u, v) for u, v in ((a, b), (b, c), (c, a))]
    return 2.0 * np.arctan2(triple, 1.0 + sum(sides))


def longitude_latitude(xyz):
    """Degrees, longitude from -180 to 180."""
    lon = np.degrees(np.arctan2(xyz[..., 1], xyz[..., 0]))
    lat = np.degrees(np.arctan2(xyz[..., 2], np.hypot(xyz[..., 0], xyz[..., 1])))
    return lon, lat


def from_longitude_latitude(lon, lat):
    lon, lat = np.radians(lon), np.radians(lat)
    return np.stack([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)], axis=-1)


def local_frame(xyz):
    """Unit vectors to the east and north."""
    lon, lat = (np.radians(angle) for angle in longitude_latitude(xyz))
    zero = np.zeros_like(lon)
    east = np.stack([-np.sin(lon), np.cos(lon), zero], axis=-1)
    north = np.stack([-np.sin(lat) * np.cos(lon), -np.sin(lat) * np.sin(lon), np.cos(lat)], axis=-1)
    return east, north


def densify(corners, parts):
    """Cuts each side of polygons (n, k, 3) on the sphere into `parts` along its great circle."""
    if parts == 1 or len(corners) == 0:
        return corners
    following = np.roll(corners, -1, axis=1)
    share = np.arange(parts)[:, None] / parts
    points = corners[:, :, None, :] * (1 - share) + following[:, :, None, :] * share
    return unit(points.reshape(len(corners), -1, 3))
