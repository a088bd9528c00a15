"""Reads and draws what Hexad writes.

>>> import hexad
>>> data = hexad.open("out/history.nc")
>>> hexad.map(data, "vorticity", time=-1, projection="orthographic").savefig("vorticity.png")
"""

from .cost import cost_figure
from .difference import difference
from .files import HexadError, open_dataset as open
from .lat_lon import LatLonGrid, mesh_of
from .mesh import Mesh
from .plot import draw, map
from .projections import PROJECTIONS
from .series import read_run, series_figure

__all__ = ["HexadError", "LatLonGrid", "Mesh", "PROJECTIONS", "cost_figure", "difference", "draw", "map", "mesh_of",
           "open", "read_run", "series_figure"]
__version__ = "0.1.0"
