"""Upgrade the stored database of an earlier release: same standings, same rulings, a chain that holds."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from tests.support.releases import brought_up_to_date, then
from tournaments.permissions import SCOPES

KEY = "0123456789abcdef0123456789abcdef01234567"
TOKEN = f"""
INSERT INTO authtoken_token (key, created, user_id)
SELECT '{KEY}', '2026-03-04 05:06:07.000000', min(id) FROM tournaments_user;
"""


RELEASES = ("0.1", "0.3.0")


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """The stored database of each release under today's program; in that of 0.1 the organiser has an API token."""
    return {
        release: brought_up_to_date(release, tmp_path_factory.mktemp("release"), TOKEN if release == "0.1" else "")
        for release in RELEASES
    }


@pytest.fixture(scope="module")
def now(upgraded: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """The database of 0.1 under today's program."""
    return upgraded["0.1"]


@pytest.mark.parametrize("release", RELEASES)
def test_standings_rulings_and_lines_are_those_of_then(upgraded: dict[str, dict[str, Any]], release: str) -> None:
    said, now = then(release), upgraded[release]
    assert now["standings"] == said["standings"]
    assert now["rulings"] == said["rulings"]
    assert now["lines"] == [[*line[:2], True in line] for line in said["lines"]]


@pytest.mark.parametrize("release", RELEASES)
def test_the_log_is_untouched_and_its_chain_holds(upgraded: dict[str, dict[str, Any]], release: str) -> None:
    now = upgraded[release]
    assert now["digests"] == then(release)["digests"]
    assert set(now["broken"]) == {None}
    assert now["log_stays"]


def test_every_event_of_0_3_0_opens_for_everybody_and_for_its_director(upgraded: dict[str, dict[str, Any]]) -> None:
    """Among them a duplicate event under way with a shared seed and requested reserves, and a proved Swiss draw."""
    opened = upgraded["0.3.0"]["opened"]
    assert [page for page, status in opened if status != 200] == []
    assert len({page.split("/")[2] for page, _status in opened}) == 4


@pytest.mark.parametrize(
    ("language", "what", "texts"),
    [
        ("en", "lines", ["Version 2 counts now.", "Payments of case 1, ruling 1", "Superseded: 席を間違えた"]),
        ("zh-hans", "lines", ["现以第 2 版为准。", "已被取代：席を間違えた"]),
        ("en", "seatings", ["substitute for Given08 Family08", "Given08 Family08 is back"]),
        ("ja", "seatings", ["Given08 Family08の交代選手"]),
        ("en", "names", ["Filler 1", "Filler 7", "Player A-3"]),
        ("ja", "names", ["補充1", "Filler 7"]),
        ("en", "stages", ["Qualification"]),
        ("zh-hant", "stages", ["預賽"]),
        ("zh-hant", "jobs", ["第 2 張，共 4 張"]),
        ("en", "jobs", ["Sheet 2 of 4"]),
        ("en", "forfeits", ["Lateness"]),
    ],
)
def test_what_was_stored_in_one_language_is_read_in_any(
    now: dict[str, Any], language: str, what: str, texts: list[str]
) -> None:
    seen = now["seen"][language][what]
    flat = {text for each in seen for text in (each if isinstance(each, list) else [each])}
    assert set(texts) <= flat


def test_typed_reasons_stay_as_typed(now: dict[str, Any]) -> None:
    assert all(["late", "誤"] in seen["lines"] for seen in now["seen"].values())


def test_a_token_of_the_api_goes_on_and_only_its_digest_is_kept(now: dict[str, Any]) -> None:
    ((_who, digest, scopes, created, expires),) = now["tokens"]
    assert digest == hashlib.sha256(KEY.encode()).hexdigest()
    assert (scopes, created, expires) == (list(SCOPES)[:6], "2026-03-04 05:06:07+00:00", None)
    assert [name for name in now["tables"] if name.startswith("authtoken")] == []
