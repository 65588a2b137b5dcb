"""A running site, ours or a peer's, measured alike: pages a second, processor of the server, memory.

    python -m benchmarks peer_site PORT PATH --pid PID [--pid PID ...] [--seconds 10] [--unchanged]

Eight clients read the page on kept connections. The processes, with their children, are those whose processor and
memory count: web processes, workers, beat. `--unchanged` sends the tag of the first answer, as a browser that has the
page does. `benchmarks/peers/tabbycat.md` sets up Tabbycat for it.
"""

from __future__ import annotations

import argparse
import http.client
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import psutil

from benchmarks.clients import KeptConnection, request_of
from benchmarks.figures import keep

CLIENTS: Final = 8
HEADERS: Final = {"Accept": "text/html", "Accept-Encoding": "gzip", "Accept-Language": "en"}


def main(argv: Sequence[str] = ()) -> int:
    """Print the figures. Returns 1 where no answer is 200 or 304."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks peer_site")
    parser.add_argument("port", type=int)
    parser.add_argument("path")
    parser.add_argument("--pid", type=int, action="append", default=[], help="a process of the site")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--unchanged", action="store_true", help="ask whether the page has changed")
    options = parser.parse_args(list(argv))
    headers = HEADERS | (_read_tag(options.port, options.path) if options.unchanged else {})
    request = request_of("GET", options.path, headers)
    roots = [psutil.Process(pid) for pid in options.pid]
    before, memory = _measure_processor(roots), _weigh(roots)
    with ThreadPoolExecutor(CLIENTS) as pool:
        counts = list(pool.map(lambda _: _read_on(options.port, request, options.seconds), range(CLIENTS)))
    statuses = sum(counts, Counter[int]())
    good = statuses[200] + statuses[304]
    milliseconds = (_measure_processor(roots) - before) / max(1, good) * 1000
    print(
        f"{options.path}: {good / options.seconds:.0f} a second, {milliseconds:.2f} ms of processor each, "
        f"{dict(statuses)}; memory {memory:.0f} MB before, {_weigh(roots):.0f} MB after"
    )
    keep(f"{options.path}, pages", good / options.seconds, "/s", "higher")
    keep(f"{options.path}, processor", milliseconds, "ms")
    keep(f"{options.path}, memory", _weigh(roots), "MB")
    return 0 if good else 1


def _read_tag(port: int, path: str) -> dict[str, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path, headers=HEADERS)
    tag = connection.getresponse().headers["ETag"]
    if tag is None:
        raise SystemExit(f"{path} has no tag: its answers are whole each time.")
    return {"If-None-Match": tag}


def _read_on(port: int, request: bytes, seconds: float) -> Counter[int]:
    statuses, end = Counter[int](), time.monotonic() + seconds
    with KeptConnection(port) as connection:
        while time.monotonic() < end:
            statuses[connection.ask(request)[0]] += 1
    return statuses


def _list_family(roots: Sequence[psutil.Process]) -> list[psutil.Process]:
    return [process for root in roots for process in (root, *root.children(recursive=True))]


def _measure_processor(roots: Sequence[psutil.Process]) -> float:
    times = [process.cpu_times() for process in _list_family(roots)]
    return float(sum(used.user + used.system for used in times))


def _weigh(roots: Sequence[psutil.Process]) -> float:
    """Return the megabytes, shared memory divided (PSS)."""
    return sum(process.memory_full_info().pss for process in _list_family(roots)) / 1_000_000
