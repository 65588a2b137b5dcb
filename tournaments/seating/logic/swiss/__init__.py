"""One round seated by the standings: close in standing, few repeats, even winds."""
