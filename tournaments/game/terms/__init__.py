"""Terms of the game, pure: callers pass the reader's language."""
