"""A stranger checks the public bundle of an event, and finds every tampered copy."""

import copy
import json
import subprocess
import sys
from unittest import mock

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine.walls.public_value import ValueName
from tests.support.duplicate import HOUR, POINTS, VALUE, committed, duplicate_event, enter_board
from tests.support.people import acting, people, person, small_tournament
from tests.support.play import played
from tournaments.exports.public_bundle import public_bundle
from tournaments.models import Job, Tournament
from tournaments.services import (
    board_plays,
    deals,
    draw_commitments,
    publishing,
    results,
    rounds,
    seating,
    seating_drafts,
)
from tournaments.services.jobs import claim, kinds
from tournaments.verification import draws as draw_checks
from tournaments.verification.checks import bundle_digest, check_bundle
from tournaments.verification.lines import CHECKED, FAILED
from tournaments.verification.single_file import single_file

pytestmark = pytest.mark.django_db

SHEETS = ((60, 20, -30, -50), (10, 10, -8, -12), (40, 8, -8, -40), (30, 10, -10, -30))
LOTTO = ValueName("lottery", "Lotto 6aus49", "2026-05-02")


def promised(event, way, numbers, **options):
    """The rounds promised two hours ago, their value known."""
    past = timezone.now() - 2 * HOUR
    with mock.patch("django.utils.timezone.now", return_value=past):
        (made,) = draw_commitments.seal(
            acting(),
            event,
            rounds=list(event.rounds.filter(number__in=numbers)),
            way=way,
            options=options,
            value=LOTTO,
            value_known_at=past + HOUR,
            seed=bytes(range(32)),
        )
    made.refresh_from_db()
    return draw_commitments.add_value(acting(), made, value="3 7 19", again="19 7 3")


def ordinary_event():
    """Two rounds promised and drawn together, a swap after publishing, a Swiss round that nobody promised, a fine."""
    event = small_tournament(16, rounds=3)
    people(event)
    promised(event, "together", [1, 2])
    for draft in seating_drafts.generate(acting("sue"), event, rounds=list(event.rounds.filter(number__lte=2))):
        seating.publish(acting("sue"), draft)
    live = event.rounds.get(number=2).current_seating
    first, second = live.seats.filter(wind=0).order_by("table_number")[:2]
    seating.swap(acting("sue"), live, first=first.entry, second=second.entry)
    for number in (1, 2):
        publishing.release(acting(), played(event, number, SHEETS))
    seating.publish(acting("sue"), seating_drafts.swiss(acting("sue"), event.rounds.get(number=3), seed="x"))
    publishing.release(acting(), played(event, 3, SHEETS))
    return event


def boards_event():
    """A duplicate event of one session: movement promised, boards played to the end, the seed open."""
    event = duplicate_event(sessions=1)
    past = timezone.now() - 3 * HOUR
    with mock.patch("django.utils.timezone.now", return_value=past):
        made = committed(event, sessions=1)
    deals.add_value(acting(), made, value=VALUE, again=VALUE)
    deals.make(acting(), made)
    promised(event, "movement", [1], movement="four_teams")
    board_plays.seat_movement(acting(), event, kind="four_teams", first_sessions=True)
    round_ = event.rounds.get(number=1)
    seating.publish(acting(), round_.seatings.get())
    rounds.start(acting(), round_)
    board_plays.plan_session(acting(), round_)
    for board in made.all_boards.all():
        enter_board(board, POINTS)
    for result in board_plays.hand_in(acting(), round_):
        results.confirm(acting("sam"), result)
    publishing.release(acting(), rounds.finish(acting(), round_))
    deals.publish_seed(acting(), made)
    return event


@pytest.mark.parametrize("make", [ordinary_event, boards_event])
def test_an_honest_event_has_nothing_that_fails(make):
    bundle = public_bundle(make())
    lines = check_bundle(bundle, heads=[(3, bundle["log"][2][:16])])
    assert [line for line in lines if line.outcome == FAILED] == []
    assert len([line for line in lines if line.outcome == CHECKED]) >= 25
    assert [line.outcome for line in check_bundle(bundle, heads=[(3, "0" * 16)]) if line.place == "log, entry 3"] == [
        FAILED
    ]


