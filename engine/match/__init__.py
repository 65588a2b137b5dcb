"""From hands to a match: final points, places, table points, and whether a sheet adds up."""
