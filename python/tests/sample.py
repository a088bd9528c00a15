"""Small meshes and files for the tests: a bisected icosahedron and a plane of hexagons."""

import numpy as np
import xarray as xr

from hexad.mesh import longitude_latitude, unit


def icosahedron():
    golden = (1 + 5**0.5) / 2
    points = np.array([(0, s, t * golden) for s in (-1, 1) for t in (-1, 1)], float)
    points = unit(np.concatenate([np.roll(points, shift, axis=1) for shift in range(3)]))
    close = np.linalg.norm(points[:, None] - points[None], axis=-1) < 1.1
    triangles = [(a, b, c) for a in range(12) for b in range(a) for c in range(b)
                 if close[a, b] and close[b, c] and close[a, c]]
    return points, np.array(triangles)


def bisect(points, triangles):
    sides = np.sort(np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]))
    unique, back = np.unique(sides, axis=0, return_inverse=True)
    middle = (len(points) + back.reshape(3, -1)).T
    points = np.concatenate([points, unit(points[unique].sum(axis=1))])
    a, b, c = triangles.T
    ab, bc, ca = middle.T
    parts = [(a, ab, ca), (b, bc, ab), (c, ca, bc), (ab, bc, ca)]
    return points, np.concatenate([np.stack(p, axis=1) for p in parts])


def icosahedral(level, pole_to_pole=False):
    """MPAS names; with `pole_to_pole` a cell sits on each pole and, one level on, a side as well."""
    points, triangles = icosahedron()
    for _ in range(level):
        points, triangles = bisect(points, triangles)
    if pole_to_pole:
        up = points[0]
        side = unit(np.cross(up, [0.3, 0.5, 0.1]))
        points = points @ np.stack([side, np.cross(up, side), up]).T
    else:
        c, s = np.cos(0.3), np.sin(0.3)
        points = points @ np.array([[1, 0, 0], [0, c, -s], [0, s, c]]) @ np.array(
            [[c, 0, s], [0, 1, 0], [-s, 0, c]])
    a, b, c = (points[triangles[:, k]] for k in range(3))
    normal = np.cross(b - a, c - a)
    outward = np.einsum("ij,ij->i", normal, a) > 0
    triangles = np.where(outward[:, None], triangles, triangles[:, ::-1])
    return assemble(points, triangles, unit(np.where(outward[:, None], normal, -normal)))


def assemble(cells, triangles, vertices):
    sides = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    owner = np.tile(np.arange(len(triangles)), 3)
    order = np.lexsort((sides.max(axis=1), sides.min(axis=1)))
    cells_on_edge = np.sort(sides[order[::2]], axis=1)
    vertices_on_edge = np.stack([owner[order[::2]], owner[order[1::2]]], axis=1)
    around = [[] for _ in cells]
    for number, triangle in enumerate(triangles):
        for corner in triangle:
            around[corner].append(number)
    vertices_on_cell = np.zeros((len(cells), 6), int)
    for cell, numbers in enumerate(around):
        offset = vertices[numbers] - cells[cell]
        first = offset[0]
        turn = np.arctan2(np.cross(first, offset) @ cells[cell], offset @ first)
        ring = np.array(numbers)[np.argsort(turn)]
        vertices_on_cell[cell, :len(ring)] = ring + 1
    counts = np.array([len(numbers) for numbers in around])
    data = xr.Dataset(attrs={"on_a_sphere": "YES", "sphere_radius": 6371220.0})
    for kind, dim, xyz in (("Cell", "nCells", cells), ("Vertex", "nVertices", vertices)):
        for axis in range(3):
            data["xyz"[axis] + kind] = (dim, xyz[:, axis] * 6371220.0)
    data["nEdgesOnCell"] = ("nCells", counts)
    data["verticesOnCell"] = (("nCells", "maxEdges"), vertices_on_cell)
    data["cellsOnVertex"] = (("nVertices", "vertexDegree"), triangles + 1)
    data["cellsOnEdge"] = (("nEdges", "TWO"), cells_on_edge + 1)
    data["verticesOnEdge"] = (("nEdges", "TWO"), vertices_on_edge + 1)
    return data


def with_fields(data):
    """Fields of every place at three times: a Rossby-Haurwitz wave of number 4."""
    def wave(xyz):
        lon, lat = (np.radians(a) for a in longitude_latitude(unit(xyz)))
        return lon, lat

    def stacked(kind):
        return np.stack([data[a + kind].values for a in "xyz"], axis=-1)

    lon, lat = wave(stacked("Cell"))
    time = np.array(["2000-01-01T00", "2000-01-01T12", "2000-01-02T00"], "datetime64[ns]")
    data["time"] = ("Time", time)
    phase = np.arange(3)[:, None] * 0.2
    data["thickness"] = (("Time", "nCells"), 9000 - 1500 * np.sin(lat)**2
                         + 400 * np.cos(lat)**4 * np.cos(4 * lon - phase),
                         {"units": "m", "long_name": "thickness of the layer", "location": "face"})
    data["wind_east"] = (("Time", "nCells"), 40 * np.cos(lat) + 30 * np.cos(lat)**3 * np.sin(lat)**2
                         * np.cos(4 * lon - phase), {"units": "m s-1", "standard_name": "eastward_wind",
                                                     "location": "face"})
    data["wind_north"] = (("Time", "nCells"), -40 * np.cos(lat)**3 * np.sin(lat) * np.sin(4 * lon - phase),
                          {"units": "m s-1", "standard_name": "northward_wind", "location": "face"})
    vlon, vlat = wave(stacked("Vertex"))
    data["vorticity"] = (("Time", "nVertices"), 2e-5 * np.sin(vlat) - 8e-5 * np.sin(vlat)
                         * np.cos(vlat)**4 * np.cos(4 * vlon - phase),
                         {"units": "s-1", "long_name": "relative vorticity", "location": "node"})
    middle = stacked("Cell")[data.cellsOnEdge.values - 1].mean(axis=1)
    elon, elat = wave(middle)
    data["u"] = (("Time", "nEdges"), 30 * np.cos(elat) * np.cos(2 * elon - phase),
                 {"units": "m s-1", "long_name": "normal velocity", "location": "edge"})
    return data


