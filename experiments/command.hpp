#pragma once

namespace hexad {

/// The `hexad` command: parses the command line, runs the subcommand, turns every fault into one
/// line and an exit code (0 done, 1 the run failed, 2 wrong input, 3 a check missed its bound).
int run_command(int argc, char** argv);

}  // namespace hexad
