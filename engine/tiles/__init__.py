"""Tiles, seats and winds, melds and hands, each with its notation."""
