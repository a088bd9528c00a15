// hexad info: what this program is and stands on.

#include <dlfcn.h>
#include <mpi.h>
#include <netcdf.h>
#include <omp.h>

#include <nlohmann/json.hpp>

#include "hexad/experiments/commands/commands.hpp"
#include "hexad/version.hpp"

namespace hexad {
namespace {

using Json = nlohmann::ordered_json;

/// "Open MPI v4.1.4": the first words of what the library says; needs no MPI_Init.
std::string mpi_version() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  MPI_Get_library_version(text, &length);
  const std::string whole(text, static_cast<std::size_t>(length));
  return whole.substr(0, whole.find_first_of(",\n"));
}

std::string netcdf_version() {
  const std::string whole = nc_inq_libvers();
  return whole.substr(0, whole.find(' '));
}

/// Of the HDF5 library that NetCDF brought along; the program itself does not link to it.
std::string hdf5_version() {
  using Inquire = int (*)(unsigned*, unsigned*, unsigned*);
  const auto inquire = reinterpret_cast<Inquire>(dlsym(RTLD_DEFAULT, "H5get_libversion"));
  unsigned major = 0, minor = 0, release = 0;
  if (inquire == nullptr || inquire(&major, &minor, &release) < 0) return "none";
  return fmt::format("{}.{}.{}", major, minor, release);
}

Json collect() {
  Json info;
  info["version"] = version;
  info["commit"] = commit;
  info["build"] = {{"type", build_type},
                   {"compiler", compiler},
                   {"architecture", architecture},
                   {"cuda", built_with_cuda()}};
  info["devices"] = {{"cpu_threads", omp_get_max_threads()}, {"gpus", cuda_devices()}};
  info["libraries"] = {
      {"mpi", mpi_version()}, {"netcdf", netcdf_version()}, {"hdf5", hdf5_version()}};
  return info;
}

ExitCode run(const CommonOptions& options) {
  const Console console = options.console();
  const Json info = collect();
  if (console.wants_json()) {
    console.result(info.dump(2));
    return ExitCode::done;
  }
  const auto text = [](const Json& value) { return value.get<std::string>(); };
  console.line("hexad {} ({})", version, commit);
  console.line("build      {}, {}, -march={}, {}", build_type, compiler,
               std::string(architecture).empty() ? "default" : architecture,
               built_with_cuda() ? "with CUDA" : "without CUDA");
  console.line("threads    {}", omp_get_max_threads());
  const auto gpus = cuda_devices();
  if (gpus.empty())
    console.line("GPUs       none{}", built_with_cuda() ? "" : " (built for the host only)");
  for (const auto& gpu : gpus) console.line("GPU        {}", gpu);
  console.line("MPI        {}", text(info["libraries"]["mpi"]));
  console.line("NetCDF     {}", text(info["libraries"]["netcdf"]));
  console.line("HDF5       {}", text(info["libraries"]["hdf5"]));
  return ExitCode::done;
}

}  // namespace

void add_info(CLI::App& app, Session& session) {
  auto* command = app.add_subcommand("info", "Version, build options, devices, libraries");
  command->footer("Example:\n  hexad info --json");
  add_console_options(*command, session);
  command->callback([&session] { session.action = [&session] { return run(session.options); }; });
}

}  // namespace hexad
