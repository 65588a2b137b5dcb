"""Walls from a seed, where they are broken, deals with their digest, and tests of their randomness."""
