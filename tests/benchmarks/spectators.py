"""Spectators who follow an event, for Locust: what `python -m tests.benchmarks load --locust PROGRAM` runs.

Each reads its page, listens to the event's changes, and reads the page again within some seconds of a change that shows
on a page, and every so often, asking whether it is still what it has. What they read and how long they wait stands in
SPECTATORS, as JSON.
"""

from __future__ import annotations

import json
import os
import random
from itertools import count
from typing import Final

import gevent  # type: ignore[import-untyped]
from locust import FastHttpUser, constant, task  # type: ignore[import-not-found]

ASKED: Final = json.loads(os.environ["SPECTATORS"])
_numbers: Final = count()


class Spectator(FastHttpUser):
    """An open page."""

    wait_time = constant(1)
    default_headers = {"Accept-Encoding": "gzip"}

    @task
    def follow(self) -> None:
        """Until the site ends the stream or the run is over."""
        self.page = ASKED["pages"][next(_numbers) % len(ASKED["pages"])]
        self.tag = ""
        self.read()
        gevent.spawn(self.ask)
        reading: gevent.Greenlet | None = None
        changes = self.client.get(ASKED["stream"], name="stream", stream=True).stream
        while line := changes.readline(b"\n"):
            if line.startswith(b"data: "):
                self.told("change")
                shows = ASKED["all_read"] or json.loads(line[6:]).get("shown", True)
                if shows and (reading is None or reading.dead):
                    reading = gevent.spawn_later(random.uniform(0, ASKED["within"]), self.read)
        self.told("end of stream")

    def ask(self) -> None:
        """Whether the page is still what it is, as pages do beside listening."""
        gevent.sleep(random.uniform(0, ASKED["every"]))
        while True:
            self.read()
            gevent.sleep(ASKED["every"])

    def read(self) -> None:
        """The page, or that it is unchanged."""
        headers = {"If-None-Match": self.tag} if self.tag else {}
        with self.client.get(self.page, name="page", headers=headers, catch_response=True) as answer:
            if answer.status_code in (200, 304):
                answer.success()
                self.tag = answer.headers.get("ETag", self.tag)
            if answer.status_code == 304:
                self.told("unchanged")

    def told(self, name: str) -> None:
        """Let Locust count it among its requests."""
        self.environment.events.request.fire(
            request_type="SSE", name=name, response_time=0, response_length=0, exception=None, context={}
        )
