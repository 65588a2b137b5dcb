"""A stranger saves two files and checks an event from a disk, without a network, and finds a forged copy."""

import json

import pytest
from playwright.sync_api import expect

from judging.bundling import check_page
from tests.support.browser import accessibility_faults, overflows_sideways
from tests.support.checked_events import ordinary_event
from tournaments.exports.bundle_parts import part_checks
from tournaments.exports.public_bundle import bundle_file
from tournaments.verification import draws as draw_checks
from tournaments.verification.checks import check_bundle
from tournaments.verification.lines import CHECKED, FAILED

pytestmark = [pytest.mark.browser, pytest.mark.django_db]


def test_the_page_says_from_a_disk_what_the_program_says(new_page, tmp_path, monkeypatch):
    honest, forged = tmp_path / "honest.json", tmp_path / "forged.json"
    honest.write_bytes(bundle_file(ordinary_event()))
    bundle = json.loads(honest.read_text())
    bundle["sheets"][0]["seats"][0][1] += 8
    forged.write_text(json.dumps(bundle))
    page = new_page(offline=True)
    asked = []
    page.on("request", lambda request: asked.append(request.url.partition(":")[0]))
    page.goto(check_page.make().as_uri())
    page.get_by_label("The event's public bundle").set_input_files(honest)
    page.get_by_label("Heads and promises that you kept (may stay empty)").fill(f"3:{bundle['log'][2][:16]}")
    page.get_by_role("button", name="Check").click()
    status = page.get_by_role("status")
    expect(status).to_have_text("Nothing failed.", timeout=60_000)
    # Without numpy no draw is made again, there as here.
    monkeypatch.setattr(draw_checks, "_again", lambda value, place: iter(()))
    lines = check_bundle(json.loads(honest.read_text()), heads=[(3, bundle["log"][2][:16])], parts=part_checks())
    good = [f"{line.place}: {line.text}" for line in lines if line.outcome == CHECKED]
    assert page.locator("li.good").all_text_contents() == good
    page.get_by_label("The event's public bundle").set_input_files(forged)
    page.get_by_role("button", name="Check").click()
    expect(status).to_have_text("Something does not stand.", timeout=60_000)
    failed = [f"{line.place}: {line.text}" for line in check_bundle(bundle) if line.outcome == FAILED]
    assert page.locator("li.failed").all_text_contents() == failed
    assert (accessibility_faults(page), overflows_sideways(page)) == ([], False)
    assert set(asked) <= {"file", "blob"}
