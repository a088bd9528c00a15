#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "hexad/adjoint/block_krylov.hpp"
#include "hexad/io/restart.hpp"

namespace hexad {

/// What the files of a basis say of the search that they belong to.
struct KrylovOrigin {
  std::string case_as_run;
  double step_s = 0;  ///< Of the model.
  long steps = 0;     ///< Of the window.
  FileAttributes attributes;
};

/// The basis of a search on disk as it grows: FOLDER/basis_NNNNN.nc holds block N (in the order of
/// the mesh's file, one NetCDF file with a checksum, written beside and renamed) and what the step
/// before it added to the projected operator. Killed at any moment, a search goes on from the last
/// whole file, to the same bits.
class KrylovFolder {
 public:
  /// `accept` is called with the first file that is read and throws where it belongs to another
  /// search; `warn` is told of what is passed over.
  KrylovFolder(std::filesystem::path folder, KrylovOrigin origin,
               std::function<void(const Restart&)> accept = {},
               std::function<void(const std::string&)> warn = {});

  /// Removes the files of an earlier search.
  void clear() const;
  /// Writes the newest block, in the background.
  void write(Domain& domain, const BlockKrylov& basis) const;
  /// What is there, up to `most_steps` steps. InputError where there is nothing to go on with, or
  /// it belongs to another search, mesh, seed or size of block.
  [[nodiscard]] BlockKrylov read(Domain& domain, std::uint64_t seed, int block,
                                 int most_steps) const;
  /// Waits until all is on the disk.
  void finish() const;

 private:
  [[nodiscard]] std::filesystem::path file_of(std::size_t block) const;

  std::filesystem::path folder_;
  KrylovOrigin origin_;
  std::function<void(const Restart&)> accept_;
  std::function<void(const std::string&)> warn_;
};

/// Bytes of a basis of so many vectors on a mesh: in memory, and on disk.
[[nodiscard]] std::size_t krylov_bytes(Index cells, Index edges, int vectors);

}  // namespace hexad
