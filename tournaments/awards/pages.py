"""Pages of awards, for views and actions."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from engine.bounded_json import JSONError, read_json
from engine.family import ruleset_names
from tournaments.awards.models import LARGEST, Award, PrizeHand
from tournaments.awards.queries import (
    PublishedAward,
    are_winners_public,
    compute_outcomes,
    evaluate_prize_hand,
    query_prize_hands,
)
from tournaments.awards.text import format_amount, format_title
from tournaments.core.views.hand_checker import build_checker, is_piece, set_vary_header
from tournaments.core.views.manage import page
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.game.logic.hand_input import HandInput
from tournaments.results.queries.sheets import get_round_ruleset
from tournaments.rounds.models import GameTable

MOST_PATTERNS = 6


def describe_hand(hand: PrizeHand) -> dict[str, Any]:
    """Return a declared hand with its value and its most valuable patterns in words."""
    answer = evaluate_prize_hand(hand)
    return {
        "row": hand,
        "tiles": answer.hand if answer and answer.hand else hand.hand,
        "value": answer.value if answer else "",
        "patterns": [line.name for line in answer.awards[:MOST_PATTERNS]] if answer else [],
    }


def describe_winner(
    award: Award, entry: Entry, amount: Fraction | None, sample: int, hand: PrizeHand | None
) -> dict[str, Any]:
    described = describe_hand(hand) if hand is not None else None
    worth = described["value"] if described else ""
    return {
        "player": entry,
        "text": format_amount(award, amount, worth),
        "sample": sample if award.figure != LARGEST else 0,
        "hand": described,
    }


def describe_published(awards: Iterable[PublishedAward]) -> list[dict[str, Any]]:
    return [
        {
            "title": format_title(row.award),
            "winners": [
                describe_winner(row.award, winner.entry, winner.amount, winner.sample, winner.hand)
                for winner in row.winners
            ],
        }
        for row in awards
    ]


def show_awards(
    request: HttpRequest,
    tournament: Tournament,
    *,
    forms: Sequence[BaseForm],
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    outcomes = compute_outcomes(tournament)
    by_award = dict(zip((outcome.award.pk for outcome in outcomes), forms, strict=False))
    rows = [
        {
            "outcome": outcome,
            "title": format_title(outcome.award),
            "winners": [describe_winner(outcome.award, *winner) for winner in outcome.winners],
            "published": [
                describe_winner(outcome.award, row.entry, row.amount, row.sample, row.hand) for row in outcome.published
            ],
            "edit_form": by_award.get(outcome.award.pk),
        }
        for outcome in outcomes
    ]
    context = {
        "rows": rows,
        "published": any(outcome.award.published_at for outcome in outcomes),
        "unpublished": any(outcome.award.published_at is None for outcome in outcomes),
        "changed": any(outcome.is_changed for outcome in outcomes),
        "public": are_winners_public(tournament),
        "hands": [describe_hand(hand) for hand in query_prize_hands(tournament).filter(voided_at=None)],
    }
    return page(request, tournament, "awards/manage/awards.html", "awards", status=status, **context, **more)


def read_question(request: HttpRequest, table: GameTable) -> HandInput | None:
    """Return the hand of the address, or of a form that was refused; None if the checker lacks the table's rules."""
    version = get_round_ruleset(table.round)
    if version.preset not in ruleset_names():
        return None
    query = (request.POST or request.GET).dict()
    query |= _read_circumstances(query.pop("circumstances", ""))
    return HandInput.read(query, version.preset, version.options).pressed(query)


def _read_circumstances(text: str) -> dict[str, str]:
    try:
        facts = read_json(text) if text else {}
    except JSONError:
        return {}
    return {name: str(fact) for name, fact in facts.items()} if isinstance(facts, dict) else {}


def show_declaring(
    request: HttpRequest, table: GameTable, form: BaseForm, *, address: str, by_code: bool = False, status: int = 200
) -> HttpResponse:
    """Show the hand checker of the table, only its form and answer for requests of htmx; `by_code`: on a phone."""
    question, tournament = read_question(request, table), table.round.tournament
    hands = query_prize_hands(tournament).filter(table=table, **({"voided_at": None} if by_code else {}))
    context = {
        **(_build_checker(question, address) if question is not None else {}),
        "declare_form": form,
        "table": table,
        "round": table.round,
        "hands": [describe_hand(hand) for hand in hands],
    }
    if is_piece(request):
        return set_vary_header(render(request, "game/hand/_checker.html", context, status=status))
    if by_code:
        values = context | {"tournament": tournament}
        return set_vary_header(render(request, "awards/table_code.html", values, status=status))
    return set_vary_header(page(request, tournament, "awards/manage/hands.html", "results", status=status, **context))


def _build_checker(question: HandInput, address: str) -> dict[str, Any]:
    circumstances = json.dumps(dict(question.context), ensure_ascii=False)
    return build_checker(question, address) | {"circumstances_text": circumstances}


def build_declare_address(table: GameTable) -> str:
    return reverse("manage_prize_hands", args=[table.round.tournament.slug, table.round.number, table.number])
