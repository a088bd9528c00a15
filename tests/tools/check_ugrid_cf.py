"""Checks a file against UGRID-1.0 and CF-1.8, as far as an unstructured mesh needs them.

check_ugrid_cf.py FILE...         prints each fault, ends with 1 when there is any
check_ugrid_cf.py --plant FILE    plants faults in copies of a sound file: each must be found

UGRID: https://ugrid-conventions.github.io/ugrid-conventions/
CF: https://cfconventions.org/Data/cf-conventions/cf-conventions-1.8/cf-conventions.html
"""

import pathlib
import re
import shutil
import sys
import tempfile

import netCDF4
import numpy as np

# Canonical units of the standard names that these files use (CF standard name table).
STANDARD_NAMES = {
    "time": "s", "longitude": "degrees_east", "latitude": "degrees_north",
    "projection_x_coordinate": "m", "projection_y_coordinate": "m",
    "cell_thickness": "m", "geopotential_height": "m", "surface_altitude": "m",
    "eastward_wind": "m s-1", "northward_wind": "m s-1", "wind_speed": "m s-1",
    "divergence_of_wind": "s-1", "specific_kinetic_energy_of_air": "m2 s-2",
    "atmosphere_relative_vorticity": "s-1",
}
CALENDARS = {"standard", "gregorian", "proleptic_gregorian", "noleap", "365_day", "360_day",
             "julian", "all_leap", "366_day", "none"}
METHODS = "point|sum|maximum|median|mid_range|minimum|mean|mode|range|standard_deviation|variance"
CELL_METHODS = re.compile(rf"(\w+: )+({METHODS})( (over|within|where) \w+)*( \([^()]*\))?")
UNIT = re.compile(r"(1|[A-Za-z_%]+(-?\d+)?)( [A-Za-z_%]+(-?\d+)?)*|seconds since .*|days since .*")
RANGES = {"longitude": (-180.0, 360.0), "latitude": (-90.0, 90.0)}


