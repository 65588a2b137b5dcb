"""PostgreSQL as the site asks it: Django's backend, whose pool is asked about dead connections without a question."""
