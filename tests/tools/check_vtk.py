"""Opens a history with VTK's MPAS reader: check_vtk.py FILE FIELD.

The reader shows the dual mesh by default: a point for each cell (and a first one that it does not
use), a triangle for each vertex.
"""

import sys

import netCDF4
import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkIONetCDF import vtkMPASReader

path, field = sys.argv[1], sys.argv[2]
with netCDF4.Dataset(path) as file:
    cells, vertices = len(file.dimensions["nCells"]), len(file.dimensions["nVertices"])
    records = len(file.dimensions["Time"])
    raw = np.asarray(file[field][:], float)
    radius = file.sphere_radius

reader = vtkMPASReader()
reader.SetFileName(path)
reader.UpdateInformation()
names = [reader.GetPointArrayName(i) for i in range(reader.GetNumberOfPointArrays())]
assert field in names, names
steps = reader.GetOutputInformation(0).Get(
    __import__("vtkmodules.vtkCommonExecutionModel", fromlist=["x"])
    .vtkStreamingDemandDrivenPipeline.TIME_STEPS())
assert len(steps) == records, steps
for name in names:
    reader.SetPointArrayStatus(name, 1 if name == field else 0)
for step in range(records):
    reader.UpdateTimeStep(steps[step])
    grid = reader.GetOutput()
    assert grid.GetNumberOfCells() == vertices, grid.GetNumberOfCells()
    assert grid.GetNumberOfPoints() - cells in (0, 1), grid.GetNumberOfPoints()
    values = vtk_to_numpy(grid.GetPointData().GetArray(field))[-cells:]
    wanted = raw[step] if raw.ndim == 2 else raw[step, :, 0]
    assert np.allclose(values, wanted, rtol=1e-12), (values[:3], wanted[:3])
    points = vtk_to_numpy(grid.GetPoints().GetData())[-cells:]
    assert np.allclose(np.linalg.norm(points, axis=1), radius, rtol=1e-5)
print(f"VTK's MPAS reader: {cells} points, {vertices} triangles, {field} "
      f"{values.min():g} to {values.max():g}, {records} records")
