"""`./run` and `./test` on a machine that has Python and nothing else. Standard library only: it runs before anything is
installed."""
