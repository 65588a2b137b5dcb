"""Play of a hand: events, table state, legality with reasons, and payments."""
