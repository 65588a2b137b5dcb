"""Celery application. A task carries only the id of its row; the database is authoritative."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.site.settings")

# The worker's checks would load all pages of the site, which it never shows: 0.6 s and 45 MB.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")
app = Celery("mahjong_director")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
