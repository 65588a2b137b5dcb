"""Rule families, one folder each. They never import one another."""
