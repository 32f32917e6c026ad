"""The faults that scripts/check/faults puts in splash's way, by kind."""
