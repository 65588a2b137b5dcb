"""The remaining rounds redrawn for those who play on, and results of substitutes."""

from fractions import Fraction

import pytest
from django.urls import reverse

from engine.commitments import replan_seed
from tests.support.checked_events import promised
from tests.support.people import acting, people, seat_in_order, signed_in, small_tournament
from tests.support.play import played, published
from tests.support.remembered import remembered
from tournaments.core.errors import UserError
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players as registration
from tournaments.events import services as event_services
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.events.presets import SUBSTITUTE_POLICY
from tournaments.exchange.files.public_bundle import build_public_bundle
from tournaments.exchange.verification.checks import check_bundle
from tournaments.rounds.models import Seating
from tournaments.rounds.services import rounds
from tournaments.seating.logic.certificate import parse_certificate
from tournaments.seating.logic.verify import verify
from tournaments.seating.models.draws import SeatingDraw
from tournaments.seating.queries import draws as selected
from tournaments.seating.queries.draw_inputs import find_newest_seating, list_unsettled, map_newest_seatings
from tournaments.seating.services import drafts as seating_drafts
from tournaments.seating.services import promises, redraws, seating, substitutes
from tournaments.standings.queries.standings import compute_standings
from tournaments.standings.services import stages

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def event():
    """Twenty play and one waits; three rounds are published, the first is being played."""
    tournament = small_tournament(20, rounds=3)
    people(tournament)
    Entry.objects.create(tournament=tournament, number=21, family_name="Wei", status=Entry.Status.WAITING, from_round=1)
    return under_way(tournament, seed="s")


def under_way(tournament, **options):
    drawn = list(tournament.rounds.order_by("number"))
    for draft in seating_drafts.generate(acting(), tournament, rounds=drawn, **options):
        seating.publish(acting(), draft)
    rounds.start(acting(), tournament.rounds.get(number=1))
    return tournament


def _redraw(event, leaves=(), arrives=(), **asked):
    leaves, arrives = (list(event.entries.filter(number__in=each)) for each in (leaves, arrives))
    return redraws.redraw(acting(), event, leaves=leaves, arrives=arrives, **asked)


def _numbers(draft):
    return sorted(seat.entry.number for seat in draft.seats.all())


def _seated(draw):
    """Everybody with a chair in a round of the draw."""
    return {number for draft in draw.seatings.all() for number in _numbers(draft)}


def test_one_leaves_and_one_comes_in_every_coming_round(event):
    old = {r.number: seating.read_plan(r.current_seating) for r in event.rounds.all()}
    draw = _redraw(event, leaves=[5], arrives=[21], seed="again", reason="fever")
    assert [check.name for check in verify(parse_certificate(draw.certificate)) if not check.passed] == []
    assert [row.round.number for row in draw.seatings.order_by("round__number")] == [2, 3]
    assert [_numbers(draft) for draft in draw.seatings.all()] == [[*range(1, 5), *range(6, 22)]] * 2
    assert [event.entries.get(number=n).status for n in (5, 21)] == ["dropped", "registered"]
    assert {r.number: seating.read_plan(r.current_seating) for r in event.rounds.all()} == old, (
        "until they are published"
    )


def test_the_newest_seatings_of_an_event_are_those_of_its_rounds_one_by_one():
    event = small_tournament(8, rounds=4)
    first, second, third, last = event.rounds.order_by("number")
    seat_in_order(third)

    def newest():
        rows = list(event.rounds.order_by("number"))
        chosen = {row.pk: version for row in rows if (version := find_newest_seating(row)) is not None}
        assert map_newest_seatings(rows) == chosen
        return [chosen[row.pk].state if row.pk in chosen else None for row in rows]

    assert newest() == [None, None, "draft", None]
    for row in (first, second, last):
        published(row)
    rounds.start(acting(), first)
    # A draft beside a public version counts once the round was redrawn for those who play on, until it is started.
    seating_drafts.generate(acting(), event, rounds=[last])
    assert newest() == ["playing", "published", "draft", "published"]
    draw = _redraw(event, leaves=[5])
    assert {row.round.number for row in draw.seatings.all()} >= {2, 4}
    assert newest() == ["playing", "draft", "draft", "draft"]


