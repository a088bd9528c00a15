#include "hexad/experiments/command.hpp"

int main(int argc, char** argv) { return hexad::run_command(argc, argv); }
