"""What scripts/fuzz damages, and how."""
