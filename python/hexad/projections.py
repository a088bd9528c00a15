"""Map projections of the unit sphere, and how polygons and lines are laid into them.

Two kinds. A cylindrical one works in longitude from its middle meridian and is cut at 180 degrees:
what crosses the cut is drawn at both sides, what holds a pole is opened along a meridian. An
azimuthal one works in distance and azimuth from its centre: what lies beyond its horizon is left
out, and what crosses it is carried on smoothly past the rim, where the map's outline clips it.
Formulas: Snyder (1987), Map Projections: A Working Manual, USGS PP 1395; Snyder (1993), Flattening
the Earth, for Robinson's table; Savric et al. (2019), doi:10.1080/13658816.2018.1504949.
"""

import numpy as np

from .mesh import densify, from_longitude_latitude, local_frame, longitude_latitude

# Robinson's table: every 5 degrees of latitude, length of the parallel and distance from the equator.
ROBINSON = np.array([
    (1.0000, 0.0000), (0.9986, 0.0620), (0.9954, 0.1240), (0.9900, 0.1860), (0.9822, 0.2480),
    (0.9730, 0.3100), (0.9600, 0.3720), (0.9427, 0.4340), (0.9216, 0.4958), (0.8962, 0.5571),
    (0.8679, 0.6176), (0.8350, 0.6769), (0.7986, 0.7346), (0.7597, 0.7903), (0.7186, 0.8435),
    (0.6732, 0.8936), (0.6213, 0.9394), (0.5722, 0.9761), (0.5322, 1.0000)])


def wrap(angle):
    """Degrees into [-180, 180)."""
    return (angle + 180.0) % 360.0 - 180.0


class Cylindrical:
    """x, y from longitude off the middle meridian and latitude (degrees)."""

    def __init__(self, longitude=0.0):
        self.longitude = longitude

    def outline(self):
        lat = np.linspace(-90.0, 90.0, 181)
        east, north = self.forward(np.full(181, 180.0), lat), self.forward(
            np.linspace(180.0, -180.0, 181), np.full(181, 90.0))
        west, south = self.forward(np.full(181, -180.0), lat[::-1]), self.forward(
            np.linspace(-180.0, 180.0, 181), np.full(181, -90.0))
        return np.concatenate([east, north, west, south])

    def points(self, xyz):
        """(n, 2), and which of them can be seen (all)."""
        lon, lat = longitude_latitude(xyz)
        return self.forward(wrap(lon - self.longitude), lat), np.ones(lon.shape, bool)

    def polygons(self, centres, corners, sides=1):
        """A list of arrays (m, k, 2) and, for each, the numbers of the polygons in it."""
        if len(centres) == 0:
            return []
        reach = np.linalg.norm(corners - centres[:, None, :], axis=-1).max(axis=1)
        polar = np.hypot(centres[:, 0], centres[:, 1]) < np.maximum(3.0 * reach, 0.25)
        plain = np.flatnonzero(~polar)
        pieces = [self._lay(centres[plain], densify(corners[plain], sides), plain)]
        rings = [self._open_at_pole(ring)  # meridians run together: finer sides
                 for ring in densify(corners[polar], max(sides, 6))]
        if rings:
            longest = max(len(ring) for ring in rings)
            rings = np.stack([np.pad(r, ((0, longest - len(r)), (0, 0)), "edge") for r in rings])
            pieces.append(self._copies(rings[..., 0], rings[..., 1], np.flatnonzero(polar)))
        return [piece for piece in pieces if len(piece[1])]

    def _lay(self, centres, corners, numbers):
        lon, lat = longitude_latitude(corners)
        middle = wrap(longitude_latitude(centres)[0] - self.longitude)
        lon = middle[:, None] + wrap(lon - self.longitude - middle[:, None])
        return self._copies(lon, lat, numbers)

    def _copies(self, lon, lat, numbers):
        """Each polygon as often as it shows: what crosses the cut at both sides."""
        points, shown = [], []
        for shift in (0.0, -360.0, 360.0):
            shows = (lon.max(axis=1) + shift > -180.0) & (lon.min(axis=1) + shift < 180.0)
            points.append(self.forward(lon[shows] + shift, lat[shows]))
            shown.append(numbers[shows])
        return np.concatenate(points), np.concatenate(shown)

    def _open_at_pole(self, ring):
        """Longitude and latitude of a ring near a pole, unrolled; one that goes round the pole
        gets the pole's line as its last side. A corner on the pole itself takes the longitudes of
        its neighbours."""
        on_pole = np.hypot(ring[:, 0], ring[:, 1]) < 1e-9
        if on_pole.any():
            first = int(np.flatnonzero(on_pole)[0])
            ring = np.roll(ring, -first, axis=0)[1:]
            ring = ring[np.hypot(ring[:, 0], ring[:, 1]) >= 1e-9]
        lon, lat = longitude_latitude(ring)
        pole = np.copysign(90.0, lat.sum())
        lon = wrap(lon[0] - self.longitude) + np.concatenate([[0.0], np.cumsum(wrap(np.diff(lon)))])
        turn = lon[-1] + wrap(lon[0] - lon[-1]) - lon[0]
        if on_pole.any():
            lon, lat = np.r_[lon, lon[-1], lon[0]], np.r_[lat, pole, pole]
        elif abs(turn) > 180.0:
            lon = np.r_[lon, lon[0] + turn, lon[0] + turn, lon[0]]
            lat = np.r_[lat, lat[0], pole, pole]
        return np.stack([lon, lat], axis=-1)

    def lines(self, lon, lat):
        """A line as arrays (m, 2), one for each copy that shows."""
        lon = np.degrees(np.unwrap(np.radians(lon - self.longitude)))
        lon = lon - 360.0 * np.round(lon[0] / 360.0)
        return list(self._copies(lon[None], np.asarray(lat)[None], np.zeros(1, int))[0])


