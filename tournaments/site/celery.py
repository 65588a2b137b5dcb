"""The Celery application. A task carries only the id of its row; the database holds the truth."""

import os

from celery import Celery
from kombu.transport.sqlalchemy import Transport

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.site.settings")

app = Celery("mahjong_director")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# The queue in SQLite is asked for work at intervals. kombu's 1 s makes a person wait; passed as an option it fails.
Transport.polling_interval = 0.25
