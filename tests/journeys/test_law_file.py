"""The law of a ruleset as a file: opened from a disk without a network, it answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from playwright.sync_api import expect

from judging.engine_version import engine_version
from tests.support.browser import PHONE, accessibility_faults, overflows_sideways

pytestmark = pytest.mark.browser


def test_a_file_answers_without_anybody(new_page: Any, tmp_path: Path) -> None:
    file = tmp_path / "law.html"
    call_command("pocket_file", "riichi-ema-2016", file, language="ja")
    page, asked = new_page(offline=True, viewport=PHONE), []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    page.locator("[data-kinds]").select_option("tile_count")
    page.locator("input[name=seat][value='1']").check()
    says = page.locator("#law-says")
    expect(says.locator("[data-computed-on-device]")).to_contain_text(engine_version(), timeout=60_000)
    expect(says).to_contain_text("RI-6.13")
    assert (accessibility_faults(page), overflows_sideways(page)) == ([], False)
    assert {url.partition(":")[0] for url in asked} <= {"file", "blob"}
