#!/usr/bin/env python3
"""Makes the small analysis that travels with the project.

make_analysis_subset.py SOURCE TARGET: takes 500 hPa and every second point of the ERA-Interim
monthly means of the xarray example data (eraint_uvz), with the packed integers as they are.
"""

import sys

import netCDF4

LEVEL, STRIDE = 500, 2
ATTRIBUTION = {
    "title": "ERA-Interim monthly means at 500 hPa, January and July, every second point",
    "institution": "European Centre for Medium-Range Weather Forecasts",
    "source": "ECMWF ERA-Interim reanalysis (Dee et al. 2011, doi:10.1002/qj.828), "
              "through the xarray example data (file eraint_uvz)",
    "comment": "Contains ECMWF ERA-Interim data, modified: one level and every second grid point",
    "references": "https://github.com/pydata/xarray-data",
}


def main(source, target):
    with netCDF4.Dataset(source) as old, netCDF4.Dataset(target, "w", format="NETCDF4_CLASSIC") as new:
        old.set_auto_maskandscale(False)
        new.setncatts({"Conventions": old.Conventions} | ATTRIBUTION)
        level = int((old["level"][:] == LEVEL).nonzero()[0][0])
        select = {"level": slice(level, level + 1), "latitude": slice(None, None, STRIDE),
                  "longitude": slice(None, None, STRIDE)}
        for name, dimension in old.dimensions.items():
            new.createDimension(name, len(range(len(dimension))[select.get(name, slice(None))]))
        for name, variable in old.variables.items():
            # A fill value of NaN on integers means none, and NetCDF-4 would not take it.
            copy = new.createVariable(name, variable.dtype, variable.dimensions, zlib=True,
                                      complevel=9, shuffle=True, fill_value=False)
            copy.set_auto_maskandscale(False)
            copy.setncatts({key: variable.getncattr(key) for key in variable.ncattrs()
                            if key != "_FillValue"})
            copy[:] = variable[tuple(select.get(d, slice(None)) for d in variable.dimensions)]


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
