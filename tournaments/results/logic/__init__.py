"""A table's sheet, decided without a database: what a new one means, and what a counting one is worth."""
