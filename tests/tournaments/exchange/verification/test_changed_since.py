"""Players' numbers and results may change after a draw that used them: both verifiers follow it, and say so."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.support.checked_events import promised, replaced
from tests.support.people import acting, people, small_tournament
from tests.support.play import released
from tests.support.remembered import remembered
from tests.support.tables import enter, table_of
from tests.support.verifier import lines_beside, lines_of, sealed
from tournaments.core.errors import UserError
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players
from tournaments.events.models import Tournament
from tournaments.exchange.bundle_parts import map_part_checks
from tournaments.exchange.document.writing import build_document
from tournaments.exchange.files.public_bundle import build_public_bundle
from tournaments.exchange.verification.checks import check_bundle
from tournaments.exchange.verification.lines import FAILED, UNKNOWN
from tournaments.repairs.services import repairs
from tournaments.results.services import ledger, results
from tournaments.rounds.services import rounds
from tournaments.seating.queries.draw_options import DrawOptions
from tournaments.seating.services import drafts, draw_records, seating
from tournaments.standings.services import stages

pytestmark = pytest.mark.django_db
Bundle = dict[str, Any]
WHY = "The players agreed."
SHEETS = ((60, 20, -30, -50), (60, 20, -30, -50))


def event_of() -> Tournament:
    return Tournament.objects.get(slug="spring-open")


def bundle_of() -> Bundle:
    found: Bundle = json.loads(json.dumps(build_public_bundle(event_of())))
    return found


def wrong(bundle: Bundle) -> list[str]:
    """Lines of both verifiers about what is wrong."""
    site = [
        f"{line.place}: {line.text}" for line in check_bundle(bundle, parts=map_part_checks()) if line.outcome == FAILED
    ]
    return [*lines_of(bundle), *site]


def said(bundle: Bundle, words: str) -> list[int]:
    """Numbers of lines of each verifier that say that something of this kind cannot be known."""
    site = [line.text for line in check_bundle(bundle, parts=map_part_checks()) if line.outcome == UNKNOWN]
    return [sum(words in line for line in lines) for lines in (lines_of(bundle, outcome="not known"), site)]


def number(was: int, now: int) -> None:
    players.edit(acting(), event_of().entries.get(number=was), number=now)


def exchange(one: int, other: int) -> None:
    """Two players get each other's number."""
    for was, now in ((one, 99), (other, one), (99, other)):
        number(was, now)


def swap(round_: int, one: int, other: int) -> None:
    live = event_of().rounds.get(number=round_).current_seating
    assert live is not None
    first, second = (event_of().entries.get(number=each) for each in (one, other))
    seating.swap(acting(), live, first=first, second=second)


@remembered
def draw_rounds() -> None:
    """Eight players, one who waits; two rounds promised, drawn together and public."""
    event = small_tournament(8, rounds=3)
    people(event)
    Entry.objects.create(tournament=event, number=9, family_name="Wei", status=Entry.Status.WAITING)
    promised(event, "together", [1, 2])
    for draft in drafts.generate(acting(), event, rounds=list(event.rounds.filter(number__lte=2))):
        seating.publish(acting(), draft)


def renumbered_event() -> None:
    """Numbers change between draws, swaps, a redraw and sheets; all who share a place stand by number."""
    draw_rounds()
    swap(2, 1, 2)
    exchange(2, 3)
    swap(2, 3, 4)
    released(event_of(), 1, SHEETS)
    number(1, 31)
    replaced(event_of(), event_of().entries.get(number=4), event_of().entries.get(number=9))
    exchange(9, 5)
    released(event_of(), 2, SHEETS)
    seating.publish(acting(), drafts.draft_swiss(acting(), event_of().rounds.get(number=3), DrawOptions(seed="x")))
    exchange(31, 6)
    swap(3, 31, 7)
    number(8, 80)
    released(event_of(), 3, SHEETS)


def test_draws_swaps_and_redraws_stand_whatever_numbers_players_get() -> None:
    renumbered_event()
    bundle = bundle_of()
    assert wrong(bundle) == []
    assert len(bundle["claims"]["renumberings"]) == 11
    assert said(bundle, "had number") == [11, 11]
    assert lines_beside(bundle, json.loads(json.dumps(build_document(event_of())[0]))) == []


