"""Playing a Taiwanese hand."""
