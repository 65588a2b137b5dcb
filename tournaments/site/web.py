"""Web server: `python -m tournaments.site.web --host 127.0.0.1 --port 8000`.

One waitress process with 16 threads; waitress reads a whole request before a thread takes it.
"""

from __future__ import annotations

import argparse
import gc
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from filelock import FileLock, Timeout

from tournaments.site.failures import explained
from tournaments.site.hall_access import SUPERVISED
from tournaments.site.listening import explain_refusal, open_inherited
from tournaments.site.managed_process import interrupt_main

THREADS: Final = 16
MAX_CONNECTIONS: Final = 4000
MAX_CONNECTIONS_WINDOWS: Final = 500
OTHER_FILES: Final = 200
LONGEST_REQUEST: Final = 60.0
PREPARING: Final = "preparing.lock"
"""File in the data folder that the supervisor locks until the site is prepared."""


def read_port(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 65_536:
        raise argparse.ArgumentTypeError(f"{text!r} is no port; give a number from 1 to 65535")
    return int(text)


def add_arguments(parser: argparse._ActionsContainer) -> None:
    parser.add_argument("--port", type=read_port, default=8000, help="port to serve on (8000)")
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to serve on (127.0.0.1; 0.0.0.0 for the whole hall)"
    )


class RequestCounter:
    """WSGI application that counts its requests in progress, because waitress would wait only five seconds for them."""

    def __init__(self, application: Callable[..., Iterable[bytes]]) -> None:
        self.application = application
        self.running: set[object] = set()
        self.ending = False

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        request = object()
        self.running.add(request)
        try:
            return self.application(environ, start_response)
        finally:
            self.running.discard(request)

    def end(self, *_signal: object) -> None:
        last = set(self.running)
        if self.ending or not last:
            sys.exit(0)
        self.ending = True
        threading.Thread(target=self._end_after, args=(last,), daemon=True).start()

    def _end_after(self, last: set[object]) -> None:
        deadline = time.monotonic() + LONGEST_REQUEST
        while last & self.running and time.monotonic() < deadline:
            time.sleep(0.05)
        interrupt_main()


def serve(host: str, port: int, listener: int | None = None) -> None:
    """Serve until SIGINT or SIGTERM; the inherited socket `listener` replaces host and port."""
    # A search for garbage among modules that are being loaded finds none; it takes a sixth of the start.
    gc.disable()
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.site.settings")
    django.setup()

    import waitress
    from django.conf import settings

    from tournaments.site.environment import describe_database

    import_module(settings.ROOT_URLCONF)
    if os.environ.get(SUPERVISED):
        with FileLock(Path(settings.DATA_DIR) / PREPARING, poll_interval=0.01):
            pass
    from tournaments.site.wsgi import application

    _lock = refuse_others(Path(settings.DATA_DIR)) if not is_cache_shared(settings.CACHES) else None
    if settings.REHEARSAL:
        from tournaments.exchange.backups.rehearsal import end_with_its_database

        end_with_its_database()
    requests = RequestCounter(application)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, requests.end)
    where = {"listen": f"[{host}]:{port}" if ":" in host else f"{host}:{port}"}
    try:
        server = waitress.create_server(
            requests,
            **({"sockets": [open_inherited(listener)]} if listener is not None else where),
            threads=THREADS,
            connection_limit=compute_connection_limit(),
            # Seconds after which a silent connection is closed, and between two searches for such connections.
            channel_timeout=30,
            cleanup_interval=10,
            asyncore_use_poll=True,
            max_request_body_size=settings.MAX_REQUEST_BODY,
            # ClientAddressMiddleware decides which proxies to trust; waitress would drop their headers.
            clear_untrusted_proxy_headers=False,
        )
    except (OSError, ValueError) as error:
        sys.exit(explain_refusal(host, port, error))
    logging.getLogger(__name__).info("database: %s", describe_database(settings.DATABASES["default"]))
    # Loaded modules stay until the end; a search for garbage in them takes a tenth of a second of some request.
    gc.collect()
    gc.freeze()
    gc.enable()
    server.run()


def is_cache_shared(caches: Mapping[str, Mapping[str, Any]]) -> bool:
    return not str(caches["default"]["BACKEND"]).endswith("LocMemCache")


def refuse_others(folder: Path) -> FileLock:
    """Return a lock that keeps a second web process, with a cache of its own, off the data folder; exit if one runs."""
    lock = FileLock(folder / "web.lock", timeout=0)
    try:
        lock.acquire()
    except Timeout:
        sys.exit(f"Another web process runs on {folder}. Set REDIS_URL or CACHE_URL: several share a cache in Redis.")
    return lock


def compute_connection_limit() -> int:
    try:
        import resource
    except ImportError:
        # Windows has no such limit; select() there takes 512 sockets.
        return MAX_CONNECTIONS_WINDOWS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_CONNECTIONS + OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return MAX_CONNECTIONS if soft == resource.RLIM_INFINITY else min(MAX_CONNECTIONS, soft - OTHER_FILES)


if __name__ == "__main__":
    options = argparse.ArgumentParser(prog="python -m tournaments.site.web", description="Run the web server.")
    add_arguments(options)
    options.add_argument("--socket", type=int, help=argparse.SUPPRESS)
    arguments = options.parse_args()
    with explained():
        serve(arguments.host, arguments.port, arguments.socket)
