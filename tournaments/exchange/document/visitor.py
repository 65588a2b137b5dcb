"""Projection of an event for its mirror: the rows and columns that an anonymous visitor sees, and no others."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Callable
from functools import cache
from typing import Any, Final

from django.db.models import Q

from tournaments.awards.models import AwardWinner
from tournaments.awards.queries import are_winners_public, query_public_hands
from tournaments.core.visibility import find_hidden_standings_round, open_rounds
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.exchange.document.public import filter_counted_results, is_closed
from tournaments.exchange.document.sections import Section, list_sections
from tournaments.results.models.results import ResultSeat
from tournaments.rounds.models import Seating
from tournaments.standings.models import ScoreLine

VisibleRows = Callable[[Tournament, int], Q]

ShownRows = Callable[[Tournament, list[Any]], list[Any]]


def _filter_lines(event: Tournament, through: int) -> Q:
    counts = Q(voided_at=None)
    result = Q(kind=ScoreLine.Kind.RESULT, table__isnull=False) & open_rounds(event, "round__")
    beside = ~Q(kind=ScoreLine.Kind.RESULT) & (Q(round=None) | Q(round__number__lte=through))
    return counts & (result | beside) & ~Q(entry__status=Entry.Status.WAITING)


def _hide_words_of_results(_event: Tournament, rows: list[Any]) -> list[Any]:
    for row in rows:
        if row.kind == ScoreLine.Kind.RESULT:
            row.reason = row.clause = ""
    return rows


def _show_players(event: Tournament, rows: list[Any]) -> list[Any]:
    """Put the shown name in the place of a hidden one, and leave out what the event does not show of players."""
    public = {question.key for question in event.questions.filter(public=True)}
    hidden = {row.pk: row.public_name for row in event.entries.exclude(shown_name="") if row.is_hidden_from_public}
    for row in rows:
        if row.pk in hidden:
            row.family_name, row.nickname = hidden[row.pk], ""
            row.given_name = row.native_name = row.romanised_name = ""
        elif event.shown_names != Tournament.ShownNames.BOTH:
            row.nickname = ""
        row.answers = {key: answer for key, answer in row.answers.items() if key in public}
    return rows


def _seal_promises(_event: Tournament, rows: list[Any]) -> list[Any]:
    for row in rows:
        row.sealed_seed = ""
    return rows


def _filter_seatings(event: Tournament, _through: int) -> Q:
    live = Seating.objects.filter(round__tournament=event, state__in=Seating.LIVE)
    keys, above = set(), {row.pk: row.based_on_id for row in live}
    while above:
        keys |= set(above)
        earlier = Seating.objects.filter(pk__in=[key for key in above.values() if key], published_at__isnull=False)
        above = {row.pk: row.based_on_id for row in earlier if row.pk not in keys}
    return Q(pk__in=keys)


def _name_sources(_event: Tournament, rows: list[Any]) -> list[Any]:
    """Let a seating say how it was made, if those on which it is based were never public."""
    keys = {row.pk for row in rows}
    for row in rows:
        if row.based_on_id is not None and row.based_on_id not in keys:
            row.source = row.origin.source
    return rows


def _filter_seats(event: Tournament, through: int) -> Q:
    return Q(seating__in=Seating.objects.filter(_filter_seatings(event, through)))


def _filter_whole_draws(event: Tournament, _through: int) -> Q:
    return Q(pk__in=[draw.pk for draw in event.draws.all() if not is_closed(draw)])


def _filter_prize_hands(event: Tournament, _through: int) -> Q:
    won = AwardWinner.objects.filter(_filter_awards(event, "award__"), award__tournament=event, hand__isnull=False)
    return Q(pk__in=query_public_hands(event).values("pk")) | Q(pk__in=won.values("hand"))


def _filter_awards(event: Tournament, prefix: str = "") -> Q:
    return Q(**{f"{prefix}published_at__isnull": False}) if are_winners_public(event) else Q(pk__in=[])


def _filter_cuts(event: Tournament) -> Q:
    if find_hidden_standings_round(event) is None:
        return Q()
    return Q(stage__rounds__seatings__state__in=Seating.LIVE)


@dataclasses.dataclass(frozen=True)
class VisitorSection:
    columns: tuple[str, ...]
    rows: VisibleRows = lambda _event, _through: Q()
    show: ShownRows = lambda _event, rows: rows


_LISTED: Final = ~Q(entry__status=Entry.Status.WAITING)

ABOUT: Final = (
    "slug", "name", "place", "country_code", "organiser", "colour", "embed_sites", "shown_names", "starts_on",
    "ends_on", "time_zone", "family", "state", "published", "rounds_planned", "minutes_per_round", "standings_hidden",
    "hidden_from_round", "hidden_results_open", "ceremony_at", "tables_in_row", "team_size", "team_best",
    "line_up_size", "separate", "features", "ranking_version",
)  # fmt: skip
VISITOR: Final = {
    "rulesets": VisitorSection(
        (
            "number", "preset", "parameters", "match_scoring", "tie_breaks", "substitute_policy", "house_rules",
            "created_at", "frozen_at",
        )
    ),
    "questions": VisitorSection(("number", "label", "kind", "choices", "required", "public", "position")),
    "teams": VisitorSection(("code", "name", "country")),
    "categories": VisitorSection(("number", "name", "asked")),
    "entries": VisitorSection(
        (
            "number", "family_name", "given_name", "native_name", "romanised_name", "nickname", "country", "club",
            "team", "status", "house", "substitute_for", "in_competition", "unranked", "filler", "lot", "from_round",
            "dropped_from_round", "categories", "answers", "created_at",
        ),
        lambda _event, _through: ~Q(status=Entry.Status.WAITING),
        _show_players,
    ),
    "prize_hands": VisitorSection(
        ("table", "number", "winner", "ruleset", "hand", "by", "prevalent", "seat", "circumstances", "worth"),
        _filter_prize_hands,
    ),
    "awards": VisitorSection(
        ("number", "title", "figure", "category", "least", "one_prize", "published_at"),
        lambda event, _through: _filter_awards(event),
    ),
    "award_winners": VisitorSection(
        ("award", "entry", "amount_numerator", "amount_denominator", "sample", "hand"),
        lambda event, _through: _LISTED & _filter_awards(event, "award__"),
    ),
    "sponsors": VisitorSection(("number", "name", "link", "on_pages", "on_screens", "on_papers")),
    "announcements": VisitorSection(("number", "text", "level", "starts_at", "ends_at")),
    "stages": VisitorSection(
        ("number", "name", "kind", "cut_to", "cut_at", "carry_numerator", "carry_denominator")
    ),
    "stage_entries": VisitorSection(
        ("stage", "entry", "place"), lambda event, _through: _LISTED & _filter_cuts(event)
    ),
    "stage_teams": VisitorSection(("stage", "team", "place"), lambda event, _through: _filter_cuts(event)),
    "rounds": VisitorSection(
        (
            "stage", "number", "day", "starts_at", "minutes", "state", "ruleset", "released_at", "annulled_at",
            "alone",
        )
    ),
    "seatings": VisitorSection(
        ("round", "version", "state", "source", "based_on", "created_at", "published_at"),
        _filter_seatings,
        _name_sources,
    ),
    "seats": VisitorSection(
        ("seating", "table_number", "wind", "entry"), _filter_seats
    ),
    "seed_commitments": VisitorSection(
        (
            "commitment", "promise", "rounds", "way", "options", "inputs_close_at", "value_kind", "value_source",
            "value_which", "value_known_at", "public_value", "value_at", "corrections", "withdrawn_at",
            "withdrawn_reason", "created_at", "sealed_seed",
        ),
        show=_seal_promises,
    ),
    "draws": VisitorSection(
        (
            "number", "kind", "seed", "algorithm", "template", "inputs_digest", "certificate", "improved", "prices",
            "under", "why", "discarded_at", "discarded_reason", "seatings", "created_at",
        ),
        _filter_whole_draws,
    ),
    "tables": VisitorSection(
        ("round", "number", "name", "extra_seconds", "postponed_to"),
        lambda _event, _through: Q(round__seatings__state__in=Seating.LIVE),
    ),
    "clocks": VisitorSection(
        ("round", "started_at", "ends_at", "paused_at", "remaining_seconds", "warning_seconds", "ended_at")
    ),
    "stand_ins": VisitorSection(("round", "entry", "plays_for", "created_at")),
    "results": VisitorSection(
        ("table", "version", "state", "ruleset", "leftover_points", "created_at", "confirmed_at"),
        lambda event, _through: filter_counted_results(event, event.rounds.count())
        & open_rounds(event, "table__round__"),
    ),
    "result_seats": VisitorSection(
        (
            "result", "order", "wind", "entry", "points", "exact_points_numerator", "exact_points_denominator",
            *ResultSeat.FROM_FILE,
        ),
    ),
    "forfeits": VisitorSection(
        (
            "entry", "round", "kind", "points", "uma", "table_points", "takes_negative", "chair", "present", "last",
            "left", "reason", "clause", "created_at",
        ),
        lambda _event, through: Q(voided_at=None) & _LISTED & (Q(round=None) | Q(round__number__lte=through)),
    ),
    "score_lines": VisitorSection(
        (
            "entry", "team", "round", "table", "result", "scope", "unit", "kind", "amount_numerator",
            "amount_denominator", "points_numerator", "points_denominator", "uma_numerator", "uma_denominator",
            "place", "shared", "reason", "clause", "created_at",
        ),
        _filter_lines,
        _hide_words_of_results,
    ),
}  # fmt: skip


def add_visitor_section(name: str, section: VisitorSection) -> None:
    VISITOR[name] = section


@cache
def list_visitor_sections() -> tuple[Section, ...]:
    return tuple(
        dataclasses.replace(
            section,
            without=section.without | ({column.name for column in section.columns} - {*VISITOR[section.name].columns}),
            many=tuple(name for name in section.many if name in VISITOR[section.name].columns),
        )
        for section in list_sections()
        if section.name in VISITOR
    )


def choose_visible_rows(tournament: Tournament, through: int) -> tuple[Section, ...]:
    return tuple(
        dataclasses.replace(section, only=Q(pk__in=_find_visible_keys(section, tournament, through)))
        for section in list_visitor_sections()
    )


def _find_visible_keys(section: Section, tournament: Tournament, through: int) -> list[Any]:
    rows = section.model._base_manager.filter(**{section.way: tournament})
    condition = VISITOR[section.name].rows(tournament, through)
    if section.name == "result_seats":
        condition = Q(result__in=_find_visible_keys(_get("results"), tournament, through))
    return list(rows.filter(section.only).filter(condition).values_list("pk", flat=True).distinct())


def _get(name: str) -> Section:
    return next(section for section in list_visitor_sections() if section.name == name)


@cache
def compute_projection_mark() -> str:
    columns = {section.name: sorted(column.name for column in section.columns) for section in list_visitor_sections()}
    return hashlib.sha256(json.dumps([columns, ABOUT], sort_keys=True).encode()).hexdigest()[:12]
