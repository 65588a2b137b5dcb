"""The Celery application. A task carries only the id of its row; the database holds the truth."""

import os
from typing import Any

from celery import Celery
from celery.bootsteps import StartStopStep
from celery.signals import worker_init
from click import Option
from kombu.transport import TRANSPORT_ALIASES

from tournaments.site import all_is_loaded

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.site.settings")

# The worker's own checks read all pages of the site, which it never shows: 0.6 s and 45 MB.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")
app = Celery("mahjong_director")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# The queue of a site without REDIS_URL.
TRANSPORT_ALIASES["embedded"] = "tournaments.site.queue:Transport"


class Clock(StartStopStep):
    """The clock of the schedule in a thread of the worker, under `--clock`.

    In a process of its own (`-B`) it is as large as the worker, and it only sends a number every fifteen seconds.
    """

    requires = ("celery.worker.components:Pool",)

    def __init__(self, parent: Any, clock: bool = False, **options: Any) -> None:
        super().__init__(parent, **options)
        self.enabled = clock

    def create(self, parent: Any) -> Any:
        """The thread; the worker starts it behind its processes, and stops it."""
        from celery.beat import EmbeddedService

        return EmbeddedService(parent.app, thread=True, schedule_filename=parent.schedule_filename)


app.steps["worker"].add(Clock)
app.user_options["worker"].add(Option(("--clock",), is_flag=True, help="Run the clock in a thread."))


@worker_init.connect
def share_memory(**_: object) -> None:
    """Load what all processes of a worker share before it forks them, the way to the queue too."""
    app.loader.import_default_modules()
    app.connection_for_write().get_transport_cls()
    all_is_loaded()
