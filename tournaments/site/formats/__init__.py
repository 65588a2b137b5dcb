"""How the site writes what languages write in different ways."""
