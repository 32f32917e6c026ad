"""The tables that scripts/bench/steady prints, by subject."""
