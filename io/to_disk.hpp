#pragma once

#include <filesystem>

namespace hexad {

/// Brings what was written to a file, or the names in a folder, to the disk, where the file system
/// can.
void to_disk(const std::filesystem::path& path);

}  // namespace hexad
