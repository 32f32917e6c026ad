"""What scripts/bench/against compares, by kind."""
