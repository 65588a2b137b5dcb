"""The Django project: settings, root urls, servers' entry points, Celery."""

import gc
import os

# Not after every 700 new objects: to start makes 300,000 that stay, and to look through them again and again took a
# sixth of it.
gc.set_threshold(500_000, 10, 10)
# numpy's matrices are small here: a second thread would wait for the next one with a core to itself.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
