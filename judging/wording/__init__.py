"""Findings, proposals and rulings in words, in the language of the reader."""
