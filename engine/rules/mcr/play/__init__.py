"""Playing an MCR hand."""
