"""What scripts/check/fuzz damages, and how."""
