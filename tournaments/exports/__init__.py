"""Files going out, from selectors."""
