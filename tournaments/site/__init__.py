"""Django project: settings, root URLs, WSGI, Celery and the processes of a site."""

import os

# numpy's matrices are small here; a second thread would only occupy a core.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
