"""What scripts/bench does with what was measured: collects it, compares it, makes tables of it."""