def planar(nx=8, ny=6, spacing=1000.0):
    """Doubly periodic hexagons with one field on cells."""
    height = spacing * 3**0.5 / 2
    cells = np.array([((i + 0.5 * (j % 2)) * spacing, j * height, 0.0)
                      for j in range(ny) for i in range(nx)])
    period = np.array([nx * spacing, ny * height, 0.0])

    def number(i, j):
        return (j % ny) * nx + i % nx

    triangles = []
    for j in range(ny):
        for i in range(nx):
            right, shift = number(i + 1, j), j % 2
            triangles.append((number(i, j), right, number(i + shift, j + 1)))
            triangles.append((number(i, j), number(i + shift, j - 1), right))
    triangles = np.array(triangles)
    first = cells[triangles[:, :1]]
    offset = cells[triangles] - first
    wide = np.where(period > 0, period, 1.0)
    offset -= np.round(offset / wide) * wide * (period > 0)
    vertices = (first + offset).mean(axis=1)
    sides = np.sort(np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]))
    owner = np.tile(np.arange(len(triangles)), 3)
    order = np.lexsort((sides[:, 1], sides[:, 0]))
    around = [[] for _ in cells]
    for n, triangle in enumerate(triangles):
        for corner in triangle:
            around[corner].append(n)
    ring = []
    for cell, numbers in enumerate(around):
        off = vertices[numbers] - cells[cell]
        off -= np.round(off / wide) * wide * (period > 0)
        ring.append(np.array(numbers)[np.argsort(np.arctan2(off[:, 1], off[:, 0]))] + 1)
    data = xr.Dataset(attrs={"on_a_sphere": "NO", "x_period": period[0], "y_period": period[1]})
    for kind, dim, xyz in (("Cell", "nCells", cells), ("Vertex", "nVertices", vertices)):
        for axis in range(3):
            data["xyz"[axis] + kind] = (dim, xyz[:, axis])
    data["nEdgesOnCell"] = ("nCells", np.full(len(cells), 6))
    data["verticesOnCell"] = (("nCells", "maxEdges"), np.array(ring))
    data["cellsOnVertex"] = (("nVertices", "vertexDegree"), triangles + 1)
    data["cellsOnEdge"] = (("nEdges", "TWO"), sides[order[::2]] + 1)
    data["verticesOnEdge"] = (("nEdges", "TWO"), np.stack([owner[order[::2]], owner[order[1::2]]], 1) + 1)
    data["thickness"] = (("Time", "nCells"), np.sin(2 * np.pi * cells[None, :, 0] / period[0]),
                         {"units": "m", "location": "face"})
    return data


def latitude_longitude(rows=18, columns=36, poles=False, descending=False, start=0.0):
    """A CF file on a regular grid, as a latitude-longitude stream has it; with `poles` the first and
    last row lie on them."""
    lat = np.linspace(-90, 90, rows) if poles else -90 + (np.arange(rows) + 0.5) * 180 / rows
    lat = lat[::-1] if descending else lat
    lon = start + (np.arange(columns) + 0.5) * 360 / columns
    data = xr.Dataset(coords={
        "time": np.array(["2000-01-01", "2000-01-02"], "datetime64[ns]"),
        "lat": ("lat", lat, {"units": "degrees_north", "standard_name": "latitude"}),
        "lon": ("lon", lon, {"units": "degrees_east", "standard_name": "longitude"})})
    phi, theta = np.radians(lat)[:, None], np.radians(lon)[None]
    wave = np.cos(phi)**2 * np.cos(2 * theta)
    data["surface_height"] = (("time", "lat", "lon"), np.stack([5000 + 100 * wave, 5000 + 200 * wave]),
                              {"units": "m", "long_name": "height of the surface"})
    for name, part in (("eastward_wind", 20 * np.cos(phi) + 0 * wave), ("northward_wind", 5 * wave)):
        data[name] = (("time", "lat", "lon"), np.stack([part, 2 * part]),
                      {"units": "m s-1", "standard_name": name})
    return data


def diagnostics(members=1, hours=73, slope=1.0):
    """A file of time series as a forecast writes it."""
    time = np.datetime64("2000-01-01", "ns") + np.arange(0, hours, 6) * np.timedelta64(1, "h")
    days = np.arange(0, hours, 6) / 24.0
    spread = 1 + 0.1 * np.arange(members)
    data = xr.Dataset(coords={"time": ("time", time)})
    for name, units, values in (("mass", "m3", 5e18 + 0 * days), ("energy_drift", "1", -1e-9 * slope * days),
                                ("largest_wind", "m s-1", 40 + slope * np.sin(days))):
        data[name] = (("time", "members"), values[:, None] * spread,
                      {"units": units, "long_name": name.replace("_", " ")})
    return data
