"""English formats for players of all countries."""
