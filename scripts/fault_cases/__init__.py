"""The faults that scripts/faults puts in splash's way, by kind."""