TELLS_NOTHING = {
    "name",
    "rules",
    "version",
    "seatings.version",
    "promises.corrections",
    "promises.withdrawn_at",
    "promises.withdrawn_reason",
    "promises.draws",
    "competitors.substitute_for",
    "competitors.number",
    "competitors.lot",
    "competitors.withdrawn",
    "teams.number",
    "deals.withdrawn_reason",
    "deals.corrections",
    "deals.sights",
    "deals.all_boards.retired_reason",
    "deals.plays.flag",
    "deals.plays.penalties",
    "deals.committed_at",
    "deals.value_at",
    "promises.at",
    "promises.value_at",
    "log",
    # Rules and sticks that decide nothing in these two events.
    "ranking.list_withdrawn",
    "ranking.stages",
    "ranking.substitutes",
    "ranking.team",
    "sheets.leftover",
}
"""What no computation can show: names, times within what was promised, what was seen, reasons. The bundle's digest and
the heads of the log stand for these.
"""


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


def other(value):
    """Something else of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value[:-1] + ("1" if value[-1:] != "1" else "2")
    return 7


def tampered(bundle, path):
    found = copy.deepcopy(bundle)
    at = found
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = other(at[path[-1]])
    return found


@pytest.mark.parametrize("make", [ordinary_event, boards_event])
def test_a_tampered_copy_of_every_kind_is_found(make, monkeypatch):
    bundle = public_bundle(make())
    # What a search by numpy would add is found by the test of certificates.
    monkeypatch.setattr(draw_checks, "_again", lambda value, place: iter(()))
    unseen = set()
    for path in leaves(bundle):
        name = ".".join(step for step in path if isinstance(step, str))
        if path[0] == "digest" or any(name == known or name.startswith(f"{known}.") for known in TELLS_NOTHING):
            continue
        forged = tampered(bundle, path)
        # The forger makes the digest anew.
        forged["digest"] = bundle_digest(forged)
        if not any(line.outcome == FAILED for line in check_bundle(forged)):
            unseen.add(name)
    assert ", ".join(sorted(unseen)) == ""


def test_whoever_changes_anything_without_a_new_digest_is_found():
    bundle = public_bundle(ordinary_event())
    (line, *_rest) = check_bundle(tampered(bundle, ("name",)))
    assert (line.outcome, line.place) == (FAILED, "bundle")


def test_one_file_without_packages_checks_the_bundle_anywhere(tmp_path):
    event = boards_event()
    program = Client().get(reverse("verifier")).content.decode()
    assert program == single_file()
    (tmp_path / "mahjong-verify.py").write_text(program)
    (tmp_path / "bundle.json").write_bytes(Client().get(reverse("event_bundle", args=[event.slug])).content)
    command = [sys.executable, "-I", "-S", "mahjong-verify.py", "bundle.json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert ", 0 failed, " in done.stdout
    assert "numpy and networkx are not installed here" in done.stdout
    forged = json.loads((tmp_path / "bundle.json").read_text())
    forged["sheets"][0]["seats"][0][1] += 8
    (tmp_path / "bundle.json").write_text(json.dumps(forged))
    bad = subprocess.run([*command, "--failed"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert bad.returncode == 1
    assert "sheet of round 1, table 1" in bad.stdout


def test_a_bundle_has_no_name_of_a_player_and_no_sealed_thing():
    event = boards_event()
    text = json.dumps(public_bundle(event))
    assert "Family07" not in text
    hidden = small_tournament(16, slug="hidden", rounds=1)
    people(hidden)
    seating_drafts.generate(acting("sue"), hidden, rounds=list(hidden.rounds.all()), seed="secret seed")
    assert "secret seed" not in json.dumps(public_bundle(hidden))


def test_everything_checked_is_said_only_when_the_verifier_ran_over_the_event_as_it_is():
    event = boards_event()
    Tournament.objects.filter(pk=event.pk).update(state=Tournament.State.FINISHED)
    address = reverse("event_check", args=[event.slug])
    assert "Nobody has run the verifier" in Client().get(address).content.decode()
    olga = Client()
    olga.force_login(person("olga"), backend="django.contrib.auth.backends.ModelBackend")
    olga.post(reverse("manage_check", args=[event.slug]))
    job = Job.objects.get(kind="event-check")
    run = claim(job.pk)
    assert run is not None
    Job.objects.filter(pk=job.pk).update(state=Job.State.DONE, message=kinds()["event-check"].work(run).message)
    assert "nothing failed" in Client().get(address).content.decode()
    Tournament.objects.filter(pk=event.pk).update(version=event.version + 100)
    assert "Nobody has run the verifier" in Client().get(address).content.decode()


def test_the_page_says_in_plain_words_what_can_be_checked_and_shows_the_logs_head():
    event = ordinary_event()
    page = Client().get(reverse("event_check", args=[event.slug])).content.decode()
    found = Client().get(reverse("api-log-head", args=[event.slug])).json()
    assert found["digest"][:16] in page
    assert reverse("event_bundle", args=[event.slug]) in page
