#!/usr/bin/env python
"""Django's command line for Mahjong Director: `python manage.py help` lists the commands."""

import atexit
import gc
import os
import sys

import tournaments.site  # noqa: F401 - it lets the collector of garbage wait until all is loaded

# At its end Python would look through everything for garbage three times: a tenth to a quarter of a second.
atexit.register(gc.freeze)

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.site.settings")
    from django.core.management import execute_from_command_line

    from tournaments.site.failures import explained

    try:
        with explained(sys.argv):
            execute_from_command_line(sys.argv)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever reads has seen enough (`manage.py standings ... | head`).
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