class Checker:
    def __init__(self, path):
        self.data = netCDF4.Dataset(path)
        self.data.set_auto_mask(False)
        self.faults = []

    def expect(self, right, fault):
        if not right:
            self.faults.append(fault)
        return right

    def text(self, variable, attribute):
        value = getattr(variable, attribute, None)
        name = getattr(variable, "name", "file")
        self.expect(isinstance(value, str) and value.strip() != "", f"{name}: no {attribute}")
        return value if isinstance(value, str) else ""

    def run(self):
        conventions = self.text(self.data, "Conventions")
        for convention in ("CF-1.8", "UGRID-1.0"):
            self.expect(convention in conventions, f"Conventions lacks {convention}")
        meshes = [v for v in self.data.variables.values()
                  if getattr(v, "cf_role", "") == "mesh_topology"]
        if self.expect(len(meshes) == 1, f"{len(meshes)} mesh topologies"):
            self.topology(meshes[0])
        self.time_axis()
        for variable in self.data.variables.values():
            self.metadata(variable)
            if hasattr(variable, "mesh"):
                self.field(variable)
        return self.faults

    # --- UGRID

    def topology(self, mesh):
        self.expect(getattr(mesh, "topology_dimension", 0) == 2, "mesh: topology_dimension is not 2")
        self.text(mesh, "long_name")
        self.sizes = {"face": len(self.data.dimensions[self.text(mesh, "face_dimension")]),
                      "edge": len(self.data.dimensions[self.text(mesh, "edge_dimension")])}
        self.dimension = {"face": mesh.face_dimension, "edge": mesh.edge_dimension}
        places = {}
        for location in ("node", "face", "edge"):
            places[location] = self.coordinates(mesh, location)
        self.expect(len({len(c) for c in places["node"]}) == 1, "node coordinates differ in length")
        faces = self.connectivity(mesh, "face_node_connectivity", "face", self.sizes["node"])
        edges = self.connectivity(mesh, "edge_node_connectivity", "edge", self.sizes["node"])
        if edges is not None:
            self.expect((edges >= 0).all(), "edge_nodes: holds fill values")
            self.expect(edges.shape[1] == 2, "edge_nodes: not two nodes an edge")
            pairs = np.sort(edges, axis=1)
            self.expect(len(np.unique(pairs, axis=0)) == len(pairs), "edge_nodes: an edge twice")
        if faces is not None and len(self.faults) == 0:
            self.orientation(mesh, faces, places)

    def coordinates(self, mesh, location):
        names = self.text(mesh, f"{location}_coordinates").split()
        if not self.expect(len(names) == 2 and all(n in self.data.variables for n in names),
                           f"mesh: {location}_coordinates name no two variables"):
            return [np.zeros(1), np.zeros(1)]
        variables = [self.data.variables[n] for n in names]
        standard = [getattr(v, "standard_name", "") for v in variables]
        self.expect(standard in (["longitude", "latitude"],
                                 ["projection_x_coordinate", "projection_y_coordinate"]),
                    f"{location}_coordinates: not longitude, latitude in this order")
        if location == "node":
            self.dimension["node"] = variables[0].dimensions[0]
            self.sizes["node"] = len(variables[0])
        for variable in variables:
            self.expect(variable.dimensions == (self.dimension[location],),
                        f"{variable.name}: not along {self.dimension[location]}")
        return [v[:] for v in variables]

    def connectivity(self, mesh, role, location, nodes):
        name = self.text(mesh, role)
        if not self.expect(name in self.data.variables, f"mesh: no variable for {role}"):
            return None
        variable = self.data.variables[name]
        self.expect(getattr(variable, "cf_role", "") == role, f"{name}: cf_role is not {role}")
        self.expect(np.issubdtype(variable.dtype, np.integer), f"{name}: not integers")
        self.expect(variable.dimensions[0] == self.dimension[location],
                    f"{name}: not along {self.dimension[location]}")
        if not self.expect(hasattr(variable, "start_index"), f"{name}: no start_index"):
            return None
        values = variable[:].astype(int)
        fill = getattr(variable, "_FillValue", None)
        used = np.ones(values.shape, bool)
        if fill is not None:
            self.expect(fill < 0, f"{name}: the fill value is not negative")
            used = values != fill
            counts = used.sum(axis=1)
            self.expect((counts >= 3).all(), f"{name}: a face of fewer than three nodes")
            self.expect((used == (np.arange(values.shape[1]) < counts[:, None])).all(),
                        f"{name}: a fill value before a node")
        values = values - int(variable.start_index)
        self.expect(((values >= 0) & (values < nodes))[used].all(), f"{name}: a node out of range")
        values[~used] = -1
        return values

    def orientation(self, mesh, faces, places):
        names = self.text(mesh, "node_coordinates").split()
        spherical = self.data.variables[names[0]].standard_name == "longitude"
        if not spherical:  # faces that cross the period have no orientation in the plane
            return
        def point(place):
            lon, lat = (np.radians(c) for c in places[place])
            return np.stack([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)], -1)
        nodes, centres = point("node"), point("face")
        counts = (faces >= 0).sum(axis=1)
        for k in range(faces.shape[1]):
            rows = np.flatnonzero(counts > k)
            a = nodes[faces[rows, k]]
            b = nodes[faces[rows, (k + 1) % counts[rows]]]
            turn = np.einsum("ij,ij->i", centres[rows], np.cross(a, b))
            self.expect((turn > 0).all(), "face_nodes: a face is not counter-clockwise")

    # --- CF

    def time_axis(self):
        times = [v for v in self.data.variables.values()
                 if getattr(v, "standard_name", "") == "time"]
        if not self.expect(len(times) == 1, f"{len(times)} time coordinates"):
            return
        time = times[0]
        self.expect(getattr(time, "calendar", "") in CALENDARS, "time: no calendar of CF")
        units = self.text(time, "units")
        if self.expect(re.fullmatch(r"(seconds|hours|days) since \d+-\d\d?-\d\d?.*", units),
                       "time: units are not '... since DATE'"):
            netCDF4.num2date(time[:], units, time.calendar if time.calendar in CALENDARS else "none")
        values = time[:]
        self.expect(np.isfinite(values).all() and (np.diff(values) > 0).all(),
                    "time: does not grow")
        self.expect(self.data.dimensions[time.dimensions[0]].isunlimited(),
                    "time: its dimension is not unlimited")

    def metadata(self, variable):
        name = variable.name
        standard = getattr(variable, "standard_name", None)
        units = getattr(variable, "units", None)
        if units is not None:
            self.expect(UNIT.fullmatch(units), f"{name}: units '{units}' are not UDUNITS text")
        if standard is not None:
            if self.expect(standard in STANDARD_NAMES, f"{name}: unknown standard name {standard}"):
                wanted = STANDARD_NAMES[standard]
                self.expect(standard == "time" or units == wanted,
                            f"{name}: units '{units}' do not suit {standard} ({wanted})")
            if standard in RANGES:
                low, high = RANGES[standard]
                values = variable[:]
                self.expect((values >= low).all() and (values <= high).all(),
                            f"{name}: outside [{low:g}, {high:g}]")
        methods = getattr(variable, "cell_methods", None)
        if methods is not None:
            self.expect(re.fullmatch(rf"({CELL_METHODS.pattern})( {CELL_METHODS.pattern})*", methods),
                        f"{name}: cell_methods '{methods}' are not CF")

    def field(self, variable):
        name = variable.name
        location = getattr(variable, "location", "")
        if self.expect(location in self.dimension, f"{name}: location '{location}'"):
            self.expect(self.dimension[location] in variable.dimensions,
                        f"{name}: at {location}s, but not along {self.dimension[location]}")
            others = [d for l, d in self.dimension.items() if l != location]
            self.expect(not set(others) & set(variable.dimensions),
                        f"{name}: along the dimension of another location")
        self.expect(variable.mesh in self.data.variables, f"{name}: no mesh {variable.mesh}")
        self.text(variable, "long_name")
        self.text(variable, "units")
        self.text(variable, "cell_methods")
        for coordinate in self.text(variable, "coordinates").split():
            if self.expect(coordinate in self.data.variables, f"{name}: no coordinate {coordinate}"):
                along = self.data.variables[coordinate].dimensions
                self.expect(set(along) <= set(variable.dimensions),
                            f"{name}: coordinate {coordinate} lies along other dimensions")
        self.expect(np.isfinite(variable[:]).all(), f"{name}: a value is not finite")


