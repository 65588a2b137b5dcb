"""Seating by the API in every way of the pages: drawn, by the standings, by hand; published, changed, taken back."""

from __future__ import annotations

from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.api.acts import At, act, choice, flag, numbers, text, whole
from tournaments.models import Seating, Tournament
from tournaments.permissions import works_at
from tournaments.services import seating, seating_drafts, swaps
from tournaments.services.errors import UserError

ROUND = "rounds/<number:number>"
VERSION = f"{ROUND}/seatings/<number:version>"
NUMBER = serializers.IntegerField(min_value=1)


def _earlier(at: At) -> Tournament | None:
    if not at["earlier"]:
        return None
    found = Tournament.objects.filter(slug=at["earlier"]).first()
    if found is None or not works_at(at.request.user, found):
        raise UserError(_("There is no such event that you work at."), field="earlier")
    return found


@act(
    "draw", "seating.draft", does="seating.generate", rounds=numbers(required=True), seed=text(longest=64),
    substitutes=numbers(), improve=whole(0, 3600, default=0), earlier=text(longest=60), why=text(),
)  # fmt: skip
def draw_rounds(at: At) -> object:
    """Draw one or several rounds by a seed; `earlier` names an event whose meetings count."""
    return seating_drafts.generate(
        at.by,
        at.tournament,
        rounds=at.rounds("rounds"),
        seed=at["seed"],
        substitutes=at.players("substitutes"),
        improve=at["improve"],
        earlier=_earlier(at),
        why=at["why"],
    )


@act(
    f"{ROUND}/swiss", "seating.draft", does="seating.swiss", setting=choice(("fresh", "balanced", "close"), "balanced"),
    seed=text(longest=64), in_brackets=flag(), substitutes=numbers(), earlier=text(longest=60), why=text(),
)  # fmt: skip
def draw_swiss(at: At) -> object:
    """Seat the round by the Swiss system."""
    values = {name: at[name] for name in ("setting", "seed", "in_brackets", "why")}
    return seating_drafts.swiss(at.by, at.round, substitutes=at.players("substitutes"), earlier=_earlier(at), **values)


@act(
    f"{ROUND}/by-standings", "seating.draft", does="seating.by_standings",
    mode=choice(("standings", "interval", "snake"), "standings"), after=whole(0, 9999), block=whole(1, 999),
    sit_out=flag(), substitutes=numbers(),
)  # fmt: skip
def draw_by_standings(at: At) -> object:
    """Seat the round by the places so far."""
    return seating_drafts.by_standings(at.by, at.round, **{**at.values, "substitutes": at.players("substitutes")})


@act(
    f"{ROUND}/seat", "seating.draft", does="seating.schedule seating.draft",
    tables=serializers.DictField(child=serializers.ListField(child=NUMBER, max_length=4)),
    leave_out=flag(),
)  # fmt: skip
def seat_by_hand(at: At) -> object:
    """Seat the round as told: {"1": [numbers, East first], …}."""
    plan: dict[int, list[int]] = {}
    for table, players in at["tables"].items():
        if not (table.isascii() and table.isdecimal() and 1 <= int(table) <= 9999):
            raise UserError(_("Tables are numbered from 1."), field="tables")
        plan[int(table)] = players
    number = at.round.number
    source = Seating.Source.MANUAL
    return seating_drafts.from_schedule(
        at.by, at.tournament, schedule={number: plan}, leave_out=at["leave_out"], source=source
    )


@act(f"{VERSION}/publish", "seating.publish", does="seating.publish", leave_out=flag(), reason=text())
def publish_seating(at: At) -> object:
    """Let everybody see the draft; while the round is played it takes effect at once."""
    return seating.publish(at.by, at.seating, **at.values)


@act(f"{VERSION}/publish-all", "seating.publish", does="seating.publish_all", leave_out=flag(), reason=text())
def publish_all_seatings(at: At) -> object:
    """The same for the later rounds of the same draw."""
    return seating.publish_all(at.by, at.seating, **at.values)


@act(f"{VERSION}/withdraw", "seating.publish", does="seating.withdraw", reason=text())
def withdraw_seating(at: At) -> object:
    """Take a published seating back."""
    return seating.withdraw(at.by, at.seating, **at.values)


@act(f"{VERSION}/discard", "seating.draft", does="seating.discard", reason=text())
def discard_seating(at: At) -> None:
    """Put a draft aside."""
    seating.discard(at.by, at.seating, **at.values)


@act(
    f"{VERSION}/swap", "seating.swap", does="seating.swap", first=whole(1, required=True),
    second=whole(1, required=True), reason=text(),
)  # fmt: skip
def swap_chairs(at: At) -> object:
    """Two players change chairs."""
    return seating.swap(at.by, at.seating, first=at.wanted("first"), second=at.wanted("second"), reason=at["reason"])


@act(
    f"{VERSION}/swaps", "seating.swap", does="seating.swaps",
    swaps=serializers.ListField(child=serializers.ListField(child=serializers.IntegerField(min_value=1), min_length=2,
                                                            max_length=2), max_length=200),
    seen_state=choice(Seating.State.values), reason=text(),
)  # fmt: skip
def swap_several(at: At) -> object:
    """Several swaps as one new version: [[number, number], …]."""
    chosen = [(first, second) for first, second in at["swaps"]]
    return swaps.store(at.by, at.seating, swaps=chosen, seen_state=at["seen_state"], reason=at["reason"])


@act(f"{VERSION}/take-back", "seating.swap", does="seating.take_back", reason=text())
def take_swaps_back(at: At) -> object:
    """Take the last change of this seating back."""
    return swaps.take_back(at.by, at.seating, **at.values)
