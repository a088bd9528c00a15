#include "hexad/io/mesh_file.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <sstream>

#include "catch.hpp"
#include "hexad/core/error.hpp"
#include "hexad/grids/generate.hpp"
#include "hexad/grids/metrics.hpp"
#include "hexad/io/io_thread.hpp"
#include "hexad/io/netcdf.hpp"
#include "temporary.hpp"

namespace hexad {
namespace {

using test::contains;
using test::TemporaryFolder;

const std::string shared = test::data_file("mpas_x1.162.nc");

std::vector<double> values_of(const std::string& path, const std::string& variable) {
  return io_thread().run([&] { return nc::File::open(path).read_doubles(variable); });
}
std::vector<std::string> variables_of(const std::string& path) {
  return io_thread().run([&] { return nc::File::open(path).variables(); });
}

void check_equal(const Mesh& a, const Mesh& b) {
  CHECK(a.geometry == b.geometry);
  CHECK(a.radius == b.radius);
  CHECK(a.period_x == b.period_x);
  CHECK(a.period_y == b.period_y);
  CHECK(a.file_radius == b.file_radius);
  CHECK(a.file_id == b.file_id);
  CHECK(a.max_edges == b.max_edges);
  // Bits, not tolerances: what follows is rebuilt from the same numbers.
  CHECK(a.cell_position == b.cell_position);
  CHECK(a.edge_position == b.edge_position);
  CHECK(a.vertex_position == b.vertex_position);
  CHECK(a.edge_count == b.edge_count);
  CHECK(a.edges_on_cell == b.edges_on_cell);
  CHECK(a.cells_on_cell == b.cells_on_cell);
  CHECK(a.vertices_on_cell == b.vertices_on_cell);
  CHECK(a.cells_on_edge == b.cells_on_edge);
  CHECK(a.vertices_on_edge == b.vertices_on_edge);
  CHECK(a.cells_on_vertex == b.cells_on_vertex);
  CHECK(a.edges_on_vertex == b.edges_on_vertex);
  CHECK(a.dc_edge == b.dc_edge);
  CHECK(a.dv_edge == b.dv_edge);
  CHECK(a.area_cell == b.area_cell);
  CHECK(a.area_triangle == b.area_triangle);
  CHECK(a.kite_area == b.kite_area);
  CHECK(a.angle_edge == b.angle_edge);
  CHECK(a.mesh_density == b.mesh_density);
}

Mesh small_sphere(int level = 3) {
  IcosahedralOptions options;
  options.level = level;
  options.optimise = false;
  return make_icosahedral(options);
}

/// The shared mesh after some lines of Python on the dataset d and its variables v.
std::string changed_mesh(const TemporaryFolder& folder, const std::string& change) {
  const auto path = folder / "changed.nc";
  std::filesystem::copy_file(shared, path, std::filesystem::copy_options::overwrite_existing);
  const std::string script = folder / "change.py";
  std::ofstream(script) << "import netCDF4, numpy, sys\n"
                        << "d = netCDF4.Dataset(sys.argv[1], 'a')\nv = d.variables\n"
                        << change << "\nd.close()\n";
  REQUIRE(std::system(("/usr/bin/python3 " + script + " " + path).c_str()) == 0);
  return path;
}

TEST_CASE("the shared MPAS mesh: read, its metrics right to single precision only") {
  ReadReport report;
  const Mesh mesh = read_mesh(shared, &report);
  CHECK(mesh.cells == 162);
  CHECK(mesh.edges == 480);
  CHECK(mesh.vertices == 320);
  CHECK(mesh.file_radius == 1.0);
  CHECK(mesh.radius == earth_radius);
  CHECK(mesh.file_id == "rku96q0z66");
  CHECK(validate(mesh).empty());

  // The converter rounds arcs to single precision: half a unit in the last place is 2^-24 = 6e-8
  // of an arc. An area goes with the square of the arcs, from Heron-like products of three sides
  // and their sums: 16 roundings bound it, and double precision would be below 1e-12.
  const double single = std::ldexp(1.0, -24);
  for (const char* name :
       {"dcEdge", "dvEdge", "areaCell", "areaTriangle", "kiteAreasOnVertex", "weightsOnEdge"}) {
    const auto& check = report.metric(name);
    INFO(name << " differs by " << check.largest << " at " << check.where);
    CHECK(check.largest > 1e-9);
    CHECK(check.largest < 16 * single);
    CHECK(check.in_file != check.rebuilt);
  }
  for (const char* name : {"xCell", "yCell", "zCell"})
    CHECK(report.metric(name).largest <= std::numeric_limits<double>::epsilon() / 2);
  // The converter of that time had angleEdge wrong near the poles, and triangleAngleQuality.
  CHECK(report.metric("angleEdge").largest > 1e-3);
  CHECK(report.metric("triangleAngleQuality").largest > 1e-2);
  for (const char* name : {"xVertex", "yVertex", "zVertex", "xEdge", "yEdge", "zEdge", "latCell",
                           "lonCell", "latEdge", "lonEdge", "latVertex", "lonVertex"}) {
    INFO(name << " differs by " << report.metric(name).largest);
    CHECK(report.metric(name).largest < 1e-13);
  }
}

TEST_CASE("the shared MPAS mesh written back has the original's connectivity and coordinates") {
  const TemporaryFolder folder;
  const auto path = folder / "back.nc";
  ReadReport report;
  const Mesh mesh = read_mesh(shared);
  write_mesh(path, mesh, "read and written");
  check_equal(read_mesh(path, &report), mesh);
  CHECK(report.remarks.empty());
  for (const auto& check : report.metrics) {
    INFO(check.name);
    CHECK(check.largest < 1e-15);
  }

  const auto written = variables_of(path);
  for (const auto& name : variables_of(shared)) {
    INFO(name);
    REQUIRE(std::find(written.begin(), written.end(), name) != written.end());
    const auto before = values_of(shared, name), after = values_of(path, name);
    REQUIRE(before.size() == after.size());
    const bool exact =
        contains(name, "On") && name != "kiteAreasOnVertex" && name != "weightsOnEdge";
    const bool coordinate = std::string("xyz").find(name[0]) != std::string::npos;
    double worst = 0;
    for (std::size_t i = 0; i < before.size(); ++i)
      worst = std::max(worst, std::abs(after[i] - before[i]));
    // Scaled to metres and back, a coordinate below 1 may land on its neighbour, 2^-53 away.
    // Circumcentres and midpoints of arcs may be had by other formulas of a dozen operations;
    // dividing by cross products of sides magnifies their round-off by 1 / spacing^2 = 12.
    const double epsilon = std::numeric_limits<double>::epsilon();
    if (exact || contains(name, "indexTo"))
      CHECK(worst == 0);
    else if (coordinate && contains(name, "Cell"))
      CHECK(worst <= epsilon / 2);
    else if (coordinate)
      CHECK(worst < 12 * 12 * epsilon);
  }
}

TEST_CASE("a mesh reordered inside is written in the user's order") {
  const TemporaryFolder folder;
  const auto path = folder / "ordered.nc";
  Mesh mesh = read_mesh(shared);
  const Mesh as_read = mesh;
  order_along_curve(mesh);
  CHECK(mesh.cell_id != as_read.cell_id);
  write_mesh(path, mesh);
  check_equal(read_mesh(path), as_read);
}

TEST_CASE("generated meshes are written and read again, bit for bit") {
  const TemporaryFolder folder;
  const auto path = folder / "mesh.nc";
  SECTION("sphere in metres") {
    const Mesh mesh = small_sphere();
    write_mesh(path, mesh);
    check_equal(read_mesh(path), mesh);
  }
  SECTION("a curve order afterwards keeps the file") {
    Mesh mesh = small_sphere();
    order_along_curve(mesh);
    write_mesh(path, mesh);
    const Mesh again = read_mesh(path);
    write_mesh(folder / "again.nc", again);
    check_equal(read_mesh(folder / "again.nc"), again);
  }
  SECTION("unit sphere") {
    Mesh mesh = small_sphere();
    mesh.file_radius = 1.0;
    write_mesh(path, mesh);
    const Mesh again = read_mesh(path, nullptr, mesh.radius);
    CHECK(again.file_radius == 1.0);
    CHECK(again.edges_on_cell == mesh.edges_on_cell);
    for (Index i = 0; i < mesh.cells; ++i)
      CHECK(norm(again.cell_position[i] - mesh.cell_position[i]) < 1e-8);  // an ulp of 6.4e6 m
    write_mesh(folder / "again.nc", again);
    check_equal(read_mesh(folder / "again.nc", nullptr, mesh.radius), again);
  }
  SECTION("doubly periodic plane") {
    PlanarOptions options;
    options.nx = 6;
    options.ny = 4;
    const Mesh mesh = make_planar(options);
    write_mesh(path, mesh);
    ReadReport report;
    check_equal(read_mesh(path, &report), mesh);
    CHECK(report.metric("areaCell").largest < 1e-14);
  }
}

TEST_CASE("weights of the tangential velocity in a mesh file match the converter's") {
  const Mesh mesh = read_mesh(shared);
  const TemporaryFolder folder;
  write_mesh(folder / "mesh.nc", mesh);
  const auto file = values_of(shared, "weightsOnEdge");
  const auto ours = values_of(folder / "mesh.nc", "weightsOnEdge");
  double largest = 0, worst = 0;
  for (std::size_t i = 0; i < file.size(); ++i) {
    largest = std::max(largest, std::abs(file[i]));
    worst = std::max(worst, std::abs(file[i] - ours[i]));
  }
  CHECK(largest > 0.1);
  CHECK(worst < 16 * std::ldexp(1.0, -24));
}

TEST_CASE("graph.info lists each cell's neighbours for gpmetis") {
  const TemporaryFolder folder;
  Mesh mesh = read_mesh(shared);
  order_along_curve(mesh);
  write_graph(folder / "graph.info", mesh);
  std::ifstream stream(folder / "graph.info");
  int cells = 0, edges = 0, lines = 0, neighbours = 0;
  std::string line;
  std::getline(stream, line);
  std::istringstream(line) >> cells >> edges;
  CHECK(cells == 162);
  CHECK(edges == 480);
  const auto on_cell = values_of(shared, "cellsOnCell");
  while (std::getline(stream, line)) {
    std::istringstream row(line);
    int neighbour = 0;
    for (std::size_t k = 0; row >> neighbour; ++k, ++neighbours)
      CHECK(neighbour == on_cell[static_cast<std::size_t>(lines) * 6 + k]);
    ++lines;
  }
  CHECK(lines == 162);
  CHECK(neighbours == 2 * 480);
}

TEST_CASE("conventions that mesh files differ in are understood") {
  const TemporaryFolder folder;
  const Mesh mesh = read_mesh(shared);
  SECTION("padding that repeats the last valid entry") {
    const auto path = changed_mesh(folder, R"(
n = v['nEdgesOnCell'][:]
for name in ['cellsOnCell', 'edgesOnCell', 'verticesOnCell']:
    a = v[name][:]
    for i in range(len(n)): a[i, n[i]:] = a[i, n[i] - 1]
    v[name][:] = a)");
    check_equal(read_mesh(path), mesh);
  }
  SECTION("metres") {
    const auto path = changed_mesh(folder, R"(
d.sphere_radius = 6371229.0
for p in ['Cell', 'Edge', 'Vertex']:
    for a in 'xyz': v[a + p][:] = v[a + p][:] * 6371229.0)");
    const Mesh read = read_mesh(path);
    CHECK(read.radius == 6371229.0);
    CHECK(read.file_radius == 6371229.0);
    double area = 0;
    for (const double a : read.area_cell) area += a;
    CHECK(area == Approx(4 * M_PI * 6371229.0 * 6371229.0).epsilon(1e-13));
  }
  SECTION("no attributes at all") {
    const auto path = changed_mesh(folder, R"(
for name in list(d.ncattrs()): d.delncattr(name))");
    ReadReport report;
    const Mesh read = read_mesh(path, &report);
    CHECK(read.file_radius == 1.0);
    CHECK(read.area_cell == mesh.area_cell);
    CHECK(report.remarks.size() >= 3);
  }
  SECTION("coordinates in single precision are projected on the sphere") {
    const auto path = changed_mesh(folder, R"(
for a in 'xyz': v[a + 'Cell'][:] = v[a + 'Cell'][:].astype('f4'))");
    ReadReport report;
    const Mesh read = read_mesh(path, &report);
    for (const Vec3 p : read.cell_position) CHECK(norm(p) == Approx(earth_radius).epsilon(1e-15));
    REQUIRE(report.remarks.size() == 1);
    CHECK(contains(report.remarks[0], "projected"));
  }
  SECTION("wrong metrics are reported and not used") {
    const auto path = changed_mesh(folder, R"(
a = v['areaCell'][:]
a[100] *= 1.5
v['areaCell'][:] = a
v['gridSpacing'][3] = 7.0)");
    ReadReport report;
    check_equal(read_mesh(path, &report), mesh);
    CHECK(report.metric("areaCell").largest == Approx(0.5).epsilon(1e-6));
    CHECK(report.metric("areaCell").where == 100);
    CHECK(report.metric("gridSpacing").where == 3);
  }
}

TEST_CASE("meshes that cannot be run on are refused by name") {
  const TemporaryFolder folder;
  const auto message = [](const std::string& path) -> std::string {
    try {
      static_cast<void>(read_mesh(path));
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::wrong_input);
      return error.what();
    }
    return "no error";
  };
  const auto refused = [&](const std::string& change, const std::vector<std::string>& words) {
    const auto path = changed_mesh(folder, change);
    const auto text = message(path);
    INFO(text);
    CHECK(contains(text, path));
    for (const auto& word : words) CHECK(contains(text, word));
  };
  SECTION("a boundary") { refused("v['cellsOnEdge'][7, 1] = 0", {"boundary"}); }
  SECTION("a number out of range") {
    refused("v['edgesOnCell'][7, 1] = 100000", {"cell 8", "out of range", "edgesOnCell"});
  }
  SECTION("a clockwise cell") {
    refused("v['verticesOnCell'][20, :] = v['verticesOnCell'][20, ::-1]", {"cell"});
  }
  SECTION("too many edges on a cell") {
    refused("v['nEdgesOnCell'][3] = 9", {"cell 4", "9 edges", "nEdgesOnCell"});
  }
  SECTION("a wrong sphere_radius") {
    refused("d.sphere_radius = 6371229.0", {"sphere_radius", "correct"});
  }
  SECTION("a position that is no number") {
    refused("v['xCell'][8] = numpy.nan", {"number 9", "xCell", "finite"});
  }
  SECTION("a plane that is not periodic") { refused("d.on_a_sphere = 'NO'", {"periodic"}); }
  SECTION("a missing variable") {
    refused("d.renameVariable('cellsOnVertex', 'cellOnVertex')",
            {"'cellsOnVertex'", "nearest", "'cellOnVertex'"});
  }
  SECTION("a variable of another shape") {
    refused("d.renameVariable('edgesOnCell', 'e'); d.renameVariable('edgesOnEdge', 'edgesOnCell')",
            {"'edgesOnCell'", "(nEdges, maxEdges2)", "(nCells, maxEdges)"});
  }
  SECTION("a missing dimension") {
    refused("d.renameDimension('nCells', 'n')", {"nCells", "nEdges"});
  }
  SECTION("a truncated file") {
    const auto path = folder / "short.nc";
    std::filesystem::copy_file(shared, path);
    std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
    CHECK(contains(message(path), "truncated"));
  }
  SECTION("another kind of file") {
    const auto path = folder / "case.yaml";
    std::ofstream(path) << "mesh: {file: a.nc}\n";
    CHECK(contains(message(path), "not a NetCDF file"));
  }
}

TEST_CASE("a mesh that cannot be written leaves nothing behind") {
  const TemporaryFolder folder;
  CHECK_THROWS_AS(write_mesh(folder / "none/mesh.nc", small_sphere(1)), RunError);
  CHECK_THROWS_AS(write_graph(folder / "none/graph.info", small_sphere(1)), RunError);
  CHECK(folder.files() == 0);
}

}  // namespace
}  // namespace hexad
