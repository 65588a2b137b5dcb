"""The page that checks events from a disk is offered where it was made, and saved under its name."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from judging.bundling import check_page
from tests.support.people import small_tournament

pytestmark = pytest.mark.django_db

ADDRESS = "/check/mahjong-verify.html"


def test_it_is_offered_and_saved_where_it_was_made(client: Client, settings: Any, tmp_path: Path) -> None:
    settings.POCKET_DIR = tmp_path
    shown = f"/t/{small_tournament(8).slug}/check/"
    assert (ADDRESS in client.get(shown).content.decode(), client.get(ADDRESS).status_code) == (False, 404)
    (tmp_path / f"mahjong-verify-{check_page.mark()}.html").write_bytes(b"<!doctype html>" + b" " * 8_400_000)
    page, answer = client.get(shown).content.decode(), client.get(ADDRESS)
    assert (ADDRESS in page, "8.4 MB" in page) == (True, True)
    assert b"".join(answer)[:15] == b"<!doctype html>"
    assert answer["Content-Disposition"] == 'attachment; filename="mahjong-verify.html"'
