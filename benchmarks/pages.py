"""Weight of pages on a phone: bytes, requests, nodes, processor and time to content at 360 px, cold and warm.

    python -m benchmarks pages

An event of 188 players and five rounds with names of up to 35 letters, a web server of its own, and Debian's Chromium
with a processor four times slower. Bytes are those that cross the network. Content is there when the main part has been
painted; the place where it starts is in pixels from the top. Returns 1 if a page is wider than the screen.
"""

import os
import subprocess
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.figures import keep
from tools.services import web_command

PLAYERS, ROUNDS, SLUG = 188, 5, "benchmark"
SLOWER = 4
LONG = "Wolfeschlegelsteinhausenbergerdorff"
PAGES = (
    ("events", "/"),
    ("event", f"/t/{SLUG}/"),
    ("players", f"/t/{SLUG}/players/"),
    ("player", f"/t/{SLUG}/players/1/"),
    ("seating", f"/t/{SLUG}/seating/{ROUNDS}/"),
    ("standings", f"/t/{SLUG}/standings/"),
    ("rules", "/rules/mcr-2006/"),
    ("overview", f"/t/{SLUG}/manage/"),
    ("board", f"/t/{SLUG}/manage/board/"),
    ("a sheet", f"/t/{SLUG}/manage/results/{ROUNDS}/table/1/"),
)
MEASURE = """() => {
  const main = document.querySelector("main");
  const inner = main.getBoundingClientRect().top + scrollY + parseFloat(getComputedStyle(main).paddingTop);
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  const files = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  return {
    nodes: document.querySelectorAll("*").length,
    requests: files.filter((file) => file.transferSize > 0).length,
    bytes: files.filter((file) => !file.workerStart).reduce((sum, file) => sum + file.transferSize, 0),
    kept: files.filter((file) => file.workerStart && file.transferSize > 0).map((file) => file.name),
    content: paint ? paint.startTime : 0,
    top: Math.round(inner),
    wider: document.documentElement.scrollWidth - innerWidth,
  };
}"""


def main(argv: Sequence[str] = ()) -> int:
    """Print a line a page. Returns 1 where a page is wider than the phone."""
    with tempfile.TemporaryDirectory(prefix="mahjong-director-bench-") as data:
        os.environ["MAHJONG_DIRECTOR_DATA"] = data
        os.environ["MAHJONG_DIRECTOR_LOG_LEVEL"] = "WARNING"
        os.environ["DJANGO_SETTINGS_MODULE"] = "tournaments.site.settings"
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)
        _play()
        return _served(Path(data))


def _play() -> None:
    """The event: four rounds released, the fifth being played."""
    from tests.support.people import acting, people, seat_in_order, small_tournament
    from tests.support.tables import enter, table_of
    from tournaments.rounds.services import rounds
    from tournaments.seating.services import seating

    tournament = small_tournament(PLAYERS, slug=SLUG, rounds=ROUNDS)
    tournament.confirmations = tournament.Confirmations.NONE
    tournament.save(update_fields=["confirmations"])
    people(tournament)
    for entry in tournament.entries.all():
        entry.family_name = LONG if entry.number % 20 == 1 else entry.family_name
        entry.country = ("FR", "JP", "DE", "PL")[entry.number % 4]
        entry.save()
    for played in tournament.rounds.order_by("number"):
        seating.publish(acting("olga"), seat_in_order(played))
        played.refresh_from_db()
        rounds.start(acting("olga"), played)
        if played.number == ROUNDS:
            return
        for table in range(1, PLAYERS // 4 + 1):
            best = 3 * ((table * 7 + played.number * 11) % 29)
            enter(table_of(tournament, table, played.number), (best, 12, -12, -best))
        rounds.finish(acting("olga"), played)
        rounds.release(acting("olga"), played)


def _served(data: Path) -> int:
    from tools.services import free_port

    port = free_port()
    with (data / "web.log").open("wb") as log:
        web = subprocess.Popen(web_command(port), stdout=log, stderr=log)
    try:
        from benchmarks.site import _wait_for

        _wait_for(port)
        return _measured(f"http://127.0.0.1:{port}")
    finally:
        web.terminate()
        web.wait(20)


def _note(sent: dict[str, int], response: Any) -> None:
    sent[response.url] = int(response.headers.get("content-length", 0))


def _measured(address: str) -> int:
    from playwright.sync_api import ViewportSize, sync_playwright

    from tests.support.browser import ARGUMENTS, PHONE, LiveSite, browser_path
    from tests.support.people import person

    wider = 0
    print(f"{'page':<12}{'':>6}{'KB':>8}{'files':>7}{'nodes':>7}{'CPU ms':>8}{'seen ms':>9}{'starts':>8}{'wider':>7}")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
        for name, path in PAGES:
            context = browser.new_context(
                viewport=ViewportSize(width=PHONE["width"], height=PHONE["height"]), has_touch=True
            )
            page = context.new_page()
            LiveSite(address).sign_in(page, person("olga"))
            slow = context.new_cdp_session(page)
            slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            slow.send("Performance.enable")
            # What comes through the service worker is measured unpacked by the browser: its length on the way counts.
            sent: dict[str, int] = {}
            page.on("response", partial(_note, sent))
            before = 0.0
            for when in ("cold", "warm"):
                started = time.perf_counter()
                page.goto(address + path, wait_until="load")
                loaded = time.perf_counter() - started
                facts: dict[str, Any] = page.evaluate(MEASURE)
                facts["bytes"] += sum(sent.get(file, 0) for file in facts["kept"])
                total = _processor(slow)
                # A new page may begin a new process, whose clock begins again.
                spent = total - before if total >= before else total
                wider += facts["wider"] > 0
                keep(f"page {name}, {when}, bytes", facts["bytes"], "B")
                keep(f"page {name}, {when}, loaded", loaded * 1000, "ms")
                print(
                    f"{name:<12}{when:>6}{facts['bytes'] / 1000:8.1f}{facts['requests']:7}{facts['nodes']:7}"
                    f"{spent * 1000:8.0f}{facts['content']:9.0f}{facts['top']:8}{facts['wider']:7}"
                )
                before = total
            context.close()
        browser.close()
    return 1 if wider else 0


def _processor(session: Any) -> float:
    """Seconds that the page's tasks took so far."""
    answer = session.send("Performance.getMetrics")
    return float(next(one["value"] for one in answer["metrics"] if one["name"] == "TaskDuration"))
