"""What federations are sent after an event: a table of results in their columns, its checks, and what goes with it."""
