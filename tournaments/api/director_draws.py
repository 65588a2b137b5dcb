"""Draws by the API: promised in public, improved, redrawn, and made from the library of schedules."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers

from engine.walls.public_value import ValueName
from tournaments.api.acts import At, act, choice, flag, numbers, text
from tournaments.forms.promises import MOVEMENTS
from tournaments.models import Round, SeatingDraw, SeedCommitment, StoredSchedule, ValueKind
from tournaments.seating.draws import KINDS
from tournaments.services import draw_commitments, library, redraws, seating_drafts
from tournaments.services.seating_drafts import EFFORT, IMPROVABLE

DRAW, PROMISE, SCHEDULE = "draws/<number:number>", "promises/<number:promise>", "schedules/<number:schedule>"
VALUE = {"value": text(required=True, longest=400), "again": text(required=True, longest=400)}


def _draw(at: At, **wanted: Any) -> SeatingDraw:
    return get_object_or_404(at.tournament.draws, number=at.parts["number"], **wanted)


def _promise(at: At) -> SeedCommitment:
    return get_object_or_404(at.tournament.seed_commitments, pk=at.parts["promise"])


@act(
    "promises/seal", "seating.draft", does="seating.seal", rounds=numbers(required=True),
    way=choice(SeedCommitment.Way.values), setting=choice(("fresh", "balanced", "close"), "balanced"),
    in_brackets=flag(), movement=serializers.ChoiceField(list(dict(MOVEMENTS)), default="one_field"),
    value_kind=serializers.ChoiceField(ValueKind.choices, default="", allow_blank=True),

    value_source=text(longest=200), value_which=text(longest=200),
    value_known_at=serializers.DateTimeField(required=False, allow_null=True, default=None),
    inputs_close_at=serializers.DateTimeField(required=False, allow_null=True, default=None),
)  # fmt: skip
def seal_draw(at: At) -> object:
    """Promise the draw of these rounds: its hash is public at once. A Swiss round may do without a public value."""
    way = at["way"]
    options = {
        SeedCommitment.Way.SWISS: {"setting": at["setting"], "in_brackets": at["in_brackets"]},
        SeedCommitment.Way.MOVEMENT: {"movement": at["movement"]},
    }
    named = ValueName(at["value_kind"], at["value_source"], at["value_which"]) if at["value_kind"] else None
    return draw_commitments.seal(
        at.by,
        at.tournament,
        rounds=at.rounds("rounds"),
        way=way,
        options=options.get(way, {}),
        value=named,
        value_known_at=at["value_known_at"] if named else None,
        inputs_close_at=at["inputs_close_at"],
    )


@act(f"{PROMISE}/value", "seating.draft", does="seating.value", **VALUE)
def add_draw_value(at: At) -> object:
    """The public value of a promise, typed twice, once it is known."""
    return draw_commitments.add_value(at.by, _promise(at), **at.values)


@act(
    f"{PROMISE}/correct", "seating.draft", does="seating.correct_value", reason=text(required=True, longest=1000),
    **VALUE,
)  # fmt: skip
def correct_draw_value(at: At) -> object:
    """Put a slip of the value right, in the open, while nothing is drawn with it."""
    return draw_commitments.correct_value(at.by, _promise(at), **at.values)


@act(f"{PROMISE}/withdraw", "seating.draft", does="seating.withdraw_promise", reason=text(required=True, longest=1000))
def withdraw_promise(at: At) -> object:
    """Give a promise up in public."""
    return draw_commitments.withdraw(at.by, _promise(at), reason=at["reason"])


@act(f"{DRAW}/improve", "seating.draft", does="seating.adopt")
def improve_draw(at: At) -> object:
    """Search on for a better seating, as a job."""
    return seating_drafts.search_on(at.by, _draw(at, kind__in=IMPROVABLE), EFFORT)


@act(f"{DRAW}/prices", "seating.draft", does="seating.price")
def price_wishes(at: At) -> object:
    """Work out what each wish costs in repeats, as a job."""
    return seating_drafts.price_wishes(at.by, _draw(at, kind__in=list(KINDS)))


@act(
    "redraw", "entries.edit", does="seating.replan", leaves=numbers(), arrives=numbers(), tables_gone=numbers(),
    seed=text(longest=64), reason=text(),
)  # fmt: skip
def redraw_rounds(at: At) -> object:
    """Redraw the remaining rounds after somebody left or came or a table fell away; every round gets a draft."""
    people = {name: at.players(name) for name in ("leaves", "arrives")}
    return redraws.redraw(at.by, at.tournament, **{**at.values, **people})


# The library of schedules


@act(f"{SCHEDULE}/use", "seating.draft", does="library.use", first_rounds=flag(), seed=text(longest=64))
def use_schedule(at: At) -> object:
    """Draw the open rounds, as many as the schedule has, from a stored schedule."""
    stored = get_object_or_404(StoredSchedule, pk=at.parts["schedule"])
    rounds = at.tournament.rounds.filter(state=Round.State.PLANNED).order_by("number")[: stored.rounds_count]
    return library.use(at.by, at.tournament, stored=stored, rounds=list(rounds), **at.values)


@act(f"{SCHEDULE}/remove", "seating.draft", does="library.remove")
def remove_schedule(at: At) -> None:
    """Take a schedule out of the library that this event stored."""
    library.remove(at.by, get_object_or_404(StoredSchedule, pk=at.parts["schedule"], tournament=at.tournament))
