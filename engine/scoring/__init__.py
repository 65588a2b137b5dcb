"""Patterns, awards and the score of a hand."""