def test_the_chain_of_a_draw_stays_when_a_number_changes() -> None:
    draw_rounds()
    swap(2, 1, 2)
    before = bundle_of()["claims"]["draws"]
    exchange(1, 2)
    number(5, 50)
    after = bundle_of()["claims"]["draws"]
    assert ([draw["links"] for draw in after], len(after[0]["links"])) == ([draw["links"] for draw in before], 2)
    assert wrong(bundle_of()) == []


@pytest.mark.parametrize("undone", [False, True])
def test_a_player_entered_twice_is_followed_and_an_undo_of_it_too(undone: bool) -> None:
    draw_rounds()
    released(event_of(), 1, SHEETS)
    swap(2, 1, 2)
    again = players.add(acting(), event_of(), family_name="Twice")
    step = {"do": "merge", "stays": again.number, "goes": 2}
    made = repairs.make(acting(), event_of(), kind="merge", steps=[step], reason="Entered twice.")
    number(again.number, 40)
    if undone:
        repairs.undo(acting(), event_of(), entry=made, reason="")
    bundle = bundle_of()
    assert [(each["was"], each["now"], each["merged"]) for each in bundle["claims"]["renumberings"]] == [
        *([] if undone else [(2, 10, True)]),
        (10, 40, False),
    ]
    assert wrong(bundle) == []
    assert lines_beside(bundle, json.loads(json.dumps(build_document(event_of())[0]))) == []


def removed(claims: Bundle) -> None:
    claims["renumberings"].clear()


def to_nobody(claims: Bundle) -> None:
    claims["renumberings"][-1]["now"] = 77


def out_of_order(claims: Bundle) -> None:
    claims["renumberings"].reverse()


def later(claims: Bundle) -> None:
    claims["draws"][0]["log"][0] = 10**6


def invented(claims: Bundle) -> None:
    """Two players, seated by the draw, are said to have exchanged numbers."""
    at = claims["renumberings"][0]["log"]
    moves = ((7, 90), (8, 7), (90, 8))
    claims["renumberings"][:0] = [{"log": at, "was": was, "now": now, "merged": False} for was, now in moves]


@pytest.mark.parametrize("forge", [removed, to_nobody, out_of_order, later, invented])
def test_a_renumbering_that_does_not_fit_is_found_by_both(forge: Callable[[Bundle], None]) -> None:
    draw_rounds()
    number(2, 52)
    number(3, 53)
    bundle = bundle_of()
    assert wrong(bundle) == []
    forge(bundle["claims"])
    forged = sealed(bundle)
    assert lines_of(forged) != []
    assert len(wrong(forged)) > len(lines_of(forged))


def test_an_exchange_that_the_log_does_not_have_is_found_with_the_event_file() -> None:
    """Numbers and seats exchanged alike fit each other; the log tells."""
    draw_rounds()
    number(2, 52)
    bundle, whole = bundle_of(), json.loads(json.dumps(build_document(event_of())[0]))
    assert lines_beside(bundle, whole) == []
    invented(bundle["claims"])
    for seat in bundle["seats"]:
        seat["entry"] = {7: 8, 8: 7}.get(seat["entry"], seat["entry"])
    forged = sealed(bundle)
    assert wrong(forged) == []
    assert said(forged, "had number") == [4, 4]
    (line,) = lines_beside(forged, whole)
    assert line.startswith("log: not so: changes of numbers and reasons stand where the public part says")


def fine() -> None:
    entry = event_of().entries.get(number=1)
    ledger.add(acting(), event_of(), amount=-7, unit="table_points", reason="Late.", entry=entry)


def swiss_with_a_reason() -> None:
    """A fine after the draft of the round; the draft is kept with a reason."""
    event = small_tournament(8, rounds=2)
    people(event)
    released(event, 1, SHEETS)
    draft = drafts.draft_swiss(acting(), event_of().rounds.get(number=2), DrawOptions(seed="abc"))
    fine()
    seating.publish(acting(), draft, continue_anyway=WHY)


