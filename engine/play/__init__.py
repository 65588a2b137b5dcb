"""A hand of play: events, the table, what is legal and why not, and who pays whom."""
