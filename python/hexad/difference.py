"""The difference of one field between two files on one mesh: its norms and its map."""

from dataclasses import dataclass, replace

import numpy as np

from .files import HexadError, pick
from .lat_lon import LatLonGrid, mesh_of
from .mesh import longitude_latitude

SAME_PLACE = 1e-6  # radians, 6 m on the Earth: what positions in single precision still keep


@dataclass
class Difference:
    """a - b with norms weighted by area. The relative ones are those of Williamson et al. (1992),
    equations 82 to 84, b being the reference; they are None where b is zero everywhere."""

    field: object
    mesh: object
    times: tuple
    mean: float
    rms: float
    largest: float
    place: tuple  # longitude and latitude (degrees) of the largest, or x and y on a plane (m)
    l1: float
    l2: float
    linf: float

    def report(self):
        field, units = self.field, self.field.units if self.field.units not in ("", "1") else ""
        if self.mesh.spherical:
            where = f"longitude {self.place[0]:.2f}, latitude {self.place[1]:.2f}"
        else:
            where = f"x {self.place[0]:g} m, y {self.place[1]:g} m"
        a, b = self.times
        when = f" at {a}" if a == b else f", A at {a}, B at {b}"
        lines = [f"{field.name}, A - B{when if a or b else ''}",
                 f"  mean {self.mean:.6e}, root mean square {self.rms:.6e}, "
                 f"largest {self.largest:.6e} {units}".rstrip() + f" at {where}"]
        if self.l1 is None:
            lines.append("  B is zero everywhere, so there is nothing to be relative to")
        else:
            lines.append(f"  relative to B: l1 {self.l1:.6e}, l2 {self.l2:.6e}, linf {self.linf:.6e}")
        return "\n".join(lines)


def difference(first, second, name, time=-1, second_time=None, member=0, second_member=None):
    """Of a field of two datasets; the second takes the first's time and member unless told."""
    a = pick(first, name, time, member)
    b = pick(second, name, time if second_time is None else second_time,
             member if second_member is None else second_member)
    mesh, other = mesh_of(first), mesh_of(second)
    require_same_mesh(mesh, other, a, b)
    if a.units and b.units and a.units != b.units:
        raise HexadError(f"'{name}' is in '{a.units}' in one file and in '{b.units}' in the other")
    delta, area = a.values - b.values, mesh.areas(a.place)
    good = np.isfinite(delta)
    if not good.any():
        raise HexadError(f"'{name}' has no value in both files at the same place")
    field = replace(a, values=delta, diverging=True, title=f"difference of {a.title}",
                    time=a.time if a.time == b.time else f"{a.time} \u2212 {b.time}".strip(" \u2212"))
    return Difference(field, mesh, (a.time, b.time), **norms(delta[good], b.values[good], area[good]),
                      **largest(mesh, a.place, delta))


def norms(delta, reference, area):
    size = np.abs(reference).max()
    relative = size > 0
    return {
        "mean": float((area * delta).sum() / area.sum()),
        "rms": float(np.sqrt((area * delta**2).sum() / area.sum())),
        "l1": float((area * np.abs(delta)).sum() / (area * np.abs(reference)).sum()) if relative else None,
        "l2": float(np.sqrt((area * delta**2).sum() / (area * reference**2).sum())) if relative else None,
        "linf": float(np.abs(delta).max() / size) if relative else None,
    }


def largest(mesh, place, delta):
    at = int(np.nanargmax(np.abs(delta)))
    centre = mesh.centres(place)[at]
    spot = longitude_latitude(centre) if mesh.spherical else centre[:2]
    return {"largest": float(delta[at]), "place": tuple(float(v) for v in spot)}


def require_same_mesh(mesh, other, a, b):
    """HexadError unless both fields live at the same points in the same order."""
    if a.place != b.place:
        kinds = {"grid": "a latitude-longitude grid"}
        raise HexadError("the files are on different meshes: A has the field on "
                         f"{kinds.get(a.place, a.place + 's')}, B on {kinds.get(b.place, b.place + 's')}")
    if mesh.spherical != other.spherical:
        raise HexadError("the files are on different meshes: one on a sphere, one on a plane")
    if isinstance(mesh, LatLonGrid):
        sizes = [f"{len(m.latitude)} x {len(m.longitude)}" for m in (mesh, other)]
    else:
        sizes = [f"{len(m.cells):,} cells" for m in (mesh, other)]
    if sizes[0] != sizes[1]:
        raise HexadError(f"the files are on different meshes: A has {sizes[0]}, B {sizes[1]}; "
                         "write both on one latitude-longitude grid to compare them")
    apart = np.linalg.norm(mesh.centres(a.place) - other.centres(b.place), axis=-1)
    bound = SAME_PLACE if mesh.spherical else SAME_PLACE * np.ptp(mesh.cells, axis=0).max()
    if apart.max() > bound:
        at = int(apart.argmax())
        far = f"{np.degrees(apart[at]):.3g} degrees" if mesh.spherical else f"{apart[at]:.3g} m"
        raise HexadError(f"the files are on different meshes, or in another order: {a.place} {at + 1} "
                         f"of A and of B lie {far} apart")