def by_standings_with_a_reason() -> None:
    event = small_tournament(8, rounds=2)
    people(event)
    released(event, 1, SHEETS)
    draft = drafts.draft_by_standings(acting(), event_of().rounds.get(number=2))
    fine()
    seating.publish(acting(), draft, continue_anyway=WHY)


def final_with_a_reason() -> None:
    """The cut and the draw of the final are kept with a reason."""
    event = small_tournament(8, rounds=1)
    people(event)
    released(event, 1, ((60, 20, -30, -50), (70, 10, -30, -50)))
    final = stages.add(acting(), event_of(), name="Final", cut_to=4)
    stages.cut(acting(), final)
    draft = drafts.draft_by_standings(acting(), event_of().rounds.get(number=2))
    fine()
    seating.publish(acting(), draft, continue_anyway=WHY)


@pytest.mark.parametrize("made", [swiss_with_a_reason, by_standings_with_a_reason, final_with_a_reason])
def test_a_draw_published_with_a_reason_is_no_forgery_and_nothing_unsaid(made: Callable[[], None]) -> None:
    made()
    bundle = bundle_of()
    assert wrong(bundle) == []
    assert said(bundle, "published with a reason") == [1, 1]
    assert WHY not in json.dumps(bundle), "a reason may name people"
    whole = json.loads(json.dumps(build_document(event_of())[0]))
    assert lines_beside(bundle, whole) == []
    (at,) = bundle["claims"]["draws"][-1]["standings"]["kept"]
    reasons = [row["value"] for row in whole["personal_values"] if (row["entry"], row["place"]) == (at, "reason")]
    assert (whole["log"][at - 1]["action"], reasons) == ("inputs.keep_draw", [json.dumps(WHY)])
    bundle["claims"]["draws"][-1]["standings"]["kept"] = [at - 1]
    assert lines_beside(sealed(bundle), whole) != []
    bundle["claims"]["draws"][-1]["standings"] = None
    assert len(wrong(sealed(bundle))) == 2


def corrected() -> None:
    sheet = enter(table_of(event_of(), 2), (-70, 90, -10, -10), "sam", based_on=1, reason="Misread")
    results.confirm_sheet(acting("olga"), sheet)


def out_of_competition() -> None:
    """One of the first is a house player, who has no place."""
    players.edit(acting(), event_of().entries.get(number=1), house=True)


@pytest.mark.parametrize("change", [corrected, fine, out_of_competition])
def test_a_correction_after_the_draw_is_no_forgery_and_nothing_unsaid(change: Callable[[], None]) -> None:
    event = small_tournament(8, rounds=2)
    people(event)
    released(event, 1, SHEETS)
    draft = drafts.draft_by_standings(acting(), event_of().rounds.get(number=2))
    seating.publish(acting(), draft)
    rounds.start(acting(), event_of().rounds.get(number=2))
    assert said(bundle_of(), "changed since") == [0, 0]
    change()
    bundle = bundle_of()
    assert (wrong(bundle), said(bundle, "what counts was changed since, by entries ")) == ([], [1, 1])
    bundle["claims"]["draws"][0]["standings"]["changed"] = []
    assert len(wrong(sealed(bundle))) == 2


def test_another_order_without_a_change_is_wrong() -> None:
    event = small_tournament(8, rounds=2)
    people(event)
    released(event, 1, SHEETS)
    seating.publish(acting(), drafts.draft_by_standings(acting(), event_of().rounds.get(number=2)))
    bundle = bundle_of()
    certificate = json.loads(bundle["draws"][0]["certificate"])
    order = certificate["inputs"]["order"]
    order[0], order[-1] = order[-1], order[0]
    bundle["draws"][0]["certificate"] = json.dumps(certificate)
    assert [line for line in lines_of(sealed(bundle)) if "otherwise than after round 1" in line] != []


def test_a_search_does_not_go_on_from_other_numbers() -> None:
    event = small_tournament(8, rounds=2)
    people(event)
    (draft, *_rest) = drafts.generate(acting(), event, rounds=list(event.rounds.all()), seed="east")
    draw = draft.draws.get()
    exchange(1, 2)
    with pytest.raises(UserError, match="Players have got other numbers since this draw"):
        draw_records.adopt(
            acting(), event_of(), rounds=list(event_of().rounds.all()), draw=draw.value, better_than=draw
        )
