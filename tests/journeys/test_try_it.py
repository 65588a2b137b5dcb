"""A visitor tries the demonstration as referee: the table in dispute and one question, not the record's JSON."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from judging.cases.models import Ruling
from tests.support.browser import accessibility_faults, looks, overflows_sideways

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.long]


def test_a_visitor_sees_the_table_answers_one_question_and_rules(live_site: Any, phone: Page, page: Page) -> None:
    """On a laptop the open questions come before those that are answered."""
    call_command("demo_living", stdout=StringIO(), stderr=StringIO())
    call_command("demo_desk", stdout=StringIO())
    page.goto(live_site.url("/"))
    page.get_by_role("button", name="Try it as referee").click()
    page.wait_for_url("**/cases/1/facts/")
    expect(page.get_by_role("region", name="The moment in dispute").locator(".replay-square")).to_be_in_viewport()
    questions = page.locator(".questions > .question")
    waits = page.locator(".questions").get_attribute("data-doubts").split()
    order = [each.get_attribute("data-question") for each in questions.all()]
    assert (order[: len(waits)], order[-1]) == (waits, "seat")
    expect(questions.first).to_be_in_viewport()
    with page.expect_response("**/facts/"):
        page.get_by_label("Yes", exact=True).first.check()
    expect(page.locator("form.htmx-request, .htmx-settling")).to_have_count(0)
    assert [each.get_attribute("data-question") for each in questions.all()][: len(order) - 1] == order[:-1]

    phone.goto(live_site.url("/"))
    phone.get_by_role("button", name="Try it as referee").tap()
    phone.wait_for_url("**/cases/1/facts/")
    table = phone.get_by_role("region", name="The moment in dispute")
    expect(table.get_by_text("Agnes Vogel: wins")).to_be_visible()
    expect(table.locator(".replay-square")).to_be_visible()
    assert phone.locator("textarea:visible").count() == 0
    expect(phone.get_by_text("Advanced: the record of play")).to_be_visible()
    here = phone.locator(".question[data-here]")
    assert (here.count(), here.get_by_role("group").or_(here.locator("fieldset")).first.is_visible()) == (1, True)
    top = [phone.locator(each).bounding_box()["y"] for each in (".question[data-here]", "#law-says", ".replay-square")]
    assert top == sorted(top)
    for look in looks(phone):
        assert (look, accessibility_faults(phone), overflows_sideways(phone)) == (look, [], False)
    with phone.expect_response("**/facts/"):
        phone.get_by_label("Yes", exact=True).first.check()
    expect(phone.locator("form.htmx-request, .htmx-settling")).to_have_count(0)
    phone.get_by_role("button", name="Save facts").click()
    phone.wait_for_url("**/cases/1/")
    phone.get_by_label("(proposed)").check()
    phone.get_by_role("button", name="Give ruling", exact=True).click()
    expect(phone.get_by_text("The ruling is saved.")).to_be_visible()
    assert Ruling.objects.get().as_proposed is True
