#!/usr/bin/env python3
"""Makes the small topography that travels with the project.

make_topography_subset.py SOURCE TARGET: means over blocks of 4 x 4 points of the half-degree field
`topo` that is built into the Climate Data Operators (`cdo -f nc4 -topo SOURCE`), weighted by area,
in whole metres: 2 degrees.
"""

import sys

import netCDF4
import numpy as np

BLOCK = 4
ATTRIBUTION = {
    "Conventions": "CF-1.8",
    "title": "Height of the Earth's surface and depth of its seas, means over 2 degrees",
    "source": "field 'topo' of the Climate Data Operators (CDO) 2.1.1, half a degree",
    "comment": "Modified: area-weighted means over 4 x 4 points, whole metres",
    "references": "Schulzweida (2022), CDO User Guide, doi:10.5281/zenodo.7112925; "
                  "https://code.mpimet.mpg.de/projects/cdo",
}


def means(values, weights):
    rows, columns = (n // BLOCK for n in values.shape)
    blocks = lambda field: field.reshape(rows, BLOCK, columns, BLOCK).sum(axis=(1, 3))
    return blocks(values * weights) / blocks(weights)


def main(source, target):
    with netCDF4.Dataset(source) as old, netCDF4.Dataset(target, "w", format="NETCDF4_CLASSIC") as new:
        topo = np.asarray(old["topo"][:], dtype=float)
        weights = np.cos(np.radians(old["lat"][:]))[:, None] * np.ones_like(topo)
        new.setncatts(ATTRIBUTION)
        for name, standard, units in (("lat", "latitude", "degrees_north"),
                                      ("lon", "longitude", "degrees_east")):
            middle = np.asarray(old[name][:]).reshape(-1, BLOCK).mean(axis=1)
            new.createDimension(name, middle.size)
            axis = new.createVariable(name, "f8", (name,))
            axis.setncatts({"standard_name": standard, "units": units})
            axis[:] = middle
        height = new.createVariable("topo", "i2", ("lat", "lon"), zlib=True, complevel=9, shuffle=True,
                                    fill_value=False)
        height.setncatts({"standard_name": "surface_altitude", "units": "m",
                          "long_name": "height of the surface, of the sea floor below 0"})
        height[:] = np.rint(means(topo, weights)).astype("i2")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
