"""Reads and draws what Hexad writes.

>>> import hexad
>>> data = hexad.open("out/history.nc")
>>> hexad.map(data, "vorticity", time=-1, projection="orthographic").savefig("vorticity.png")
"""

from .files import HexadError, open_dataset as open
from .mesh import Mesh
from .plot import draw, map
from .projections import PROJECTIONS

__all__ = ["HexadError", "Mesh", "PROJECTIONS", "draw", "map", "open"]
__version__ = "0.1.0"
