# What the project stands on outside the numerical core.
find_package(MPI REQUIRED COMPONENTS C)
# Only MPI's C interface is used: mpi.h must not declare the C++ one, which would need its library.
target_compile_definitions(MPI::MPI_C INTERFACE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
find_package(yaml-cpp REQUIRED)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(NetCDF REQUIRED IMPORTED_TARGET netcdf)
# The library beneath it: file_mark.cpp asks where in a file the values lie.
pkg_search_module(HDF5 REQUIRED IMPORTED_TARGET hdf5-serial hdf5)
# Small dense matrices: headers alone, seen by single units (adjoint/small_dense.cpp), so the
# exported package does not ask for it.
find_package(Eigen3 3.3 REQUIRED NO_MODULE)
