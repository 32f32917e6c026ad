"""What scripts/test-cluster does with each engine."""
