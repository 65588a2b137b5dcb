"""Divisions of a hand into sets, and its waits."""
