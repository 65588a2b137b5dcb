"""Run a program whose clock jumps: `python -m benchmarks.jumping_clock celery -A tournaments.site worker`.

The seconds that the clock is off stand in the file named by CHAOS_CLOCK, and may change while the program runs.
"""

import datetime
import os
import runpy
import sys
from pathlib import Path

from django.utils import timezone

real_now = timezone.now


def jumping_now() -> datetime.datetime:
    """Return this machine's time, shifted by the value in the file."""
    try:
        off = float(Path(os.environ["CHAOS_CLOCK"]).read_text())
    except (OSError, ValueError):
        off = 0.0
    return real_now() + datetime.timedelta(seconds=off)


if __name__ == "__main__":
    # Before any model takes it as the default of a field.
    timezone.now = jumping_now
    module = {"web": "tournaments.site.web", "celery": "celery"}[sys.argv[1]]
    sys.argv = sys.argv[1:]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
