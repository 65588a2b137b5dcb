"""Makes the page that checks events: the runtime from its package, with the verifier's sources."""