class PlateCarree(Cylindrical):
    def forward(self, lon, lat):
        return np.stack([lon, lat], axis=-1)


class Robinson(Cylindrical):
    def __init__(self, longitude=0.0):
        super().__init__(longitude)
        # The table goes on past the equator by its symmetry: even in length, odd in distance.
        nodes = np.arange(-90.0, 91.0, 5.0)
        length = np.r_[ROBINSON[:0:-1, 0], ROBINSON[:, 0]]
        distance = np.r_[-ROBINSON[:0:-1, 1], ROBINSON[:, 1]]
        self._splines = [(nodes, v, natural_spline(nodes, v)) for v in (length, distance)]

    def forward(self, lon, lat):
        length, distance = (evaluate_spline(*spline, lat) for spline in self._splines)
        return np.stack([0.8487 * np.radians(lon) * length, 1.3523 * distance], axis=-1)


class Mollweide(Cylindrical):
    def forward(self, lon, lat):
        target = np.pi * np.sin(np.radians(lat))
        theta = np.radians(lat)
        for _ in range(40):  # slow at the poles alone, where the slope vanishes
            slope = 2.0 + 2.0 * np.cos(2.0 * theta)
            step = (2.0 * theta + np.sin(2.0 * theta) - target) / np.maximum(slope, 1e-9)
            theta = np.clip(theta - step, -np.pi / 2, np.pi / 2)
        return np.stack([2.0 * np.sqrt(2.0) / np.pi * np.radians(lon) * np.cos(theta),
                         np.sqrt(2.0) * np.sin(theta)], axis=-1)


class EqualEarth(Cylindrical):
    def forward(self, lon, lat):
        a = (1.340264, -0.081106, 0.000893, 0.003796)
        theta = np.arcsin(np.sqrt(3.0) / 2.0 * np.sin(np.radians(lat)))
        s = theta * theta
        slope = a[0] + 3 * a[1] * s + s**3 * (7 * a[2] + 9 * a[3] * s)
        x = 2.0 * np.sqrt(3.0) / 3.0 * np.radians(lon) * np.cos(theta) / slope
        return np.stack([x, theta * (a[0] + a[1] * s + s**3 * (a[2] + a[3] * s))], axis=-1)


