"""Every write: one verb a function, one transaction, one audit record. Reads live in `tournaments.selectors`."""
