"""Every way to divide a hand into sets, and what it waits for."""