class Azimuthal:
    """x, y from the angle and azimuth off a centre; `horizon` is the largest angle (radians)."""

    horizon = np.pi / 2

    def __init__(self, longitude=0.0, latitude=0.0):
        self.longitude, self.latitude = longitude, latitude
        self.normal = from_longitude_latitude(longitude, latitude)
        if abs(latitude) == 90.0:  # its longitude points down on a north pole, up on a south pole
            lon = np.radians(longitude)
            self.east = np.array([-np.sin(lon), np.cos(lon), 0.0])
            self.north = np.cross(self.normal, self.east)
        else:
            self.east, self.north = local_frame(self.normal)

    def outline(self):
        azimuth = np.linspace(0.0, 2.0 * np.pi, 721)
        return self.radius(self.horizon) * np.stack([np.sin(azimuth), np.cos(azimuth)], axis=-1)

    def _forward(self, xyz):
        east, north, up = xyz @ self.east, xyz @ self.north, xyz @ self.normal
        across = np.hypot(east, north)
        angle = np.arctan2(across, up)
        scale = self.radius(np.minimum(angle, 0.9 * np.pi)) / np.maximum(across, 1e-15)
        return np.stack([east * scale, north * scale], axis=-1), angle

    def points(self, xyz):
        xy, angle = self._forward(xyz)
        return xy, angle < self.horizon

    def polygons(self, centres, corners, sides=1):
        dense = densify(corners, sides)
        xy, angle = self._forward(dense)
        shows = angle.min(axis=1) < self.horizon
        return [(xy[shows], np.flatnonzero(shows))] if shows.any() else []

    def lines(self, lon, lat):
        xy, angle = self._forward(from_longitude_latitude(np.asarray(lon), np.asarray(lat)))
        seen = angle < self.horizon + 0.1
        pieces = np.split(np.arange(len(seen)), np.flatnonzero(np.diff(seen.astype(int))) + 1)
        return [xy[piece] for piece in pieces if seen[piece[0]] and len(piece) > 1]


class Orthographic(Azimuthal):
    def radius(self, angle):
        return np.where(angle < np.pi / 2, np.sin(angle), 1.0 + (angle - np.pi / 2))


class Stereographic(Azimuthal):
    """Of one hemisphere, or of a smaller cap down to a latitude."""

    def __init__(self, latitude=90.0, longitude=0.0, bound=0.0):
        super().__init__(longitude, latitude)
        self.horizon = np.radians(90.0 - abs(bound))

    def radius(self, angle):
        return 2.0 * np.tan(np.asarray(angle) / 2.0)


def natural_spline(x, y):
    """Second derivatives at the nodes of the natural cubic spline."""
    n, h = len(x), np.diff(x)
    matrix, right = np.eye(n), np.zeros(n)
    for i in range(1, n - 1):
        matrix[i, i - 1:i + 2] = h[i - 1] / 6, (h[i - 1] + h[i]) / 3, h[i] / 6
        right[i] = (y[i + 1] - y[i]) / h[i] - (y[i] - y[i - 1]) / h[i - 1]
    return np.linalg.solve(matrix, right)


def evaluate_spline(x, y, second, at):
    i = np.clip(np.searchsorted(x, at, side="right") - 1, 0, len(x) - 2)
    h = x[i + 1] - x[i]
    a, b = (x[i + 1] - at) / h, (at - x[i]) / h
    return (a * y[i] + b * y[i + 1]
            + ((a**3 - a) * second[i] + (b**3 - b) * second[i + 1]) * h * h / 6.0)


PROJECTIONS = {
    "orthographic": lambda lon, lat: Orthographic(lon, lat),
    "platecarree": lambda lon, lat: PlateCarree(lon),
    "robinson": lambda lon, lat: Robinson(lon),
    "mollweide": lambda lon, lat: Mollweide(lon),
    "equal-earth": lambda lon, lat: EqualEarth(lon),
    "stereographic-north": lambda lon, lat: Stereographic(90.0, lon),
    "stereographic-south": lambda lon, lat: Stereographic(-90.0, lon),
}
