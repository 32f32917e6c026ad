"""Films of strangers for scripts/check/containers."""
