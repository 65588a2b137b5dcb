"""Tiles, seats and winds, melds, hands; their notation beside the type."""
