"""How far a Swiss round is from the best possible: bounds over all tables, and the search for a cheaper seating."""
