"""Tools around the program; nothing of the site imports them."""
