"""The Django project: settings, root urls, servers' entry points, Celery."""

import gc
import os

# Not after every 700 new objects: to start makes 300,000 that stay, and to look through them again and again took a
# sixth of it.
gc.set_threshold(500_000, 10, 10)
# numpy's matrices are small here: a second thread would wait for the next one with a core to itself.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def all_is_loaded() -> None:
    """For a process that goes on for long and has loaded the program: what it makes from here on may be garbage.

    The collector leaves alone what is there: it would take long to look through, and the marks that the collector
    writes would end the sharing of memory with processes that are forked now. A print run and a large page make
    hundreds of thousands of objects that stay for a while. Hardly any garbage comes from loading, so it is not looked
    for.
    """
    gc.freeze()
    gc.set_threshold(50_000, 10, 10)
