"""The words of the game: pure, so that they are the same without a server. The reader's language is handed in."""
