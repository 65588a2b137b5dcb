"""Readers for files of schedules; docs/formats.md shows an example of each format."""
