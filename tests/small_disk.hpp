#pragma once

#include <sys/mount.h>

#include <string>

namespace hexad::test {

/// A file system of so many MiB in a folder while one of these lives, where the user may mount one.
class SmallDisk {
 public:
  SmallDisk(const std::string& folder, int mebibytes)
      : folder_(folder),
        mounted_(mount("tmpfs", folder.c_str(), "tmpfs", 0,
                       ("size=" + std::to_string(mebibytes) + "m").c_str()) == 0) {}
  ~SmallDisk() {
    if (mounted_) umount(folder_.c_str());
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  [[nodiscard]] bool mounted() const { return mounted_; }

 private:
  std::string folder_;
  bool mounted_;
};

}  // namespace hexad::test
