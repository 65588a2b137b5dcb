"""Duplicate mahjong: boards, their results, and the walls after play, without database and Django."""
