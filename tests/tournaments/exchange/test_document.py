"""The event file: what it holds, what is refused with its place, and an event that comes back byte for byte."""

import copy
import gzip
import io
import json
import zipfile
from pathlib import Path

import pytest
from django.apps import apps
from django.db import transaction
from django.db.models import ForeignKey

from tests.support import slices
from tests.support.people import acting, person, small_tournament
from tests.support.play import released
from tests.support.remembered import remembered
from tests.support.whole_events import eventful, other_site
from tournaments.accounts.models import User
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.events.models import Tournament
from tournaments.exchange.document import schema
from tournaments.exchange.document.archive import pack, pack_as_json, unpack
from tournaments.exchange.document.event_1 import build_standings_rows
from tournaments.exchange.document.sections import LEFT_BEHIND, list_columns, list_sections
from tournaments.exchange.documents import to_json
from tournaments.exchange.services import event_files
from tournaments.rounds.models import GameTable
from tournaments.seating.logic.certificate import parse_certificate
from tournaments.seating.logic.verify import verify
from tournaments.seating.queries.draw_options import DrawOptions
from tournaments.seating.services import drafts as seating_drafts
from tournaments.seating.services import seating
from tournaments.standings.logic import compute
from tournaments.standings.queries.ledger_input import read

CERTIFICATES = Path(__file__).parents[2] / "data" / "certificates.json.gz"


def test_every_model_of_an_event_goes_along_or_says_why_not():
    along = {one.model for one in list_sections()} | {Tournament}
    linked = {
        model
        for model in apps.get_models()
        for column in model._meta.concrete_fields
        if isinstance(column, ForeignKey) and column.related_model in along and model is not Tournament
    }
    assert {model.__name__ for model in linked - along} == set(LEFT_BEHIND)
    assert {f"{one.model.__name__}.{name}" for one in list_sections() for name in one.without} == {
        "Entry.account", "Evening.token", "GameTable.token", "ClaimRecord.key", "Application.token",
        "Application.mail_token", "Entry.search_key", "Entry.folded_name",
        "Entry.shown_name", "Entry.shown_key", "Team.search_key", "Team.link_number",
        "Entry.country_code", "Team.country_code", "Application.country_code",
    }  # fmt: skip
    assert "origins" in {column.name for column in list_columns(Tournament)}
    assert schema.FILE.read_bytes() == to_json(schema.build_event_schema())


@pytest.fixture
@remembered
def file():
    """The document of a small played event, on its way through somebody's editor."""
    event = small_tournament(rounds=1)
    released(event, 1)
    whole = json.loads(pack_as_json(event))
    Tournament.objects.filter(pk=event.pk).update(slug="elsewhere")
    return whole


UNKNOWN = "This program knows no such field; a newer one may have written the file."
MISFITS = (
    (lambda whole: whole.update(shoe=1), "shoe", UNKNOWN),
    (lambda whole: whole["entries"][2].update(shoe=1), "entries 3, shoe", UNKNOWN),
    (lambda whole: whole["entries"][2].update(number="3"), "entries 3, number", "“3” is not a whole number."),
    (lambda whole: whole["entries"][1].update(number=1), "entries 2", "The row “1” stands twice or out of its order."),
    (
        lambda whole: whole["result_seats"][0].update(entry=99), "result_seats 1, entry",
        "“99” names no row of the file.",
    ),
    (
        lambda whole: whole["entries"][0].update(status="ill"), "entries 1, status",
        "“ill” is none of registered, waiting, checked_in, dropped, substitute.",
    ),
    (lambda whole: whole["people"].remove("sam"), "log 8, actor", "“sam” is not among the people."),
    (
        lambda whole: whole.update(format="mahjong-event/3"), "format",
        "This program reads mahjong-event/2, not mahjong-event/3.",
    ),
    (lambda whole: whole["rulesets"].clear(), "rounds 1, ruleset", "“1” names no row of the file."),
)  # fmt: skip
FORGED = (
    (
        lambda whole: whole["score_lines"][0].update(amount_numerator=3),
        "The standings after round 1 are not those that the file was exported with.",
    ),
    (
        lambda whole: whole["log"][2].update(reason="no"),
        "The event's log does not hold: entry 3 was changed or is missing.",
    ),
)


