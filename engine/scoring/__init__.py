"""Patterns and awards, the score of a hand, and the cases that ask for it."""