def check(path):
    checker = Checker(path)
    try:
        return checker.run()
    except (KeyError, AttributeError, ValueError, IndexError) as error:
        return checker.faults + [f"cannot be followed: {error!r}"]
    finally:
        checker.data.close()


def reversed_face(data):
    nodes = data["face_nodes"][5].copy()
    data.set_auto_mask(False)
    count = int((data["face_nodes"][5] >= 0).sum())
    data["face_nodes"][5, :count] = nodes[:count][::-1]


def assign(variable, index, value):
    def plant(data):
        data[variable][index] = value
    return plant


def attribute(variable, name, value=None):
    def plant(data):
        target = data[variable] if variable else data
        if value is None:
            target.delncattr(name)
        else:
            target.setncattr(name, value)
    return plant


# What is planted in a sound file, and words of the fault that must be found.
FAULTS = [
    (attribute("", "Conventions", "CF-1.8"), "Conventions lacks UGRID-1.0"),
    (attribute("mesh", "cf_role"), "mesh topologies"),
    (attribute("mesh", "topology_dimension", 1), "topology_dimension"),
    (attribute("mesh", "node_coordinates", "node_lat node_lon"), "in this order"),
    (attribute("mesh", "face_coordinates", "face_lon"), "face_coordinates"),
    (attribute("mesh", "edge_node_connectivity", "edges"), "edge_node_connectivity"),
    (attribute("face_nodes", "start_index"), "no start_index"),
    (attribute("face_nodes", "start_index", 1), "out of range"),
    (attribute("face_nodes", "cf_role", "face_face_connectivity"), "cf_role"),
    (assign("face_nodes", (3, 0), 1000000), "out of range"),
    (assign("face_nodes", (3, 1), -1), "fill value before a node"),
    (reversed_face, "counter-clockwise"),
    (assign("edge_nodes", (3, 0), -1), "edge_nodes"),
    (assign("node_lat", 4, 91.0), "outside"),
    (assign("face_lon", 4, 361.0), "outside"),
    (attribute("face_lon", "units", "degrees_north"), "do not suit"),
    (attribute("time", "units", "seconds"), "since DATE"),
    (attribute("time", "calendar", "lunar"), "calendar"),
    (attribute("time", "calendar"), "calendar"),
    (assign("time", 1, -5.0), "does not grow"),
    (attribute("thickness", "units", "kg"), "do not suit"),
    (attribute("thickness", "units", "m/*s"), "UDUNITS"),
    (attribute("thickness", "units"), "no units"),
    (attribute("thickness", "standard_name", "thickness"), "unknown standard name"),
    (attribute("thickness", "long_name"), "no long_name"),
    (attribute("thickness", "cell_methods", "mean of area"), "cell_methods"),
    (attribute("thickness", "location", "edge"), "at edges, but not along"),
    (attribute("thickness", "location", "volume"), "location"),
    (attribute("thickness", "mesh", "grid"), "no mesh"),
    (attribute("thickness", "coordinates", "time node_lon node_lat"), "other dimensions"),
    (assign("thickness", (0, 3), np.nan), "not finite"),
]


def plant_all(path):
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "planted.nc"
        for number, (plant, words) in enumerate(FAULTS):
            shutil.copy(path, copy)
            with netCDF4.Dataset(copy, "a") as data:
                plant(data)
            found = check(copy)
            if not any(words in fault for fault in found):
                missed.append(f"planted fault {number} ({words}) was not found: {found}")
    print(f"{len(FAULTS) - len(missed)} of {len(FAULTS)} planted faults found")
    return missed


if __name__ == "__main__":
    if sys.argv[1:2] == ["--plant"]:
        faults = check(sys.argv[2]) + plant_all(sys.argv[2])
    else:
        faults = [f"{path}: {fault}" for path in sys.argv[1:] for fault in check(path)]
    print("\n".join(faults))
    sys.exit(1 if faults else 0)
