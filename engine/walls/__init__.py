"""Walls from a seed, wall breaks, deals with digests, and tests of randomness."""
