"""Read queries: database in, plain values out. Nothing here writes."""
