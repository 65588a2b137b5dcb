"""Undo in the line of a sheet that was just saved on the results page, without leaving the page before."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.support.people import people, person
from tests.support.slices import in_slice
from tests.support.tables import playing
from tournaments.results.models.results import TableResult

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("device", in_slice(["page", "phone"], 2))
def test_sam_saves_a_sheet_and_takes_it_back(live_site, request, device):
    page = request.getfixturevalue(device)
    event = playing()
    people(event)
    live_site.sign_in(page, person("sam"))
    page.goto(live_site.url(reverse("manage_results", args=[event.slug, 1])))
    row = page.locator('form.entry-row[data-table="1"]')
    for seat, points in enumerate((60, 20, -30, -50)):
        row.locator(f"[name=points_{seat}]").fill(str(points))
    row.get_by_role("button", name="Save").click()
    expect(row.get_by_role("button", name="Undo")).to_be_visible()
    row.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Taken back: table 1.")).to_be_visible()
    assert [result.state for result in TableResult.objects.all()] == ["rejected"]
