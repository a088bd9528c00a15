#pragma once

#include <memory>

#include "hexad/core/for_each.hpp"
#include "hexad/core/value_types.hpp"
#include "hexad/grids/device_mesh.hpp"
#include "hexad/model/workspace.hpp"

namespace hexad {

/// Scalars of the model (SI).
struct Parameters {
  double gravity = 9.80616;  ///< m s-2
  double time_step = 0;      ///< s
};

/// What an operator of value type T needs beside its fields: the mesh, the device it runs on,
/// temporary fields and the scalars of the model. Cheap to pass; owns nothing.
template <class T>
struct Context {
  using Real = real_of<T>;

  MeshView<Real> mesh;
  Workspace& workspace;
  Parameters parameters;

  [[nodiscard]] const Device& device() const { return workspace.device(); }
  [[nodiscard]] Real gravity() const { return static_cast<Real>(parameters.gravity); }
  [[nodiscard]] Real time_step() const { return static_cast<Real>(parameters.time_step); }

  template <Place P>
  [[nodiscard]] Index count() const {
    return P == Place::cell ? mesh.cells : P == Place::edge ? mesh.edges : mesh.vertices;
  }
  /// A temporary field with as many lanes as asked.
  template <Place P>
  [[nodiscard]] Scratch<P, T> scratch(int lanes) const {
    return Scratch<P, T>(workspace, count<P>(), lanes);
  }

  /// kernel(i, lane) for every cell, edge or vertex and every lane.
  template <class Kernel>
  void for_cells(int lanes, const Kernel& kernel) const {
    run(mesh.cells, lanes, kernel);
  }
  template <class Kernel>
  void for_edges(int lanes, const Kernel& kernel) const {
    run(mesh.edges, lanes, kernel);
  }
  template <class Kernel>
  void for_vertices(int lanes, const Kernel& kernel) const {
    run(mesh.vertices, lanes, kernel);
  }

 private:
  template <class Kernel>
  void run(Index entities, int lanes, const Kernel& kernel) const {
    for_each<ValueTraits<T>::on_device>(device(), entities, lanes, kernel);
  }
};

/// A mesh on a device with its workspace: makes the contexts that operators take.
class Domain {
 public:
  Domain(const Device& device, const Mesh& mesh, const Parameters& parameters = {},
         Tables tables = Tables::standard)
      : mesh_(mesh),
        tables_(tables),
        device_mesh_(device, mesh, tables),
        workspace_(device),
        parameters_(parameters) {}

  [[nodiscard]] const Mesh& mesh() const { return mesh_; }
  [[nodiscard]] const Device& device() const { return workspace_.device(); }
  [[nodiscard]] Workspace& workspace() { return workspace_; }
  [[nodiscard]] const Parameters& parameters() const { return parameters_; }
  void set_time_step(double seconds) { parameters_.time_step = seconds; }
  [[nodiscard]] std::size_t bytes() const { return device_mesh_.bytes() + workspace_.bytes(); }

  template <class T>
  [[nodiscard]] Context<T> context() {
    if constexpr (std::is_same_v<real_of<T>, float>) {
      if (!single_mesh_)
        single_mesh_ = std::make_unique<DeviceMesh<float>>(device(), mesh_, tables_);
      return {single_mesh_->view(), workspace_, parameters_};
    } else {
      return {device_mesh_.view(), workspace_, parameters_};
    }
  }

 private:
  const Mesh& mesh_;  // must outlive the domain
  Tables tables_;
  DeviceMesh<double> device_mesh_;
  std::unique_ptr<DeviceMesh<float>> single_mesh_;
  Workspace workspace_;
  Parameters parameters_;
};

}  // namespace hexad
