"""Rounds drawn after others were played: redrawn, added, or beside what must stay as it is."""
