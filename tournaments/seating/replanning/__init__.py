"""Rounds drawn after others were played: re-planned, added, or beside what must stay as it is."""
