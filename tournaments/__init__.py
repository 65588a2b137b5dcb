"""Tournaments: players, seatings, rounds, results, standings, printing, public pages, API."""

__version__ = "0.5.0.dev0"