def test_a_redraw_by_mistake_is_put_aside_and_who_left_comes_back(event):
    draw = _redraw(event, leaves=[5])
    for draft in draw.seatings.all():
        seating.discard(acting(), draft)
    substitutes.return_(acting(), event.entries.get(number=5), from_round=2)
    assert list_unsettled(event) == ([], [])
    assert 5 in _seated(_redraw(event))
    _redraw(event, leaves=[5])
    assert _seated(_redraw(event, leaves=[6])).isdisjoint({5, 6}), "two in a row build on each other"


def test_who_left_or_came_at_the_desk_need_not_be_named(event):
    registration.drop(acting(), event.entries.get(number=5), from_round=2)
    registration.set_waiting(acting(), event.entries.get(number=21), waiting=False)
    assert [[entry.number for entry in each] for each in list_unsettled(event)] == [[5], [21]]
    shown = signed_in("olga").get(reverse("manage_redraw", args=[event.slug])).context
    assert [entry.number for entry in shown["gone"]] == [5]
    draw = _redraw(event)
    assert _seated(draw) == {*range(1, 5), *range(6, 22)}
    assert (draw.value.inputs.leaves, draw.value.inputs.arrives) == ({5}, (21,))


def test_who_sat_out_takes_the_chair_of_one_who_leaves():
    event = small_tournament(17, rounds=1)
    (draft,) = seating_drafts.generate(acting(), event, rounds=list(event.rounds.all()), seed="s")
    seating.publish(acting(), draft, leave_out=True)
    (out,) = set(range(1, 18)) - set(_numbers(draft))
    leaver = out % 17 + 1
    assert _seated(_redraw(event, leaves=[leaver])) == set(range(1, 18)) - {leaver}


def test_what_cannot_be_redrawn_is_said_and_nothing_is_changed(event):
    before = set(Seating.objects.values_list("pk", "state"))
    for asked, message in (
        ({"tables_gone": [99, 3, 98]}, "No coming round has a table 98, 99."),
        ({"tables_gone": range(1, 6)}, "No seating could be made: No table is left."),
        ({"leaves": range(1, 18)}, "No seating could be made: Fewer than four players are left."),
        ({"arrives": [7]}, "Only players of the waiting list can come."),
    ):
        with pytest.raises(UserError) as error:
            _redraw(event, **asked)
        assert str(error.value) == message
    assert set(Seating.objects.values_list("pk", "state")) == before
    assert event.entries.filter(status="dropped").count() == 0
    for round_ in event.rounds.filter(number__gte=2):
        seating.withdraw(acting(), round_.current_seating)
        seating.discard(acting(), round_.seatings.get(state="draft"))
    with pytest.raises(UserError, match=r"No coming round is seated yet; draw it instead\."):
        _redraw(event)


def promised_event():
    """As above, three rounds promised, drawn and public."""
    tournament = small_tournament(20, slug="promised", rounds=3)
    made = promised(tournament, "together", [1, 2, 3])
    return under_way(tournament), made


def test_a_redraw_of_promised_rounds_is_by_a_seed_that_nobody_chooses_and_is_listed():
    event, made = promised_event()
    with pytest.raises(UserError, match="Round 2 was drawn as promised and is public"):
        seating.publish(acting(), seat_in_order(event.rounds.get(number=2)))
    with pytest.raises(UserError, match="leave the seed empty"):
        _redraw(event, leaves=[5], seed="my lucky one")
    draw = _redraw(event, leaves=[5])
    assert (draw.under, draw.seed) == (made, replan_seed(promises.unseal_draw_seed(made), 1))
    assert [line.passed for line in verify(parse_certificate(draw.certificate))] == [True] * 5
    listed = [(one.draw, one.state) for one in selected.list_promises(event)[0].draws]
    assert listed == [(event.draws.get(number=1), "public"), (draw, "waits")]
    with pytest.raises(UserError, match="say why it is discarded"):
        seating.discard(acting(), draw.seatings.first())
    for draft in draw.seatings.all():
        seating.discard(acting(), draft, reason="the fever is gone")
    substitutes.return_(acting(), event.entries.get(number=5), from_round=2)
    again = _redraw(event, leaves=[5])
    assert parse_certificate(again.certificate) == parse_certificate(draw.certificate)
    for draft in again.seatings.all():
        seating.publish(acting(), draft, leave_out=True)
    bundle = build_public_bundle(event)
    assert [line for line in check_bundle(bundle) if line.outcome == "failed"] == []


