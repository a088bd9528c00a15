#pragma once

#include <memory>
#include <optional>

#include "hexad/core/for_each.hpp"
#include "hexad/core/value_types.hpp"
#include "hexad/grids/blocks.hpp"
#include "hexad/grids/device_mesh.hpp"
#include "hexad/model/workspace.hpp"

namespace hexad {

/// How the vorticity flux Q is formed from q W F (operators/tendency.hpp).
enum class VorticityForm {
  energy,     ///< Q = 1/2 (q W F + W (q F)): conserves energy (Ringler et al. 2010, eq. 49).
  enstrophy,  ///< Q = q W F: conserves potential enstrophy.
  apvm,       ///< As energy, with the anticipated q (operators/anticipated_vorticity.hpp).
};

/// Whether the wind follows its own equation, or stays as it is while all else is carried by it.
enum class WindChoice { predicted, prescribed };

/// How a tracer's value at an edge is found (operators/tracer_step.hpp).
enum class TracerFlux { centred, upwind };

/// Choices and scalars of the model (SI). What a derivative may be wanted of is a field of the
/// environment instead.
struct Parameters {
  double time_step = 0;  ///< s
  VorticityForm vorticity = VorticityForm::energy;
  double anticipation = 0.5;  ///< Of apvm: the time by which q is anticipated, in steps.
  bool viscous = false;       ///< Whether there is Laplacian diffusion.
  bool hyperviscous = false;  ///< Whether there is biharmonic diffusion.
  WindChoice wind = WindChoice::predicted;
  TracerFlux tracer_flux = TracerFlux::upwind;
  bool monotone = false;  ///< Whether the tracer flux is limited.

  [[nodiscard]] bool diffuses() const { return viscous || hyperviscous; }
  [[nodiscard]] bool anticipates() const { return vorticity == VorticityForm::apvm; }
};

/// A kernel that is handed the mesh at each call, kernel(mesh, entity, lane), with the mesh that it
/// is run on.
template <class Mesh, class Kernel>
struct OnMesh {
  Mesh mesh;
  Kernel kernel;
  HEXAD_FN void operator()(Index n, int lane) const { kernel(mesh, n, lane); }
};

/// What an operator of value type T needs beside its fields: the mesh, the device it runs on,
/// temporary fields and the scalars of the model. Cheap to pass; owns nothing.
template <class T>
struct Context {
  using Real = real_of<T>;
  using Mesh = MeshView<Real>;

  Mesh mesh;
  Workspace& workspace;
  Parameters parameters;
  BlockStore* blocks = nullptr;  ///< Where the operators that can shall run block by block.

  [[nodiscard]] const Device& device() const { return workspace.device(); }
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

  /// The same, or none.
  template <Place P>
  [[nodiscard]] OptionalScratch<P, T> optional_scratch(int lanes, bool wanted) const {
    return OptionalScratch<P, T>(workspace, count<P>(), lanes, wanted);
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

  // A BlockContext computes no more than is wanted of a block's surroundings; the whole mesh has
  // none.
  [[nodiscard]] int reach() const { return 0; }
  [[nodiscard]] const Context& within(int) const { return *this; }
  [[nodiscard]] const Context& wider() const { return *this; }
  template <class Kernel>
  void for_spokes(int lanes, const Kernel& kernel) const {
    run(mesh.edges, lanes, kernel);
  }

 private:
  template <class Kernel>
  void run(Index entities, int lanes, const Kernel& kernel) const {
    if constexpr (requires { kernel(mesh, Index(), 0); })
      for_each<ValueTraits<T>::on_device>(device(), entities, lanes,
                                          OnMesh<Mesh, Kernel>{mesh, kernel});
    else
      for_each<ValueTraits<T>::on_device>(device(), entities, lanes, kernel);
  }
};

/// A mesh on a device with its workspace: makes the contexts that operators take.
class Domain {
 public:
  Domain(const Device& device, const Mesh& mesh, const Parameters& parameters = {},
         Tables tables = {})
      : mesh_(mesh),
        tables_(tables),
        device_mesh_(device, mesh, tables),
        blocks_(mesh, device.threads),
        workspace_(device),
        parameters_(parameters) {}

  [[nodiscard]] const Mesh& mesh() const { return mesh_; }
  [[nodiscard]] const Device& device() const { return workspace_.device(); }
  [[nodiscard]] Workspace& workspace() { return workspace_; }
  [[nodiscard]] const Parameters& parameters() const { return parameters_; }
  void set_parameters(const Parameters& parameters) { parameters_ = parameters; }
  void set_time_step(double seconds) { parameters_.time_step = seconds; }
  /// Whether operators that can run block by block (on the host alone) shall do so, with the same
  /// bits. Unless told, they do, but not where another order of visits than the usual is asked for:
  /// that is to try the passes over the whole mesh.
  void use_blocks(bool use) { use_blocks_ = use; }
  /// Cells of a block, instead of the size that suits the caches.
  void set_block_size(Index cells) { blocks_.set_size(cells); }
  /// Memory of the blocks that were made so far.
  [[nodiscard]] std::size_t block_bytes() const { return blocks_.bytes(); }
  [[nodiscard]] std::size_t bytes() const {
    return device_mesh_.bytes() + blocks_.bytes() + workspace_.bytes();
  }

  template <class T>
  [[nodiscard]] Context<T> context() {
    if constexpr (std::is_same_v<real_of<T>, float>) {
      if (!single_mesh_)
        single_mesh_ = std::make_unique<DeviceMesh<float>>(device(), mesh_, tables_);
      return {single_mesh_->view(), workspace_, parameters_};
    } else {
      const bool blocks = device().backend == Backend::host &&
                          use_blocks_.value_or(device().order == Order::forward);
      return {device_mesh_.view(), workspace_, parameters_, blocks ? &blocks_ : nullptr};
    }
  }

 private:
  const Mesh& mesh_;  // must outlive the domain
  Tables tables_;
  DeviceMesh<double> device_mesh_;
  std::unique_ptr<DeviceMesh<float>> single_mesh_;
  BlockStore blocks_;
  std::optional<bool> use_blocks_;
  Workspace workspace_;
  Parameters parameters_;
};

}  // namespace hexad
