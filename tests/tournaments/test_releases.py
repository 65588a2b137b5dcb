"""Upgrade the stored database of release 0.3.0: same standings, same rulings, a chain that holds. Refuse older ones."""

from __future__ import annotations

import gzip
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from tests.support.described import described
from tests.support.release import in_full
from tests.support.releases import brought_up_to_date, load, run, then
from tests.support.schema import migrate, sqlite
from tests.support.verifier import lines_of


@pytest.fixture(scope="module")
def now(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The database of 0.3.0 under today's program.

    Only a release upgrades it from the beginning: the migrations up to 0088 change no more, and every other run begins
    with their stored result.
    """
    folder = tmp_path_factory.mktemp("release")
    return brought_up_to_date("0.3.0" if in_full() else "0.3.0-0088", folder, every_page=in_full()) | {"folder": folder}


def test_the_schema_is_that_of_a_new_database(
    now: dict[str, Any], tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    """`test_migrations` compares on PostgreSQL, too, in a release."""
    # Tests marked `django_db` run apart, and the fixture of the others would be made twice.
    with django_db_blocker.unblock():
        with sqlite(now["folder"] / "db.sqlite3") as upgraded:
            facts = described(upgraded)
        with sqlite(tmp_path / "new.sqlite3") as new:
            migrate(new)
            assert described(new) == facts


def test_standings_rulings_and_lines_are_those_of_then(now: dict[str, Any]) -> None:
    said = then("0.3.0")
    assert now["standings"] == said["standings"]
    assert now["rulings"] == said["rulings"]
    assert now["lines"] == said["lines"]


def test_rules_that_were_played_with_keep_their_answers(now: dict[str, Any]) -> None:
    mcr = ["mcr-2006", {}]
    assert now["rules"] == [mcr, ["riichi-wrc", {"dead_hand_bet": "returned_if_invalid"}], mcr, mcr]


def test_the_log_is_untouched_and_its_chain_holds(now: dict[str, Any]) -> None:
    assert now["digests"] == then("0.3.0")["digests"]
    assert set(now["broken"]) == {None}
    assert now["log_stays"]


def test_a_person_is_erased_from_entries_of_then_whose_digests_stay(now: dict[str, Any]) -> None:
    erased = now["erased"]
    assert (erased["named"], erased["broken"], erased["same"], erased["emptied"] > 0) == (False, None, True, True)
    assert lines_of(erased["file"]) == []
    said = [line for line in lines_of(erased["file"], outcome="not known") if "redacted by entry" in line]
    assert len(said) == erased["emptied"]


def test_the_verifier_finds_every_event_in_order(now: dict[str, Any]) -> None:
    assert [lines_of(each) for each in (*now["bundles"], *now["files"])] == [[]] * 8
    good = [line for each in now["files"] for line in lines_of(each, outcome="in order")]
    assert len([line for line in good if line.endswith("entries are one chain of digests")]) == 4


def test_every_event_of_0_3_0_opens_for_everybody_and_for_its_director(now: dict[str, Any]) -> None:
    """Among them a duplicate event under way with a shared seed and requested reserves, and a proved Swiss draw."""
    opened = now["opened"]
    assert [page for page, status in opened if status != 200] == []
    assert len({page.split("/")[2] for page, _status in opened}) == 4


@pytest.mark.release
def test_draws_with_a_proof_are_kept_in_the_backup_folder_before_their_proofs_go(now: dict[str, Any]) -> None:
    assert now["kept"]["proofs"] == 1


@pytest.mark.release
def test_requests_to_see_or_replace_a_board_lie_in_the_backup_folder(now: dict[str, Any]) -> None:
    (kept,) = now["folder"].rglob("removed-board-requests-*.jsonl.gz")
    rows = [json.loads(line) for line in gzip.decompress(kept.read_bytes()).splitlines()]
    assert [(row["model"].partition(".")[2], row["pk"]) for row in rows] == [
        ("boardlook", 1),
        ("boardlook", 2),
        ("boardsight", 1),
        ("boardreplacement", 1),
        ("boardreplacement", 2),
    ]
    assert (rows[0]["fields"]["purpose"], sorted(rows[0]["fields"]["boards"])) == ("sheets of session 1", [1, 2, 3, 4])


def test_shares_of_the_seed_stand_with_their_boards(now: dict[str, Any]) -> None:
    (made,) = [row for file in now["files"] for row in file["board_sets"] if row["seed_shares"]]
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
