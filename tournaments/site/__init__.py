"""The Django project: settings, root urls, servers' entry points, Celery."""

import gc

# Not after every 700 new objects: a start, a print run and a large page make hundreds of thousands that stay, and to
# look through them took a sixth of all three.
gc.set_threshold(50_000, 10, 10)
