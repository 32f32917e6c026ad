"""What the Debian packages are made of."""
