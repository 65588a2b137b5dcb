"""The rules page in a real browser: folded on a phone, open where there is room, searched, without scripts."""

import pytest
from playwright.sync_api import expect

from engine.family import families
from tests.support.browser import accessibility_faults, looks, overflows_sideways

pytestmark = pytest.mark.browser

FOLDED_HEIGHT = 4000


@pytest.mark.parametrize("family", sorted(families()))
def test_a_phone_folds_all_patterns_and_options(live_site, phone, family):
    phone.goto(live_site.url(f"/rules/{families()[family].default_ruleset}/"))
    expect(phone.get_by_label("Find a pattern")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollHeight") < FOLDED_HEIGHT
    assert not overflows_sideways(phone)
    group = phone.locator("[data-group]").first
    group.locator("summary").first.tap()
    expect(group.locator(".pattern-card .tiles").first).to_be_visible()
    for look in looks(phone):
        assert (look, accessibility_faults(phone)) == (look, [])


def test_patterns_are_searched_by_name_in_any_language_and_chosen_by_value(live_site, kept_page):
    page = kept_page
    page.goto(live_site.url("/rules/mcr-2006/"))
    expect(page.locator("#big_three_dragons .tiles")).to_be_visible()
    page.get_by_label("Find a pattern").fill("dragon")
    visible = page.locator("[data-pattern]:visible h4")
    expect(visible).to_have_text(["Big Three Dragons", "Little Three Dragons", "Two Dragon Pungs", "Dragon Pung"])
    page.get_by_label("Find a pattern").fill("清一色")
    expect(visible).to_have_text(["Full Flush"])
    page.get_by_label("Find a pattern").fill("nothing of the kind")
    expect(page.get_by_text("No pattern has this name.")).to_be_visible()
    page.get_by_role("link", name="48", exact=True).click()
    expect(visible).to_have_text(["Quadruple Chow", "Four Pure Shifted Pungs"])
    page.get_by_role("link", name="All", exact=True).click()
    expect(visible).to_have_count(82)


def test_without_scripts_a_value_opens_by_its_heading_and_shows_tiles(live_site, new_page):
    page = new_page(java_script_enabled=False)
    page.goto(live_site.url("/rules/mcr-2006/"))
    expect(page.get_by_label("Find a pattern")).to_be_hidden()
    page.locator("#value-88 > summary").click()
    expect(page.locator("#big_three_dragons .tiles")).to_be_visible()
