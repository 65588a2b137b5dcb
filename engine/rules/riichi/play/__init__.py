"""Playing a hand of riichi."""
