"""The server's process ends while a referee works: in an open tab, and in a secure context after a restart as well."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page, expect

from engine.family import families
from judging.bundling import files
from judging.engine_version import engine_version
from judging.law.examples import Example
from judging.models import Case, ClaimRecord, Ruling
from judging.pocket.folder import VERSION
from tests.journeys.device_desk import dispute, kept, opened, ready
from tests.support.browser import ARGUMENTS, PHONE, SAVING, OwnSite, browser_path, overflows_sideways
from tests.support.people import people, person
from tests.support.tables import playing
from tournaments.models import RulesetVersion, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def saves_data() -> bool:
    """The law is fetched before anybody asks."""
    return False


TILES = "How many tiles does the player have, each meld counted as three?"
READY = """() => document.querySelector("[data-law-on-device]").law.ask("ready", "mcr-2006")"""
KEPT = """async () => {
  const paths = [];
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
  }
  return paths;
}"""
UNTIL_KEPT = f"""async ([wanted, count]) => {{
  const kept = {KEPT};
  for (let turn = 0; turn < 300; turn++) {{
    if ((await kept()).filter((path) => RegExp(wanted).test(path)).length === count) return true;
    await new Promise((call) => setTimeout(call, 200));
  }}
  return false;
}}"""


@pytest.fixture
def phones(tmp_path: Path) -> Path:
    """Files for phones that belong to this test: an update changes them."""
    files.make()
    folder = tmp_path / "pocket"
    shutil.copytree(settings.POCKET_DIR, folder, ignore=shutil.ignore_patterns("tmp*", "*.html"))
    return folder


@pytest.fixture
def served(tmp_path: Path, phones: Path, live_site: Any) -> Iterator[Any]:
    """A function that makes a site of this test: `served("hall.test")`. Beside it the suite's worker runs."""
    sites: list[OwnSite] = []

    def serve(host: str, **env: str) -> OwnSite:
        sites.append(OwnSite(host, tmp_path, MAHJONG_DIRECTOR_POCKET=str(phones), **env))
        sites[-1].start()
        return sites[-1]

    yield serve
    for site in sites:
        site.end()


def event() -> Tournament:
    """A round is played; ren referees."""
    found = playing()
    people(found)
    return found


def kept_ruling(phone: Page, table: str) -> None:
    """Ren opens a case of too few tiles, examines and rules; nobody answers."""
    phone.get_by_label("Table", exact=True).fill(table)
    phone.locator("[name=case-kind][value=tile_count]").check()
    phone.get_by_role("button", name="To the facts").click()
    says = phone.locator("#law-says")
    expect(says.locator("[data-computed-on-device]")).to_contain_text(f"engine {engine_version()}", timeout=90_000)
    phone.locator("input[name=seat][value='2']").check()
    phone.get_by_label(TILES, exact=True).fill("12")
    phone.get_by_label(TILES, exact=True).blur()
    for name, answer in (("to_discard", "no"), ("has_discarded", "yes")):
        phone.locator(f"input[name={name}][value={answer}]").check()
    expect(says.locator(".finding.danger")).to_contain_text("12")
    for proposed in phone.locator("#law-says .provisional input[value=standard]").all():
        proposed.check()
    phone.get_by_role("button", name="Keep the ruling for the server").click()
    expect(phone.locator("[data-outbox-panel]")).to_contain_text("Not sent yet: 1.")
    assert not overflows_sideways(phone)


def sent() -> dict[str, Any]:
    """What the server has of the one case that arrived."""
    record, ruling = ClaimRecord.objects.get(), Ruling.objects.get()
    assert record.device is not None
    return {
        "cases": Case.objects.count(), "agrees": record.device["agrees"], "engine": record.device["engine"],
        "table": ruling.case.table.number, "as proposed": ruling.as_proposed,
    }  # fmt: skip


def update(phones: Path, state: str, engine: str = "") -> None:
    """The program is updated: its files for phones bear another mark; `engine` is what their law says it is."""
    made = json.loads((phones / "manifest.json").read_text(encoding="utf-8"))
    line = made["files"]["law"]
    old = zipfile.ZipFile(phones / line["path"])
    (phones / state).mkdir()
    new = BytesIO()
    with zipfile.ZipFile(new, "w") as archive:
        for name in old.namelist():
            archive.writestr(name, engine if engine and name == VERSION else old.read(name))
    (phones / state / "law.zip").write_bytes(new.getvalue())
    for ending, pack in files.PACKED.items():
        (phones / state / f"law.zip.{ending}").write_bytes(pack(new.getvalue()))
    line["path"], made["state"] = f"{state}/law.zip", state
    (phones / "manifest.json").write_text(json.dumps(made), encoding="utf-8")


