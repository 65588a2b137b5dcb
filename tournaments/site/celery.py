"""The Celery application. A task carries only the id of its row; the database holds the truth."""

import os

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.site.settings")

app = Celery("mahjong_director")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# By name, because SQLAlchemy takes half a second to import and is needed only without REDIS_URL.
TRANSPORT_ALIASES["sqla"] = "tournaments.site.queue:Transport"
