"""Settings of the web server: `gunicorn -c python:tournaments.site.server tournaments.site.wsgi`.

Threads, because pages wait for the database and a hall's phones keep their connections open. Two processes by default,
because one Python process uses one core.
"""

import os
import resource
from typing import Any

from tournaments.site import all_is_loaded
from tournaments.site.logs import logging_config

worker_class = "tournaments.site.worker.StayingWorker"
logger_class = "tournaments.site.worker.ServerLog"
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
threads = int(os.environ.get("WEB_THREADS", "8"))
# The program is loaded once and shared; nothing opens a connection before a process has its first request.
preload_app = True
timeout = 60
graceful_timeout = 10
keepalive = 5
# A folder in memory for the workers' signs of life: a slow disk must not look like a hanging worker.
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: PTH112, S108 - gunicorn's settings are plain
control_socket_disable = True


def when_ready(server: Any) -> None:
    """Say which database is served: with a mistyped environment it would be another one."""
    from django.conf import settings

    from tournaments.site.environment import database_in_words

    server.log.info("database: %s", database_in_words(settings.DATABASES["default"]))


def post_worker_init(_worker: object) -> None:
    """Each web process may have as many connections open as the system lets it: everybody who listens to changes holds
    one.
    """
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


logconfig_dict = logging_config(os.environ.get("MAHJONG_DIRECTOR_LOG_LEVEL", "INFO"))


def on_starting(_server: Any) -> None:
    """Fork what works out things apart, while there is a single thread; the web processes share it."""
    # Not above: these settings are read before the applications are there.
    from tournaments.budgets import keeper, nursery

    nursery.load()
    all_is_loaded()
    keeper.adopt(*nursery.fork())
