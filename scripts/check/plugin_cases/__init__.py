"""Tests of what is made of splash for other programs, by program."""
