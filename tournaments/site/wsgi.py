"""Entry point for WSGI servers: `gunicorn tournaments.site.wsgi`."""

import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from tournaments.site.preload import warm_up

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.site.settings")
application = get_wsgi_application()
# All pages are loaded here and not at the first request: the server does it once, and its processes share the memory.
import_module(settings.ROOT_URLCONF)
warm_up()
