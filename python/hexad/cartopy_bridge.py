"""Projections of cartopy, where it is installed, in the form that `projections.py` has.

Polygons that such a projection tears apart at its cut are left out: cartopy says where points go,
not how to open a polygon.
"""

import numpy as np

from .mesh import densify, longitude_latitude


class CartopyProjection:
    def __init__(self, crs):
        import cartopy.crs as ccrs

        self.crs, self._geodetic = crs, ccrs.Geodetic()
        self._outline = np.asarray(crs.boundary.coords)[:, :2]
        self._widest = 0.25 * np.ptp(self._outline[:, 0])

    def outline(self):
        return self._outline

    def _forward(self, lon, lat):
        return self.crs.transform_points(self._geodetic, np.ravel(lon), np.ravel(lat))[:, :2].reshape(
            (*np.shape(lon), 2))

    def points(self, xyz):
        xy = self._forward(*longitude_latitude(xyz))
        return xy, np.isfinite(xy).all(axis=-1)

    def polygons(self, centres, corners, sides=1):
        xy = self._forward(*longitude_latitude(densify(corners, sides)))
        torn = np.ptp(xy[..., 0], axis=1) > self._widest
        shows = np.isfinite(xy).all(axis=(1, 2)) & ~torn
        return [(xy[shows], np.flatnonzero(shows))]

    def lines(self, lon, lat):
        xy = self._forward(np.asarray(lon, float), np.asarray(lat, float))
        good = np.isfinite(xy).all(axis=-1)
        jump = ~good[:-1] | ~good[1:] | (np.abs(np.diff(xy[:, 0])) > self._widest)
        return [piece for piece in np.split(xy, np.flatnonzero(jump) + 1)
                if len(piece) > 1 and np.isfinite(piece).all()]
