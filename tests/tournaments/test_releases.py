"""Upgrade the stored databases of releases: same standings, rulings and sums, a chain that holds. Refuse older ones."""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from tests.support.described import Facts, described
from tests.support.release import in_full
from tests.support.releases import brought_up_to_date, load, run, then
from tests.support.schema import migrate, sqlite
from tests.support.verifier import lines_of

RELEASES = ("0.3.0", "0.4.0")
FINISHED = {"0.3.0": "0.3.0-0088"}
"""Release -> its database after migrations that change no more: only a release upgrades it from the beginning."""


@pytest.fixture(scope="module")
def upgrade(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], dict[str, Any]]:
    """The database of a release under today's program."""

    @cache
    def bring(release: str) -> dict[str, Any]:
        folder = tmp_path_factory.mktemp("release")
        stored = release if in_full() else FINISHED.get(release, release)
        facts = brought_up_to_date(stored, folder, every_page=in_full())
        return facts | {"folder": folder, "release": release}

    return bring


@pytest.fixture(params=RELEASES)
def now(request: pytest.FixtureRequest, upgrade: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
    return upgrade(request.param)


@pytest.fixture
def of_0_3_0(upgrade: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
    return upgrade("0.3.0")


@pytest.fixture
def of_0_4_0(upgrade: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
    return upgrade("0.4.0")


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker) -> Facts:
    """The schema of a new database. Tests marked `django_db` run apart, and the upgrades would be made twice."""
    with django_db_blocker.unblock(), sqlite(tmp_path_factory.mktemp("schema") / "new.sqlite3") as new:
        migrate(new)
        return described(new)


def test_the_schema_is_that_of_a_new_database(
    now: dict[str, Any], schema: Facts, django_db_blocker: DjangoDbBlocker
) -> None:
    """`test_migrations` compares on PostgreSQL, too, in a release."""
    with django_db_blocker.unblock(), sqlite(now["folder"] / "db.sqlite3") as upgraded:
        assert described(upgraded) == schema


def test_standings_rulings_and_lines_are_those_of_then(now: dict[str, Any]) -> None:
    said = then(now["release"])
    assert now["standings"] == said["standings"]
    assert now["rulings"] == said["rulings"]
    assert now["lines"] == said["lines"]


SINCE_0_4_0 = (
    "all_standings", "persons", "money", "receipts", "mails", "ratings", "hands", "prizes", "awards", "mirrors",
    "publications",
)  # fmt: skip


@pytest.mark.parametrize("fact", SINCE_0_4_0)
def test_people_money_mails_hands_and_mirrors_are_those_of_then(of_0_4_0: dict[str, Any], fact: str) -> None:
    said = then("0.4.0")
    assert said[fact]
    assert of_0_4_0[fact] == said[fact]


def test_the_stored_database_has_people_money_and_mails_of_every_kind(of_0_4_0: dict[str, Any]) -> None:
    assert {consent for _key, _codes, consent in of_0_4_0["persons"]} == {"", "given", "withdrawn"}
    assert [currency for currency, *_sums in of_0_4_0["money"]["desk"]] == ["EUR", "JPY"]
    assert {kind for _receipt, kind, *_amount in of_0_4_0["receipts"]} == {"payment", "refund", "reduction"}
    assert {"sent", "waiting"} <= {state for _address, _kind, state in of_0_4_0["mails"]}
    assert max(number for *_key, number in of_0_4_0["mirrors"]) == 1


def test_rules_that_were_played_with_keep_their_answers(of_0_3_0: dict[str, Any]) -> None:
    mcr = ["mcr-2006", {}]
    assert of_0_3_0["rules"] == [mcr, ["riichi-wrc", {"dead_hand_bet": "returned_if_invalid"}], mcr, mcr]


def test_the_log_is_untouched_and_its_chain_holds(now: dict[str, Any]) -> None:
    assert now["digests"] == then(now["release"])["digests"]
    assert set(now["broken"]) == {None}
    assert now["log_stays"]


def test_a_person_is_erased_from_entries_of_then_whose_digests_stay(now: dict[str, Any]) -> None:
    """Entries of 0.3.0 have the names in them; later ones only their digests."""
    erased, has_names = now["erased"], now["release"] == "0.3.0"
    assert (erased["named"], erased["broken"], erased["same"], erased["emptied"] > 0) == (False, None, True, has_names)
    assert lines_of(erased["file"]) == []
    said = [line for line in lines_of(erased["file"], outcome="not known") if "redacted by entry" in line]
    assert len(said) == erased["emptied"]


def test_the_verifier_finds_every_event_in_order(now: dict[str, Any]) -> None:
    documents = (*now["bundles"], *now["files"])
    assert [line for document in documents for line in lines_of(document)] == []
    good = [line for document in now["files"] for line in lines_of(document, outcome="in order")]
    assert len([line for line in good if line.endswith("entries are one chain of digests")]) == len(now["files"]) >= 4


def test_every_event_opens_for_everybody_and_for_its_director(now: dict[str, Any]) -> None:
    """Among those of 0.3.0 a duplicate event with a shared seed and requested reserves, and a proved Swiss draw."""
    opened = now["opened"]
    assert [page for page, status in (*opened, *now["opened_more"]) if status != 200] == []
    assert len({page.split("/")[2] for page, _status in opened}) == len(now["files"]) >= 4


def test_pages_of_persons_and_of_the_season_open(of_0_4_0: dict[str, Any]) -> None:
    opened = [page for page, _status in of_0_4_0["opened_more"]]
    given = [key for key, _codes, consent in of_0_4_0["persons"] if consent == "given"]
    assert len(given) == 2
    assert {f"/people/{key}/" for key in given} <= set(opened)
    assert "/seasons/league/" in opened


@pytest.mark.release
def test_draws_with_a_proof_are_kept_in_the_backup_folder_before_their_proofs_go(of_0_3_0: dict[str, Any]) -> None:
    assert of_0_3_0["kept"]["proofs"] == 1


@pytest.mark.release
def test_requests_to_see_or_replace_a_board_lie_in_the_backup_folder(of_0_3_0: dict[str, Any]) -> None:
    (kept,) = of_0_3_0["folder"].rglob("removed-board-requests-*.jsonl.gz")
    rows = [json.loads(line) for line in gzip.decompress(kept.read_bytes()).splitlines()]
    assert [(row["model"].partition(".")[2], row["pk"]) for row in rows] == [
        ("boardlook", 1),
        ("boardlook", 2),
        ("boardsight", 1),
        ("boardreplacement", 1),
        ("boardreplacement", 2),
    ]
    assert (rows[0]["fields"]["purpose"], sorted(rows[0]["fields"]["boards"])) == ("sheets of session 1", [1, 2, 3, 4])


def test_shares_of_the_seed_stand_with_their_boards(of_0_3_0: dict[str, Any]) -> None:
    (made,) = [row for file in of_0_3_0["files"] for row in file["board_sets"] if row["seed_shares"]]
    petra, otto = made["seed_shares"]
    assert (petra["holder"], petra["number"], petra["handed_in_at"] is not None) == ("petra", 1, True)
    assert (otto["holder"], otto["number"], otto["handed_in_at"]) == ("otto", 2, None)
    assert [bool(share["sealed_share"]) for share in (petra, otto)] == [True, False]
    assert [bool(share["dropped_reason"]) for share in (petra, otto)] == [False, True]


def test_a_database_that_waits_for_a_share_is_refused_and_stays_as_it_is(tmp_path: Path) -> None:
    database = load("0.3.0", tmp_path)
    with closing(sqlite3.connect(database)) as opened, opened:
        opened.execute("DROP TRIGGER board_share_stays")
        opened.execute("UPDATE tournaments_boardset SET made_at = NULL")
        opened.execute(
            "UPDATE tournaments_boardshare SET handed_in_at = NULL, sealed_share = '' WHERE holder = 'petra'"
        )
    before = content(database)
    answer = run(tmp_path, "manage.py", "migrate")
    assert (answer.returncode, answer.stdout) == (1, "")
    assert "wait for shares of the seed, which this release cannot take in" in answer.stderr
    assert "hand the shares in, leave them out or withdraw the boards" in answer.stderr
    assert content(database) == before


@pytest.mark.parametrize("command", [pytest.param("migrate", marks=pytest.mark.release), "prepare"])
def test_a_database_of_0_1_is_refused_and_stays_as_it_is(tmp_path: Path, command: str) -> None:
    """`prepare` is what `./run` and the systemd unit start with."""
    database = load("0.1", tmp_path)
    before = content(database)
    answer = run(tmp_path, "manage.py", command)
    assert (answer.returncode, answer.stdout) == (1, "")
    assert "This database is older than release 0.3.0" in answer.stderr
    assert "Check out release 0.3.0, run `manage.py backup` and `manage.py migrate` there" in answer.stderr
    assert content(database) == before


def content(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as database:
        return list(database.iterdump())
