"""Tournaments: players, seatings, rounds, results, standings, printing, public pages, API."""
