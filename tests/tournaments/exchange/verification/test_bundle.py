"""A stranger checks the public bundle of an event, and finds every tampered copy."""

import copy
import hashlib
import io
import json
import re
from pathlib import Path

import jsonschema
import pytest
from django.core.cache import caches
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from engine.bounded_json import digest
from judging.cases.logic.verification import compute_ruling_digest
from tests.support.duplicate import dealt, duplicate_event, session_planned
from tests.support.people import acting, people, signed_in, small_tournament
from tests.support.release import in_full
from tests.support.slices import in_slice_of_each
from tournaments.core.jobs import claim, map_job_kinds
from tournaments.core.models.jobs import Job
from tournaments.duplicate.services import board_plays
from tournaments.duplicate.services.board_plays import SeatEntry
from tournaments.events.models import Tournament
from tournaments.exchange.bundle_parts import map_part_checks
from tournaments.exchange.document import schema
from tournaments.exchange.document.archive import pack_as_json, unpack
from tournaments.exchange.document.public import PUBLIC
from tournaments.exchange.evidence import build_evidence
from tournaments.exchange.files.public_bundle import build_public_bundle, make_bundle_file
from tournaments.exchange.verification import draws as draw_checks
from tournaments.exchange.verification.checks import check_bundle, check_bundle_lines, parse_heads
from tournaments.exchange.verification.draws import list_changes
from tournaments.exchange.verification.facts import build_facts
from tournaments.exchange.verification.lines import CHECKED, FAILED, compute_bundle_digest
from tournaments.seating.logic.amendments import list_links
from tournaments.seating.logic.certificate import format_certificate, parse_certificate
from tournaments.seating.services import drafts as seating_drafts

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[4]


def checked(bundle, **known):
    """Return the verifier's findings on a bundle with everything that the program writes."""
    return check_bundle(bundle, parts=map_part_checks(), **known)


def bundle_of(event):
    return json.loads(json.dumps(build_public_bundle(event)))


@pytest.fixture
def bundle(event):
    """Of each of the two events."""
    return bundle_of(event)


def test_an_honest_event_has_nothing_that_fails(bundle):
    lines = checked(bundle, heads=[(3, bundle["log"][2]["digest"][:16])])
    assert [line for line in lines if line.outcome == FAILED] == []
    assert len([line for line in lines if line.outcome == CHECKED]) >= 25
    assert [line.outcome for line in checked(bundle, heads=[(3, "0" * 16)]) if line.place == "log, entry 3"] == [FAILED]
    (line, *_rest) = checked(tampered(bundle, ("tournament", "name")))
    assert (line.outcome, line.place) == (FAILED, "bundle"), "anything changed without a new digest"


def test_what_a_paper_bears_is_compared_with_the_bundle(boards):
    bundle, printed = bundle_of(boards), parse_heads(build_evidence(boards).text)

    def kept(found):
        pattern = re.compile("(it is the head|the promise) that you kept")
        return [line for line in checked(found, heads=printed) if pattern.match(line.text)]

    promises = len(bundle["seed_commitments"]) + len(bundle["board_sets"])
    assert [line.outcome for line in kept(bundle)] == [CHECKED] * (1 + promises)
    lost = [line.place for line in kept(bundle | {"board_sets": []}) if line.outcome == FAILED]
    assert lost == [f"deal {bundle['board_sets'][0]['commitment'][:8]}"]
    with pytest.raises(ValueError, match="at least eight digits"):
        parse_heads("812")
    share = {"number": 1, "holder": "petra", "commitment": "0" * 64, "share": "11" * 32}
    bundle["board_sets"][0]["seed_shares"] = [share | {"dropped_reason": "left out"}]
    forged = bundle | {
        "digest": compute_bundle_digest({name: part for name, part in bundle.items() if name != "digest"})
    }
    assert [line.text for line in checked(forged) if line.outcome == FAILED] == [
        "shares of the seed are named, and the promise says that there are none"
    ]


