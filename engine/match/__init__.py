"""Matches: final points, places, table points, and checks of score sheets."""