@pytest.mark.django_db
def test_what_does_not_fit_is_refused_with_its_place_and_what_was_changed_by_hand_leaves_nothing(file):
    for change, *told in MISFITS:
        whole = copy.deepcopy(file)
        change(whole)
        found, (first, *_more) = unpack(json.dumps(whole).encode())
        assert (found, [first.column, first.message]) == (None, told)
    for change, told in FORGED:
        whole = copy.deepcopy(file)
        change(whole)
        found, problems = unpack(json.dumps(whole).encode())
        assert problems == []
        with pytest.raises(UserError) as refusal, transaction.atomic():
            event_files.restore(acting("otto"), event=found)
        assert str(refusal.value) == told
    with zipfile.ZipFile(io.BytesIO(pack(Tournament.objects.get()))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts["tables/entries.csv"] += b"9,Otto\r\n"
    changed = io.BytesIO()
    with zipfile.ZipFile(changed, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    told = ("tables/entries.csv", "This part was changed since the export.")
    found, problems = unpack(changed.getvalue())
    assert (found, [(one.column, one.message) for one in problems]) == (None, [told])
    assert unpack(b"PK\x03\x04 nothing")[1][0].message == "The file is damaged: it cannot be unpacked."
    assert [event.slug for event in Tournament.objects.all()] == ["elsewhere"]
    assert not User.objects.exclude(acted_at=None).exists()


@pytest.mark.django_db
def test_an_event_of_0_3_0_whose_draws_were_proven_and_chosen_is_imported_without_its_proofs(client):
    event = small_tournament(32, rounds=5)
    fourth, fifth = event.rounds.filter(number__gte=4).order_by("number")
    seating.publish(acting(), seating_drafts.draft_swiss(acting(), fourth, DrawOptions(seed="spring")))
    seating.publish(acting(), seating_drafts.draft_by_standings(acting(), fifth))
    whole = json.loads(pack_as_json(event))
    Tournament.objects.filter(pk=event.pk).update(slug="elsewhere")
    chosen = json.loads(gzip.decompress(CERTIFICATES.read_bytes()))["chosen-32-of-5"]
    whole["draws"][0]["proof"] = {"drawn": {}, "best": {}, "status": "optimal", "better": None}
    whole["draws"][1] |= {"kind": "chosen", "certificate": chosen, "proof": None}
    found, problems = unpack(json.dumps(whole).encode())
    assert problems == []
    restored = event_files.restore(acting("otto"), event=found)
    assert [draw.kind for draw in restored.draws.order_by("number")] == ["swiss", "chosen"]
    assert [client.get(draw.get_absolute_url()).status_code for draw in restored.draws.all()] == [200, 200]
    checks = verify(parse_certificate(restored.draws.get(number=2).certificate))
    assert {check.name: check.passed for check in checks if not check.passed} == {"draw": None}


@pytest.mark.django_db
def test_whoever_acted_elsewhere_is_a_name_and_no_account_and_a_copy_is_whole_and_closed(file):
    event, otto, sam = Tournament.objects.get(), person("otto"), person("sam")
    found, _problems = unpack(json.dumps(file).encode())
    made = event_files.restore(acting("otto"), event=found)
    entered = made.rounds.get().tables.first().results.get().entered_by
    assert (str(entered), entered.is_active, entered == sam) == ("sam", False, False)
    assert [(one.user, one.role) for one in made.memberships.all()] == [(otto, "director")]
    made = event_files.copy(acting("olga"), tournament=event, slug="again", name="Again")
    assert (made.name, made.published, made.entries.count()) == ("Again", False, 8)
    with pytest.raises(UserError, match="already"):
        event_files.copy(acting("olga"), tournament=event, slug="again")


def told(tournament):
    """The document without the time of its export."""
    whole = json.loads(pack_as_json(tournament))
    return json.dumps(whole | {"exported_at": ""}, sort_keys=True)


def after_every_round(tournament):
    given = read(tournament)
    return [build_standings_rows(tournament, compute(given, after)) for after in (1, 2, 3, None)]


FAMILIES = ("mcr", "riichi", "taiwan", "sichuan")
IN_EVERY_RUN = 2
"""A run takes two of the families in turn, with an event of its slice's seed."""


@pytest.mark.django_db
@pytest.mark.both_databases
@pytest.mark.parametrize(
    "turn", [0, 1, pytest.param(2, marks=pytest.mark.release), pytest.param(3, marks=pytest.mark.release)]
)
def test_an_event_with_everything_in_it_comes_back(turn, tmp_path):
    family = FAMILIES[(IN_EVERY_RUN * slices.number() + turn) % len(FAMILIES)]
    event = eventful(family, slices.number())
    content, before, rows = pack(event), told(event), after_every_round(event)
    secrets = GameTable.objects.filter(round__tournament=event).values_list("token", flat=True)
    assert [token for token in secrets if token in before] == []
    assert json.loads(before)["people"] == ["olga", "ren", "sam"]
    with other_site(tmp_path):
        found, problems = unpack(content)
        assert problems == []
        made = event_files.restore(acting("otto"), event=found)
        assert told(made) == before
        assert after_every_round(made) == rows
        assert AuditEntry.objects.filter(tournament=None).values_list("action", flat=True).last() == "events.restore"
        back = pack(made)
    found, problems = unpack(back)
    assert problems == []
    again = event_files.restore(acting("olga"), event=found, slug="again")
    assert told(again).replace('"slug": "again"', f'"slug": "{event.slug}"') == before
    assert Tournament.objects.get(slug="again").published == event.published