def test_the_bundle_is_the_public_part_of_the_event_file_and_is_not_brought_in(event):
    bundle, whole = bundle_of(event), json.loads(pack_as_json(event))
    for name, section in PUBLIC.items():
        columns = [column for column in section.columns if column not in section.public_values]
        stored = [{column: row[column] for column in columns} for row in whole[name]]
        assert [row for row in bundle.get(name, ()) if {column: row[column] for column in columns} not in stored] == []
        assert {column for row in bundle.get(name, ()) for column in row} in (set(), set(section.columns))
    written = {name for name, section in PUBLIC.items() if section.rows is not None}
    assert set(bundle) == {"format", "part", "through", "digest", "tournament", "claims"} | written
    jsonschema.Draft202012Validator(schema.build_event_schema()).validate(bundle)
    jsonschema.Draft202012Validator(schema.build_event_schema()).validate(whole)
    found, problems = unpack(make_bundle_file(event))
    told = (
        "This file holds the public part of an event, for checking it. To import the event, ask its organisers for the"
    )
    assert (found, [(one.column, one.message) for one in problems]) == (None, [("part", f"{told} whole event file.")])


PAGE = (ROOT / "docs" / "checking.md").read_text("utf-8").split("## Forgeries that no computation detects")[1]
NO_CHECK_CAN_KNOW = [
    field for line in PAGE.splitlines() if line.startswith("| ") for field in re.findall(r"`(.+?)`", line)
]
"""Fields that can be changed undetected by recomputing all digests of the bundle, as the page lists them."""


