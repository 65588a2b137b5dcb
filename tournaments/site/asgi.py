"""Entry point for ASGI servers; `./run` uses WSGI with threads, which was measured faster for these pages."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.site.settings")
application = get_asgi_application()
