"""Entry point for WSGI servers: `gunicorn tournaments.site.wsgi`."""

import os
from importlib import import_module

import django
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.site.settings")
django.setup()

# Below: these need the applications.
from tournaments.site import preparation  # noqa: E402
from tournaments.site.handler import SiteHandler  # noqa: E402
from tournaments.site.preload import warm_up  # noqa: E402

_preparing = preparation.begin()
# All pages are loaded here and not at the first request: the server does it once, and its processes share the memory.
import_module(settings.ROOT_URLCONF)
preparation.wait(_preparing)
application = SiteHandler()
warm_up()
