"""Listeners of one event: `python -m tests.benchmarks listeners --site http://127.0.0.1:8000 --event SLUG -n 1000`.

Opens so many streams at a running site, waits for the next change of the event (make one, in the pages say), and prints
how long after the first listener the last one heard it, and whether anybody missed or heard it twice.
"""

from __future__ import annotations

import argparse
import resource
import selectors
import socket
import time
from urllib.parse import urlsplit

from tests.benchmarks.figures import keep


def main(argv: list[str]) -> None:
    """Measure at a site that runs."""
    parser = argparse.ArgumentParser(prog="listeners", description=__doc__)
    parser.add_argument("--site", default="http://127.0.0.1:8000")
    parser.add_argument("--event", required=True)
    parser.add_argument("-n", type=int, default=1000)
    parser.add_argument("--wait", type=float, default=60, help="seconds to wait for the change")
    asked = parser.parse_args(argv)
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    place = urlsplit(asked.site)
    began = time.monotonic()
    lines = [_opened(place.hostname or "", place.port or 80, asked.event) for _one in range(asked.n)]
    print(f"{asked.n} listeners after {time.monotonic() - began:.1f} s; waiting for a change", flush=True)
    heard = _heard(lines, asked.wait)
    times = sorted(times[0] for times in heard.values() if times)
    if not times:
        print("nobody heard anything")
        return
    print(f"heard by {len(times)} of {asked.n}, twice by {sum(len(each) > 1 for each in heard.values())}")
    keep(f"{asked.n} listeners, the last after the first", (times[-1] - times[0]) * 1000, "ms")
    keep(f"{asked.n} listeners, heard", len(times), "", "higher")
    print(f"the last {times[-1] - times[0]:.3f} s after the first")


def _opened(host: str, port: int, event: str) -> socket.socket:
    line = socket.create_connection((host, port), timeout=30)
    request = f"GET /api/v1/tournaments/{event}/changes/stream/ HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n"
    line.sendall(request.encode())
    head = b""
    while b"retry:" not in head:
        found = line.recv(4096)
        if not found:
            raise ConnectionError(head.decode(errors="replace")[:300])
        head += found
    line.setblocking(False)
    return line


def _heard(lines: list[socket.socket], wait: float) -> dict[socket.socket, list[float]]:
    chosen = selectors.DefaultSelector()
    for line in lines:
        chosen.register(line, selectors.EVENT_READ)
    heard: dict[socket.socket, list[float]] = {line: [] for line in lines}
    until = time.monotonic() + wait
    while time.monotonic() < until:
        for key, _what in chosen.select(timeout=0.5):
            line = next(one for one in (key.fileobj,) if isinstance(one, socket.socket))
            content = line.recv(65536)
            if not content:
                chosen.unregister(line)
            heard[line] += [time.monotonic()] * content.count(b"event: change")
        if all(heard.values()):
            until = min(until, time.monotonic() + 2)
    return heard
