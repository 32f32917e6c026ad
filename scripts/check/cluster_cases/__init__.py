"""What scripts/check/cluster does with each engine."""