def test_over_plain_http_an_open_tab_rules_without_the_server_and_takes_no_other_engine(
    served: Any, phone: Page, phones: Path
) -> None:
    tournament, site = event(), served("hall.test")
    site.sign_in(phone, person("ren"))
    phone.set_default_navigation_timeout(60_000)
    phone.add_init_script("localStorage.setItem('facts-all-questions', 'yes')")
    with phone.expect_response(lambda answer: answer.url.endswith("/without-server/"), timeout=60_000):
        phone.goto(site.url(f"/t/{tournament.slug}/manage/cases/"))
    assert phone.evaluate("[isSecureContext, 'caches' in window]") == [False, False]
    phone.evaluate(READY)
    site.end()
    phone.get_by_role("link", name="Open a case").click()
    phone.get_by_label("Round", exact=True).fill("1")
    kept_ruling(phone, "1")
    # The laptop is updated before it serves again.
    update(phones, "b2")
    site.start()
    expect(phone.locator("[data-outbox-panel]")).to_be_hidden(timeout=30_000)
    assert sent() == {"cases": 1, "agrees": True, "engine": engine_version(), "table": 1, "as proposed": True}
    # A page of before the update, whose worker starts only afterwards, fetches the whole law anew.
    phone.add_init_script(SAVING)
    phone.goto(site.url("/rules/mcr-2006/ask/tile_count/"))
    update(phones, "c3")
    phone.evaluate(READY)
    assert phone.evaluate("document.querySelector('[data-law-on-device]').law.address") == "/pocket/c3/worker.js"
    # A law that is not of the engine which the page was told is never asked.
    update(phones, "d4", engine="0000000aaaaa")
    phone.goto(site.url("/rules/mcr-2006/ask/tile_count/"))
    site.end()
    phone.locator("input[name=seat][value='1']").check()
    expect(phone.locator("#law-says")).to_contain_text("this device cannot run the law")
    site.start()
    phone.get_by_role("button", name="Examine").click()
    expect(phone.locator("#law-says")).not_to_contain_text("this device cannot run the law")


def test_each_familys_commonest_dispute_waits_until_the_server_is_back(served: Any, new_page: Any) -> None:
    site = served("hall.test")
    tabs: list[tuple[Page, Example]] = []
    first = new_page(viewport=PHONE, is_mobile=True, has_touch=True)
    site.sign_in(first, person("ren"))
    for name in families():
        tournament, example = playing(family=name), dispute(name)
        people(tournament)
        Tournament.objects.filter(pk=tournament.pk).update(slug=name)
        RulesetVersion.objects.filter(tournament=tournament).update(preset=example.ruleset)
        tab = first.context.new_page() if tabs else first
        tab.set_default_navigation_timeout(60_000)
        with tab.expect_response(lambda answer: answer.url.endswith("/without-server/"), timeout=60_000):
            tab.goto(site.url(f"/t/{name}/manage/cases/"))
        ready(tab, example.ruleset)
        tabs.append((tab, example))
    site.end()
    for number, (tab, example) in enumerate(tabs, 1):
        tab.bring_to_front()
        opened(tab, "win")
        kept(tab, example, number)
        if number < len(tabs):
            tab.close()
    site.start()
    expect(tab.locator("[data-outbox-panel]")).to_be_hidden(timeout=30_000)
    records = ClaimRecord.objects.order_by("pk")
    assert [(record.device["agrees"], record.verdict) for record in records] == [(True, "fails")] * len(tabs)
    assert set(Ruling.objects.values_list("case__tournament__slug", "as_proposed")) == {(n, True) for n in families()}


def restarted(browser: Browser, folder: Path) -> BrowserContext:
    """A phone's browser with what it has kept."""
    context = browser.browser_type.launch_persistent_context(
        folder, executable_path=browser_path(whole=True), args=ARGUMENTS, viewport=PHONE, locale="en-GB"
    )
    context.set_default_timeout(20_000)
    context.set_default_navigation_timeout(60_000)
    return context


def test_in_a_secure_context_the_desk_is_there_after_a_reload_and_a_restart_until_ren_signs_out(
    served: Any, browser: Browser, tmp_path: Path
) -> None:
    """Browsers take the machine itself for as secure as an address with HTTPS."""
    tournament = event()
    site = served("localhost")
    desk, standings = f"/t/{tournament.slug}/manage/cases/", f"/t/{tournament.slug}/standings/"
    context = restarted(browser, tmp_path / "profile")
    phone = context.pages[0]
    # What anybody may see is kept by the service worker: the page that was looked at, and the event's other tabs.
    phone.goto(site.url(f"/t/{tournament.slug}/seating/1/"))
    assert phone.evaluate(UNTIL_KEPT, [f"^{standings}$", 1])
    site.sign_in(context, person("ren"))
    phone.goto(site.url(desk))
    # The desk, the law's worker and its five files.
    assert phone.evaluate(UNTIL_KEPT, ["/pocket/|/without-server/", 7])
    site.end()
    phone.reload()
    expect(phone.locator("[data-device-desk]")).to_be_visible()
    context.close()
    context = restarted(browser, tmp_path / "profile")
    phone = context.pages[0]
    phone.goto(site.url(standings))
    expect(phone.locator("[data-follow-note]")).to_contain_text("No connection. This page is from")
    phone.goto(site.url(desk))
    phone.evaluate("localStorage.setItem('facts-all-questions', 'yes')")
    phone.reload()
    phone.get_by_label("Round", exact=True).fill("1")
    kept_ruling(phone, "2")
    site.start()
    expect(phone.locator("[data-outbox-panel]")).to_be_hidden(timeout=30_000)
    assert sent() == {"cases": 1, "agrees": True, "engine": engine_version(), "table": 2, "as proposed": True}
    phone.goto(site.url(desk))
    phone.locator("form[data-sign-out]").first.evaluate("form => form.requestSubmit()")
    phone.wait_for_url(lambda url: "/manage/" not in url)
    assert [path for path in phone.evaluate(KEPT) if "/manage/" in path] == []
    context.close()
