"""The Django project: settings, root urls, servers' entry points, Celery."""

from tournaments.site.celery import app as celery_app

__all__ = ["celery_app"]
