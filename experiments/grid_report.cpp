#include "hexad/experiments/grid_report.hpp"

#include "hexad/grids/metrics.hpp"

namespace hexad {

void print_grid(const Mesh& mesh, const Console& console) {
  for (const auto& line : quality_lines(mesh)) console.line("{}", line);
}

Json grid_summary(const std::string& command, const Mesh& mesh) {
  const Quality q = quality(mesh);
  Json summary = summary_head(command);
  summary["mesh"] = mesh_summary(mesh);
  summary["quality"] = {{"spacing_m", {q.spacing_min, q.spacing_mean, q.spacing_max}},
                        {"area_m2", {q.area_min, q.area_mean, q.area_max}},
                        {"area_error", q.area_error},
                        {"centroid_offset_max", q.centroid_offset_max},
                        {"centroid_offset_rms", q.centroid_offset_rms},
                        {"angle_degrees", {q.angle_min, q.angle_max}},
                        {"neighbour_ratio_max", q.neighbour_ratio_max},
                        {"cell_quality_min", q.cell_quality_min},
                        {"edge_offset_max", q.offset_of_edges_max},
                        {"pentagons", q.pentagons},
                        {"hexagons", q.hexagons},
                        {"heptagons", q.heptagons},
                        {"others", q.others},
                        {"obtuse_triangles", q.obtuse_triangles},
                        {"not_delaunay", q.not_delaunay}};
  return summary;
}

void print_metrics(const ReadReport& report, const Console& console) {
  console.line("metrics of the file against those rebuilt in double precision (which are used):");
  for (const auto& metric : report.metrics)
    console.line("  {:<24} {:.1e} at most, at {} (file {:.9g}, rebuilt {:.9g})", metric.name,
                 metric.largest, metric.where + 1, metric.in_file, metric.rebuilt);
  for (const auto& remark : report.remarks) console.line("remark: {}", remark);
}

Json metrics_summary(const ReadReport& report) {
  Json list = Json::array();
  for (const auto& metric : report.metrics)
    list.push_back({{"name", metric.name},
                    {"largest_difference", metric.largest},
                    {"at", metric.where + 1},
                    {"in_file", metric.in_file},
                    {"rebuilt", metric.rebuilt}});
  return list;
}

}  // namespace hexad
