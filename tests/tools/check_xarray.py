"""Opens a history with xarray: check_xarray.py FILE FIELD RECORDS START (ISO date of time 0)."""

import sys

import numpy as np
import xarray as xr

path, field, records, start = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
with xr.open_dataset(path) as data:
    values = data[field]
    assert values.dims[:2] == ("Time", "nCells"), values.dims
    assert data.sizes["Time"] == records, data.sizes
    assert "time" in values.coords and {"face_lon", "face_lat"} <= set(values.coords), values.coords
    assert np.issubdtype(data["time"].dtype, np.datetime64), data["time"].dtype
    assert data["time"].values[0] == np.datetime64(start), data["time"].values[0]
    assert str(data["xtime"].values[0], "ascii").strip() == start.replace("T", "_")
    assert np.isfinite(values).all()
    mean = float(values.weighted(data["areaCell"]).mean())
    print(f"{field}: {values.dims}, mean {mean:g} {values.units}, {data['time'].values}")
