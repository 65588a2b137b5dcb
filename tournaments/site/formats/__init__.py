"""Formats of dates and numbers by language."""
