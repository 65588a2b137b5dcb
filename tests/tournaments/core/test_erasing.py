"""The log can forget: values are erased, the chain and every head from before stay."""

import json
from typing import Any

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, transaction
from django.db.models import CharField, TextField
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from engine.sentences import sentence
from tests.support.people import acting, people, person, program, signed_in, small_tournament
from tests.support.play import MCR_TABLES, released
from tests.support.remembered import remembered
from tests.support.verifier import lines_of
from tournaments.core.audit import Actor, broken_at, digest_of, hash_chain
from tournaments.core.audit.commitments import PERSONAL_KEYS, PERSONAL_KEYS_OF, commit
from tournaments.core.audit.erasing import erase_account, erase_values, erase_where
from tournaments.core.audit.undoing import put_back
from tournaments.core.errors import UserError
from tournaments.core.models.log import (
    COMMITTED,
    FORMER,
    AuditEntry,
    PersonalValue,
    compute_value_digest,
    fill_entry,
    is_erased,
)
from tournaments.entries.services import applications, players, teams
from tournaments.events.models import Tournament
from tournaments.exchange.document.archive import pack, pack_as_json, unpack
from tournaments.exchange.document.writing import build_document
from tournaments.exchange.services import event_files, privacy

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

MARKS = ("Zefania", "Quendel", "Marderclub", "vegetarian", "chipmunk", "zq@example.org")


@pytest.fixture
@remembered
def event() -> Tournament:
    """Eight players; number 3 has been named Zefania Quendel in every way that the log keeps."""
    event = small_tournament(8)
    people(event)
    applications.set_desk(acting(), event, facts={"is_open": True})
    facts = {"given_name": "Zefania", "family_name": "Quendel", "email": "zq@example.org", "club": "Marderclub"}
    sent = applications.apply(Actor(None, "", "web"), event, facts=facts)
    entry = event.entries.get(number=3)
    values = {"family_name": "Quendel", "given_name": "Zefania", "club": "Marderclub", "note": "vegetarian"}
    players.edit(acting(), entry, **values)
    applications.admit(acting(), sent, join=entry)
    players.edit(acting(), entry, family_name="Quendel-Ott")
    players.drop(acting("ren"), event.entries.get(number=5), from_round=2, reason="Quendel saw a chipmunk")
    players.drop(acting("ren"), event.entries.get(number=6), from_round=2, reason="fever")
    released(event, 1, MCR_TABLES)
    return event


