"""Opens a history (or a mesh file) with uxarray: check_uxarray.py FILE [FIELD].

Its faces must tile the sphere, and a cell field must be found at the faces with the file's values.
"""

import sys

import netCDF4
import numpy as np
import uxarray as ux

path, field = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
with netCDF4.Dataset(path) as file:
    cells, nodes, edges = (len(file.dimensions[n]) for n in ("nCells", "nVertices", "nEdges"))
    raw = file[field][:].filled(np.nan) if field else None
    lat = np.degrees(file["latCell"][:])

grid = ux.open_grid(path)
assert (grid.n_face, grid.n_node, grid.n_edge) == (cells, nodes, edges), grid
areas = np.asarray(grid.face_areas)
total = areas.sum() / (4 * np.pi)
# Its areas come from a quadrature over triangles: right to the square of the spacing at least.
assert abs(total - 1) < 4 * np.pi / cells, total
assert np.abs(np.asarray(grid.face_lat) - lat).max() < 1e-9, "face centres lie elsewhere"
print(f"uxarray {ux.__version__}: {grid.n_face} faces, areas sum to 4 pi (1 {total - 1:+.1e})")

if field:
    data = ux.open_dataset(path, path)
    values = data[field]
    assert values.sizes["n_face"] == cells, values.dims
    assert values.isel(n_face=slice(0, 5)).shape[1] == 5
    assert np.array_equal(np.asarray(values), raw), "the values differ"
    assert values.attrs["units"]
    print(f"{field}: {values.dims}, {float(values.min()):g} to {float(values.max()):g}")