def test_olga_redraws_by_the_page_which_keeps_her_work_when_a_table_is_wrong(event):
    olga, address = signed_in("olga"), reverse("manage_redraw", args=[event.slug])
    for tables, sentence in (
        ("three", "Enter the numbers of tables, separated by spaces."),
        ("3 9", "No coming round has a table 9."),
    ):
        page = olga.post(address, {"tables_gone": tables, "reason": "a burst pipe"})
        assert (page.status_code, page.context["form"].errors) == (422, {"tables_gone": [sentence]})
        assert [page.context["form"][name].value() for name in ("tables_gone", "reason")] == [tables, "a burst pipe"]
    answer = olga.post(address, {"leaves": [7], "arrives": [21], "reason": "ill"})
    draw = SeatingDraw.objects.get(kind="replan")
    assert (answer.status_code, answer["Location"]) == (302, draw.get_absolute_url())
    assert draw.value.players == {*range(1, 7), *range(8, 22)}
    assert olga.get(draw.get_absolute_url()).context["how"] == [
        "The field changed during the event: the coming rounds were seated anew.",
        "Left: 7.",
        "Arrived: 21.",
        "Rounds that had started stayed as they were.",
    ]


def replaced(policy: dict[str, object], *, in_competition: bool = False) -> Tournament:
    """A played round in which a new player, 9, sits in the chair of 1."""
    event = small_tournament(8, rounds=1)
    RulesetVersion.objects.filter(tournament=event).update(substitute_policy=policy)
    published(event.rounds.get(number=1))
    absent, how = event.entries.get(number=1), {"from_round": 1, "in_competition": in_competition}
    guest = substitutes.substitute(acting(), absent, family_name="Guest", **how)
    assert guest.in_competition == in_competition
    played(event, 1)
    return event


def standing(event: Tournament) -> list[tuple[int, int]]:
    numbers = dict(event.entries.values_list("pk", "number"))
    return [(row.place, numbers[int(row.key)]) for row in compute_standings(event).individual]


def cut(event: Tournament) -> list[int]:
    final = stages.add(acting(), event, name="Final", cut_to=4, carry=Fraction(1))
    return [entry.number for entry in stages.cut(acting(), final)]


GUEST_FIRST = [(1, 9), (2, 5), (2, 6), (4, 2), (5, 7), (6, 3), (7, 8), (8, 4)]


@pytest.mark.parametrize(
    ("policy", "in_competition", "listed", "through"),
    [
        # Without a place, and whom one replaced before play is not listed.
        (SUBSTITUTE_POLICY, False, [(1, 5), (1, 6), (3, 2), (4, 7), (5, 3), (6, 8), (7, 4)], [5, 6, 2, 7]),
        (SUBSTITUTE_POLICY, True, GUEST_FIRST, [9, 5, 6, 2]),
        ({**SUBSTITUTE_POLICY, "place": True}, False, GUEST_FIRST, [5, 6, 2, 7]),
        # An older event keeps what its rules said; whom one replaced before play has no place.
        (
            {"points": "own", "place": True, "team": True}, False,
            [(1, 9), (2, 5), (2, 6), (4, 2), (5, 7), (6, 3), (7, 8), (8, 4), (0, 1)], [9, 5, 6, 2],
        ),
    ],
)  # fmt: skip
def test_a_substitute_stands_and_qualifies_as_the_rules_of_the_event_say(policy, in_competition, listed, through):
    """Table 1: 60 20 -30 -50 to the guest (9), 2, 3, 4; table 2: 10 10 -8 -12 to 5, 6, 7, 8."""
    event = replaced(policy, in_competition=in_competition)
    assert (standing(event), cut(event)) == (listed, through)
    new = event_services.create(acting("ada"), preset_key="mcr-2006", name="Autumn", slug="autumn", rounds=1)
    assert new.ruleset.substitute_policy == SUBSTITUTE_POLICY | {
        "points": "own", "place": False, "qualify": False, "team": True, "list_withdrawn": False,
    }  # fmt: skip
