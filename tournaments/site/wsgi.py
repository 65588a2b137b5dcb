"""WSGI entry point."""

import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.site.settings")

application = get_wsgi_application()
# Load all pages now and not during the first request.
import_module(settings.ROOT_URLCONF)