def leaves(value, path=()):
    """Every place of a JSON value where something else could stand; of a list the first and the last."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from leaves(each, (*path, name))
    elif isinstance(value, list) and value:
        for at in sorted({0, len(value) - 1}):
            yield from leaves(value[at], (*path, at))
    elif not isinstance(value, dict | list):
        yield path


def field_of(path):
    return ".".join(step for step in path if isinstance(step, str))


def other(value):
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value[:-1] + ("1" if value[-1:] != "1" else "2")
    return 7


def tampered(bundle, path):
    """A copy with something else at the end of the path; what is beside the path is shared."""
    step, *further = path
    found = copy.copy(bundle)
    found[step] = tampered(bundle[step], further) if further else other(bundle[step])
    return found


def test_a_tampered_copy_of_every_kind_is_found(bundle, monkeypatch):
    # Each draw made again takes a second; what that adds is found by the tests of certificates.
    monkeypatch.setattr(draw_checks, "verify", lambda _value: [])
    unseen = set()
    for path in in_slice_of_each(list(leaves(bundle)), 4, field_of):
        name = field_of(path)
        if path[0] == "digest" or any(name == known or name.startswith(f"{known}.") for known in NO_CHECK_CAN_KNOW):
            continue
        forged = tampered(bundle, path)
        # The forger makes the digests anew.
        if path[-1] != "digest":
            rulings = [ruling | {"digest": compute_ruling_digest(ruling)} for ruling in forged["claims"]["rulings"]]
            forged["claims"] = forged["claims"] | {"rulings": rulings}
        forged["digest"] = compute_bundle_digest(forged)
        if not any(line.outcome == FAILED for line in check_bundle_lines(forged, parts=map_part_checks())):
            unseen.add(name)
    assert ", ".join(sorted(unseen)) == ""


ONLY_BY_DRAWING_AGAIN = {
    "fixed": {"inputs.improve", "inputs.players", "inputs.rounds", "mapping", "template.method",
              "template.parameters.base", "template.parameters.modulus", "template.parameters.shifts",
              "template.parameters.spread", "rounds", "table_numbers"},
    "replan": {"inputs.arrives", "inputs.kind", "inputs.leaves", "version"},
    "swiss": {"inputs.brackets", "inputs.byes.17", "inputs.played", "inputs.rounds", "inputs.setting",
              "price.repeats", "price.spread", "price.wind_excess", "seed", "version"},
}  # fmt: skip
"""Kind of draw -> fields of its certificate that only a draw made again tells to be wrong, beside the measures."""


def test_a_tampered_certificate_is_found_without_drawing_again_but_for_what_the_seed_decides(ordinary, monkeypatch):
    bundle = bundle_of(ordinary)
    monkeypatch.setattr(draw_checks, "verify", lambda _value: [])
    unseen = {}
    for at, draw in enumerate(bundle["draws"]):
        for path in in_slice_of_each(list(leaves(parse_certificate(draw["certificate"]))), 3, field_of):
            value = tampered(parse_certificate(draw["certificate"]), path)
            if path[0] == "inputs":
                value["inputs_digest"] = digest(value["inputs"])
            text = format_certificate(value)
            forged = copy.deepcopy(bundle)
            forged["draws"][at]["certificate"] = text
            claimed = forged["claims"]["draws"][at]
            claimed["links"] = list_links(text, list_changes(claimed))
            for line in forged["claims"]["promises"][0]["draws"]:
                if line["number"] == draw["number"]:
                    line["digest"] = hashlib.sha256(text.encode()).hexdigest()
            seen = any(line.outcome == FAILED for line in draw_checks.check_draws(build_facts(forged)))
            if not seen and path[0] != "measures":
                unseen.setdefault(draw["kind"], set()).add(field_of(path))
    assert {kind: fields for kind, fields in unseen.items() if fields - ONLY_BY_DRAWING_AGAIN[kind]} == {}
    assert not in_full() or unseen == ONLY_BY_DRAWING_AGAIN


def test_the_command_runs_the_whole_check_over_a_file(ordinary, tmp_path):
    path, said = tmp_path / "bundle.json", io.StringIO()
    path.write_bytes(Client().get(reverse("event_bundle", args=[ordinary.slug])).getvalue())
    bundle = json.loads(path.read_text())
    call_command("verify_event", path, "--head", f"3:{bundle['log'][2]['digest'][:16]}", stdout=said)
    assert re.fullmatch(r"[0-9]+ checked, 0 failed, [0-9]+ cannot be known", said.getvalue().splitlines()[-1])
    assert "draw 4, draw: The seed gives this draw again" in said.getvalue()
    bundle["result_seats"][0]["points"] += 8
    path.write_text(json.dumps(bundle))
    with pytest.raises(CommandError, match="checks failed"):
        call_command("verify_event", path, stdout=said)
    assert "sheet of round 1, table 1" in said.getvalue()
    path.write_text("{")
    with pytest.raises(CommandError, match=r"bundle\.json is no public part of an event"):
        call_command("verify_event", path)


def test_a_bundle_has_no_name_of_a_player_no_sealed_thing_and_nothing_before_its_time(boards):
    assert "Family07" not in json.dumps(build_public_bundle(boards))
    Tournament.objects.filter(pk=boards.pk).update(slug="boards")
    hidden = small_tournament(17, slug="hidden", rounds=1)
    people(hidden)
    hidden.entries.filter(number=17).update(status="waiting")
    seating_drafts.generate(acting("sue"), hidden, rounds=list(hidden.rounds.all()), seed="secret seed")
    bundle = build_public_bundle(hidden)
    assert ("secret seed" in json.dumps(bundle), len(bundle["entries"])) == (False, 16)
    event = duplicate_event()
    board = dealt(event).all_boards.get(session=1, number=1)
    session_planned(event)
    first, *others = board.plays.all()
    for plays, public in (([first], 0), (others, 4)):
        for play in plays:
            board_plays.enter(acting("sam"), play, seats=[SeatEntry(0)] * 4)
        bundle = build_public_bundle(event)
        assert (len(bundle["board_plays"]), len(bundle["play_seats"])) == (public, 4 * public)
        assert [bool(row["text"]) for row in bundle["boards"]] == [bool(public)] + [False] * 15


VERIFIED, NOT_YET = "Verified: the verifier found no errors", "The current event has not been verified yet"


def test_everything_checked_is_said_only_when_the_verifier_ran_over_the_event_as_it_is(boards, monkeypatch):
    Tournament.objects.filter(pk=boards.pk).update(state=Tournament.State.FINISHED)
    event = Tournament.objects.get(pk=boards.pk)

    def page(name):
        # The overview is read again for it within ten seconds.
        for each in caches.all():
            each.clear()
        return Client().get(reverse(name, args=[event.slug])).content.decode()

    def told():
        return (VERIFIED in page("event"), NOT_YET in page("event_check"))

    assert told() == (False, True)
    log_head = Client().get(reverse("api-log-head", args=[event.slug])).json()["digest"][:16]
    assert (log_head in page("event_check"), reverse("event_bundle", args=[event.slug]) in page("event_check")) == (
        True, True,
    )  # fmt: skip
    signed_in("olga").post(reverse("manage_check", args=[event.slug]))
    job = Job.objects.get(kind="event-check")
    message = map_job_kinds()["event-check"].work(claim(job.pk)).message
    Job.objects.filter(pk=job.pk).update(state=Job.State.DONE, message=message)
    assert build_public_bundle(event)["digest"][:12] in page("event_check")
    assert told() == (True, False)
    monkeypatch.setattr("tournaments.exchange.queries.compute_verifier_mark", lambda: "another")
    assert NOT_YET in page("event_check")
    monkeypatch.undo()
    Tournament.objects.filter(pk=event.pk).update(version=event.version + 100)
    assert told() == (False, True)