@pytest.fixture
def former(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """New entries have the form of release 0.3.0."""
    monkeypatch.setattr(hash_chain, "commit", lambda _entry: [])
    return monkeypatch


def heads_of(event: Tournament) -> list[str]:
    return list(event.audit_entries.order_by("sequence").values_list("digest", flat=True))


def marks_in(texts: dict[str, str]) -> set[tuple[str, str]]:
    return {(name, mark) for name, text in texts.items() for mark in MARKS if mark in text}


def texts_of(event: Tournament) -> dict[str, str]:
    """Pages, API and files of the log by name, the event's file, and all that the database holds of the log."""
    olga, slug = signed_in("olga"), event.slug
    pages = {"manage_audit": [], "manage_audit_csv": [], "manage_audit_json": [], "manage_audit_moment": [9]}
    texts = {name: olga.get(reverse(name, args=[slug, *more])).getvalue().decode() for name, more in pages.items()}
    texts["api"] = program("olga").get(f"/api/v1/tournaments/{slug}/log/?page_size=200").content.decode()
    texts["changes"] = program("olga").get(f"/api/v1/tournaments/{slug}/changes/").content.decode()
    texts["file"] = pack_as_json(event).decode()
    values = PersonalValue.objects.filter(entry__tournament=event)
    rows = [list(AuditEntry.committed.filter(tournament=event).values_list()), list(values.values_list())]
    return texts | {"database": json.dumps(rows, default=str, ensure_ascii=False)}


def test_after_an_erasure_nothing_of_the_log_names_the_person_and_every_head_stays(event: Tournament) -> None:
    before, texts = heads_of(event), texts_of(event)
    assert {name for name, _mark in marks_in(texts)} == {*texts}
    assert "fever" in texts["manage_audit"]
    privacy.erase(acting(), event.entries.get(number=3))
    after = texts_of(event)
    assert marks_in(after) == set()
    assert ("erased" in after["manage_audit"], "fever" in after["manage_audit"], "olga" in after["api"]) == (True,) * 3
    assert (heads_of(event)[: len(before)], broken_at(event)) == (before, None)
    last = event.audit_entries.latest("sequence")
    assert (last.action, last.after["emptied"], last.actor_name) == ("log.erase", [], "olga")
    touched = [entry.sequence for entry in event.audit_entries.all() if is_erased([entry.before, entry.after])]
    assert set(touched) <= set(last.after["erased"])
    file = json.loads(pack_as_json(event))
    assert lines_of(file) == []
    said = [line for line in lines_of(file, outcome="not known") if "erased values" in line]
    assert len(said) == 1


def test_former_entries_are_emptied_by_an_entry_that_lists_them(former: Any, event: Tournament) -> None:
    players.edit(acting(), event.entries.get(number=3), club="Marderclub Nord", given_name="Zefania M.")
    players.drop(acting("ren"), event.entries.get(number=7), from_round=2, reason="with Quendel-Ott")
    count = event.audit_entries.filter(form=FORMER).count()
    former.undo()
    before = heads_of(event)
    privacy.erase(acting(), event.entries.get(number=3))
    assert marks_in(texts_of(event)) == set()
    assert (heads_of(event)[: len(before)], broken_at(event), count) == (before, None, 2)
    emptied = list(event.audit_entries.filter(form=FORMER).order_by("sequence"))
    eraser = event.audit_entries.get(action="log.erase")
    assert [entry.redacted_by for entry in emptied] == [eraser.sequence] * 2
    assert eraser.after["emptied"] == [entry.sequence for entry in emptied]
    assert [str(emptied[1].reason), emptied[1].after["status"]] == ["erased", "dropped"]
    assert (str(emptied[1].object_name), emptied[0].before["club"]) == ("7 Given07 Family07", {"personal": None})
    file = json.loads(pack_as_json(event))
    assert lines_of(file) == []
    said = [line for line in lines_of(file, outcome="not known") if "redacted" in line]
    assert said == [f"log: the facts of entry {one.sequence}: redacted by entry {eraser.sequence}" for one in emptied]
    assert [line for line in lines_of(file, outcome="in order") if "one chain of digests" in line] != []
    erase_values(acting(), event, values=["Given07"])
    assert (event.audit_entries.get(sequence=emptied[1].sequence).object_name, broken_at(event)) == ("erased", None)
    forged = {**file, "log": [{**row, "redacted_by": len(before) + 1} for row in file["log"][:1]] + file["log"][1:]}
    assert lines_of(forged) == ["log: entry 1 was emptied, and no later entry says so"]


def test_the_database_refuses_other_changes(former: Any, event: Tournament) -> None:
    players.edit(acting(), event.entries.get(number=1), club="Harbour")
    former.undo()
    erase_values(acting(), event, values=["chipmunk"])
    eraser = event.audit_entries.latest("sequence").sequence
    entry = event.audit_entries.get(form=FORMER)
    value = PersonalValue.objects.filter(entry__tournament=event)[:1].get()
    log, values = AuditEntry.objects.filter(pk=entry.pk), PersonalValue.objects.filter(pk=value.pk)
    newer = AuditEntry.objects.filter(tournament=event, form=COMMITTED, sequence=1)
    changes: list[Any] = [
        lambda: log.update(after={}),
        lambda: log.update(after={}, redacted_by=eraser),
        lambda: log.update(redacted_by=entry.sequence),
        lambda: newer.update(after={}, redacted_by=eraser),
        lambda: newer.update(form=FORMER),
        lambda: values.update(value='"another"'),
        lambda: values.update(salt="another"),
    ]
    for change in changes:
        with pytest.raises(DatabaseError), transaction.atomic():
            change()
    assert broken_at(event) is None


def test_a_listed_former_entry_is_emptied_and_nothing_else_of_it_changes(former: Any, event: Tournament) -> None:
    players.edit(acting(), event.entries.get(number=1), club="Harbour")
    former.undo()
    erase_values(acting(), event, values=["Harbour"])
    entry, eraser = event.audit_entries.get(form=FORMER), event.audit_entries.latest("sequence")
    log = AuditEntry.objects.filter(pk=entry.pk)
    for facts in ({"redacted_by": None}, {"actor_name": "otto"}, {"digest": "0" * 64, "redacted_by": eraser.sequence}):
        with pytest.raises(DatabaseError), transaction.atomic():
            log.update(**facts)
    assert (entry.after["club"], entry.object_name, broken_at(event)) == (
        {"personal": None},
        "1 Given01 Family01",
        None,
    )


def test_a_value_that_was_put_in_place_of_another_breaks_the_chain(event: Tournament) -> None:
    entry = event.audit_entries.get(action="entries.drop", reason="", object_id=str(event.entries.get(number=6).pk))
    value = entry.personal_values.get(place="reason")
    value.delete()
    assert broken_at(event) is None
    PersonalValue.objects.create(entry=entry, key=value.key, place="reason", salt=value.salt, value='"drunk"')
    assert broken_at(event) == entry.sequence
    file = json.loads(pack_as_json(event))
    assert lines_of(file)[0].startswith("log: not so: ")
    read, problems = unpack(pack_as_json(event))
    assert (problems, read is not None) == ([], True)
    with pytest.raises(UserError, match=f"entry {entry.sequence} was changed"):
        event_files.restore(acting("ada"), event=read, slug="forged")


FACTS = st.recursive(
    st.none() | st.integers(-9, 9) | st.text(max_size=9),
    lambda facts: (
        st.lists(facts, max_size=3)
        | st.dictionaries(st.sampled_from(("club", "reason", "steps", "number", "account_id")), facts, max_size=3)
    ),
    max_leaves=9,
)


@given(facts=FACTS, reason=st.text(max_size=20), name=st.text(min_size=1, max_size=20))
def test_values_come_back_whole_and_the_entry_does_not_depend_on_them(facts: Any, reason: str, name: str) -> None:
    said = sentence("captain of %(team)s", team=name).to_dict()
    entry = AuditEntry(
        sequence=1,
        at="",
        object_type="entry",
        object_name=name,
        reason=reason,
        after={"note": name, "x": facts, "s": said},
    )
    whole = (entry.object_name, entry.reason, entry.after)
    values = commit(entry)
    stored = json.dumps([entry.object_name, entry.reason, entry.after, entry.personal])
    assert all(value.commitment["digest"] == compute_value_digest(value.salt, value.value) for value in values)
    assert (entry.object_name, entry.reason, "text" in entry.after["s"]) == ("", "", False)
    fill_entry(entry, {value.key: value.content for value in values})
    assert (entry.object_name, entry.reason, entry.after) == (name, reason.replace("\x1e", ""), whole[2])
    assert json.dumps([entry.as_stored(one) for one in ("object_name", "reason", "after", "personal")]) == stored
    assert len({value.salt for value in values}) == len(values)


def test_an_event_travels_with_its_values_and_without_erased_ones(event: Tournament) -> None:
    erase_values(acting(), event, values=["chipmunk"])
    read, _problems = unpack(pack(event))
    assert read is not None
    again = event_files.restore(acting(), event=read, slug="again")
    raw, copy = build_document(event)[0], build_document(again)[0]
    assert copy["personal_values"] == raw["personal_values"] != []
    assert [row["digest"] for row in copy["log"]] == heads_of(event)
    shown = [(entry.object_name, str(entry.reason), entry.before, entry.after) for entry in event.audit_entries.all()]
    assert shown == [(one.object_name, str(one.reason), one.before, one.after) for one in again.audit_entries.all()]
    assert broken_at(again) is None
    privacy.erase(acting(), again.entries.get(number=3))
    assert (marks_in(texts_of(again)), broken_at(again), broken_at(event)) == (set(), None, None)
    assert "Zefania" in pack_as_json(event).decode()


def test_the_public_part_has_no_values(event: Tournament) -> None:
    answer = Client().get(reverse("event_bundle", args=[event.slug]))
    bundle = json.loads(answer.getvalue())
    assert ({*bundle["log"][0]}, "personal_values" in bundle) == ({"sequence", "digest"}, False)


def test_an_account_is_erased_from_every_log(event: Tournament) -> None:
    teams.add(acting("ren"), small_tournament(4, slug="other"), name="Dragons")
    numbers = erase_account(acting("ada"), person("ren"))
    other = Tournament.objects.get(slug="other")
    assert set(numbers) >= {event.pk, other.pk}
    by_ren = AuditEntry.objects.filter(actor=person("ren"))
    assert {(str(one.actor_name), one.ip_address, one.user_agent) for one in by_ren} == {("erased", None, "")}
    assert [broken_at(one) for one in (event, other, None)] == [None] * 3
    page = signed_in("olga").get(reverse("manage_audit", args=[event.slug])).content.decode()
    assert ('<option value="ren"' in page, "fever" in page) == (False, True)


def test_an_undo_that_needs_an_erased_value_is_refused(event: Tournament) -> None:
    entry = event.entries.get(number=1)
    players.edit(acting(), entry, club="Harbour")
    players.edit(acting(), entry, club="Shore")
    erase_where(acting(), event, chosen=lambda fact: fact.content == "Harbour")
    edits = list(event.audit_entries.filter(action="entries.edit", object_id=str(entry.pk)))[-1:]
    with pytest.raises(UserError, match="personal data that it needs have been erased"):
        put_back(acting(), event, entries=edits, new_entries=[])
    entry.refresh_from_db()
    assert entry.club == "Shore"


def test_the_log_is_searched_by_names_that_it_commits_to(event: Tournament) -> None:
    olga = program("olga")
    address = f"/api/v1/tournaments/{event.slug}/log/"
    assert {row["actor_name"] for row in olga.get(address, {"who": "REN"}).json()["results"]} == {"ren"}
    about = olga.get(address, {"what": "quendel-ott"}).json()["results"]
    assert {row["object_name"] for row in about} == {"3 Zefania Quendel-Ott"}


NOT_PERSONAL = frozenset(
    """
    award.title award.figure award.kept
    apitoken.digest application.token application.mail_token application.country application.language
    application.country_code board.sealed_deal board.digest board.text boardplay.foul boardset.event
    boardset.sealed_seed boardset.commitment boardset.promise boardset.value_source boardset.value_which
    boardset.value_name boardset.public_value boardset.seed case.kind category.name claimrecord.kind
    claimrecord.verdict claimrecord.clauses claimrecord.ruleset_name claimrecord.engine_version email.kind
    eventpicture.digest sponsor.link sponsor.name sponsorlogo.digest tournament.colour
    tournament.embed_sites
    entry.country entry.country_code fetchedregistration.key entryquestion.label entryquestion.choices
    evening.token fee.label
    fee.currency fee.choice feedesk.currency feedesk.other_currency forfeit.clause gametable.name
    gametable.token idempotencykey.key idempotencykey.who idempotencykey.path idempotencykey.digest
    idempotencykey.location idempotencykey.content_type idempotencykey.body inputplace.team inputplace.facts
    inputrecord.paper inputrecord.lot job.kind job.result_name job.result_url loan.site mailing.key mirror.digest
    mirror.epoch publication.site publication.slug publication.epoch publication.published_version publicationkey.key
    publicationkey.sealed_name
    webhook.host webhookmessage.kind webhooksecret.address webhooksecret.key
    mailing.language newestbackup.name newestbackup.machine payment.currency person.key playseat.tail portrait.digest
    prizehand.hand prizehand.prevalent prizehand.seat
    publicfile.key publicfile.kind publicfile.error registrationdesk.notice registrationdesk.fee
    replayupload.token replayupload.text rulesetversion.preset sanction.infraction sanction.clause
    sanction.title sanction.penalty scoreline.clause season.slug season.name seating.algorithm seating.seed
    seatingdraw.seed seatingdraw.algorithm seatingdraw.template seatingdraw.inputs_digest
    seatingdraw.certificate seedcommitment.sealed_seed seedcommitment.commitment seedcommitment.promise
    seedcommitment.value_source seedcommitment.value_which seedcommitment.public_value sheetphoto.digest
    signinlink.digest siteaddress.address stage.name figuresums.family storedfigures.mark storedresult.total
    storedratings.family storedratings.people
    storedresult.table_points storedschedule.name storedschedule.digest storedstandings.mark storedstandings.weight
    tablelog.digest team.code team.country team.country_code tournament.slug tournament.name tournament.place
    tournament.country_code tournament.time_zone tournament.family tournament.federation
    tournament.import_digest user.password user.language
    """.split()
)
"""Texts of rows that say nothing about people: the event's own words, kinds, digests, and secrets."""


def test_a_text_of_any_row_is_personal_in_the_log_or_known_to_say_nothing_of_people() -> None:
    others = {AuditEntry, PersonalValue}
    texts = {
        f"{model._meta.model_name}.{column.name}"
        for model in apps.get_models()
        if model.__module__.startswith(("tournaments.", "judging.")) and model not in others
        for column in model._meta.concrete_fields
        if isinstance(column, CharField | TextField)
        and not column.choices
        and column.name not in PERSONAL_KEYS | PERSONAL_KEYS_OF.get(str(model._meta.model_name), frozenset())
    }
    assert texts == NOT_PERSONAL


def test_the_log_is_read_by_one_query(event: Tournament, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        assert {entry.actor_name for entry in event.audit_entries.all()} >= {"olga", "ren"}
    with django_assert_num_queries(1):
        assert all(digest_of(entry) == entry.digest for entry in AuditEntry.committed.filter(tournament=event))
    assert connection.vendor in ("sqlite", "postgresql")
