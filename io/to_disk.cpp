#include "hexad/io/to_disk.hpp"

#include <fcntl.h>
#include <unistd.h>

namespace hexad {

void to_disk(const std::filesystem::path& path) {
  const int id = ::open(path.c_str(), O_RDONLY);
  if (id < 0) return;
  ::fsync(id);
  ::close(id);
}

}  // namespace hexad
