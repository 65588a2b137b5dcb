"""Entry point for WSGI servers: `gunicorn tournaments.site.wsgi`."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.site.settings")
application = get_wsgi_application()
