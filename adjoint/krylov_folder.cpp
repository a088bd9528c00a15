#include "hexad/adjoint/krylov_folder.hpp"

#include <fmt/format.h>

#include <utility>

#include "hexad/core/error.hpp"
#include "hexad/io/io_thread.hpp"

namespace hexad {
namespace {

namespace fs = std::filesystem;

const std::string cells_name = "vectors_at_cells", edges_name = "vectors_at_edges";
const std::string remedy = "run without --resume to begin a new search";

template <Place P>
RestartField field_of(const Field<P, double>& field) {
  return {P, field.members(), field.to_host()};
}

template <Place P>
Field<P, double> field_of(const Device& device, const RestartField& field) {
  return {device, std::span<const double>(field.values), field.members};
}

SmallMatrix matrix_of(const std::vector<double>& values, std::size_t columns) {
  SmallMatrix matrix(values.size() / columns, columns);
  matrix.values = values;
  return matrix;
}

/// A number of a file that must be that of the search.
void require_number(const Restart& restart, const std::string& name, double wanted,
                    const fs::path& file) {
  const auto found = restart.numbers.find(name);
  const double there = found == restart.numbers.end() ? -1 : found->second.front();
  if (there != wanted)
    throw InputError(
        fmt::format("the basis is of another search: its {} is {}, not {}", name, there, wanted),
        file.string(), remedy);
}

}  // namespace

KrylovFolder::KrylovFolder(fs::path folder, KrylovOrigin origin,
                           std::function<void(const Restart&)> accept,
                           std::function<void(const std::string&)> warn)
    : folder_(std::move(folder)),
      origin_(std::move(origin)),
      accept_(std::move(accept)),
      warn_(std::move(warn)) {}

fs::path KrylovFolder::file_of(std::size_t block) const {
  return folder_ / fmt::format("basis_{:05}.nc", block);
}

void KrylovFolder::clear() const {
  std::error_code status;
  fs::remove(file_of(0), status);  // first, so that what is left is no search
  std::vector<fs::path> old;
  for (const auto& entry : fs::directory_iterator(folder_, status))
    if (entry.path().filename().string().starts_with("basis_")) old.push_back(entry.path());
  for (const auto& file : old) fs::remove(file, status);
}

void KrylovFolder::write(Domain& domain, const BlockKrylov& basis) const {
  const auto n = static_cast<std::size_t>(basis.steps());
  Restart restart;
  restart.step = basis.steps();
  restart.step_s = origin_.step_s;
  restart.mesh_file_id = domain.mesh().file_id;
  restart.case_as_run = origin_.case_as_run;
  restart.fields = {{cells_name, field_of(basis.newest().thickness)},
                    {edges_name, field_of(basis.newest().velocity)}};
  restart.numbers = {{"seed", {static_cast<double>(basis.seed())}},
                     {"block", {static_cast<double>(basis.block())}},
                     {"window_steps", {static_cast<double>(origin_.steps)}},
                     {"step_s", {origin_.step_s}}};
  if (n > 0) {
    restart.numbers["projected"] = basis.all_steps().back().projected.values;
    restart.numbers["next"] = basis.all_steps().back().next.values;
  }
  io_thread().post([restart = std::move(restart), orders = restart_orders(domain.mesh()),
                    attributes = origin_.attributes, folder = folder_, file = file_of(n)] {
    std::error_code status;
    fs::create_directories(folder, status);
    write_restart(file, restart, orders, attributes);
  });
}

BlockKrylov KrylovFolder::read(Domain& domain, std::uint64_t seed, int block,
                               int most_steps) const {
  std::vector<State<double>> blocks;
  std::vector<BlockKrylov::Step> steps;
  std::error_code status;
  for (std::size_t n = 0; n <= static_cast<std::size_t>(most_steps); ++n) {
    const fs::path file = file_of(n);
    if (!fs::exists(file, status)) break;
    Restart restart;
    try {
      restart = io_thread().run([&] { return read_restart(file); });
    } catch (const Error& fault) {
      if (warn_) warn_(fmt::format("the basis is taken up to the file before: {}", fault.what()));
      break;
    }
    take_mesh_order(restart, domain.mesh(), file);
    if (n == 0 && accept_) accept_(restart);
    require_number(restart, "seed", static_cast<double>(seed), file);
    require_number(restart, "block", block, file);
    require_number(restart, "window_steps", static_cast<double>(origin_.steps), file);
    require_number(restart, "step_s", origin_.step_s, file);
    const auto& device = domain.device();
    blocks.emplace_back(field_of<Place::cell>(device, restart.fields.at(cells_name)),
                        field_of<Place::edge>(device, restart.fields.at(edges_name)));
    if (n > 0)
      steps.push_back({matrix_of(restart.numbers.at("projected"), static_cast<std::size_t>(block)),
                       matrix_of(restart.numbers.at("next"), static_cast<std::size_t>(block))});
  }
  if (blocks.empty())
    throw InputError("there is no basis of vectors to go on with", folder_.string(), remedy);
  return {domain, seed, std::move(blocks), std::move(steps)};
}

void KrylovFolder::finish() const { io_thread().drain(); }

std::size_t krylov_bytes(Index cells, Index edges, int vectors) {
  return sizeof(double) * static_cast<std::size_t>(vectors) *
         (static_cast<std::size_t>(cells) + static_cast<std::size_t>(edges));
}

}  // namespace hexad
