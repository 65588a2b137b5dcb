"""Somebody waits for background work, in a real browser with a real worker."""

import pytest
from playwright.sync_api import expect

from tests.support import trial_jobs
from tests.support.browser import accessibility_faults, overflows_sideways
from tests.support.people import person
from tournaments.core import jobs
from tournaments.core.models.jobs import Job

pytestmark = pytest.mark.browser


def test_sam_watches_a_job_and_downloads_its_file(live_site, start_worker, page, tmp_path):
    start_worker()
    sam = person("sam")
    live_site.sign_in(page, sam)
    job = jobs.create(trial_jobs.COUNT, created_by=sam, params={"to": 8, "until": str(tmp_path / "go")})
    page.goto(live_site.url(job.get_absolute_url()))
    expect(page.get_by_role("progressbar")).to_be_visible()
    assert accessibility_faults(page) == []
    (tmp_path / "go").touch()
    expect(page.get_by_text("Ready.")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename == "numbers.txt"
    assert download.value.path().read_bytes() == b"1\n2\n3\n4\n5\n6\n7\n8"


def test_sam_cancels_a_job_on_the_phone(live_site, phone):
    sam = person("sam")
    live_site.sign_in(phone, sam)
    job = jobs.create(trial_jobs.COUNT, created_by=sam, params={"to": 600, "pause": 0.1})
    phone.goto(live_site.url(job.get_absolute_url()))
    assert not overflows_sideways(phone)
    phone.get_by_role("button", name="Cancel").click()
    expect(phone.get_by_text("Cancelled.")).to_be_visible()
    assert Job.objects.get().state == "cancelled"
