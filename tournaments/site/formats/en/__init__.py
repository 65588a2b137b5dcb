"""English as players of all countries read it."""
