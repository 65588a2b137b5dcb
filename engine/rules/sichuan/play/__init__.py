"""Playing a Sichuan hand."""
