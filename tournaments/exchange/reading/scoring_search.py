"""Search for the unstated scoring rule of a `mahjong-event/1` file by its scores, totals or places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from engine.match.scoring import MatchScoring, to_json
from tournaments.core.tabular.reading import RowProblem
from tournaments.exchange.documents import make_problem
from tournaments.exchange.reading.event_file import EventFile, Id, as_number, parse_id
from tournaments.results.logic.inference import FoundRule, Stated, StatedGame, infer, infer_parts


@dataclass(frozen=True)
class Found:
    scoring: MatchScoring
    problems: list[RowProblem]


def search(event: EventFile, usual: MatchScoring) -> Found | None:
    """Return the rule that fits the file's numbers; None if none does. `usual`: the scoring of its rules."""
    stated = _read_stated(event)
    rule = infer(stated, usual)
    if rule is None:
        return None
    parts = infer_parts(stated, usual) if rule.games and len(rule.games) < len(stated.games) else [rule]
    problems = [RowProblem(0, "", describe_scoring(rule, stated), warning=True)]
    problems += [RowProblem(0, "", describe_scoring(part, stated), warning=True) for part in parts[1:]]
    explained = {name for part in parts[1:] for name in part.games}
    return Found(rule.scoring, [*problems, *_list_contradictions(event, rule, explained)])


def describe_scoring(rule: FoundRule, stated: Stated) -> str:
    """Return the rule with its matches: "25,000, uma 30/10/-10/-30: 472 of 472 games"."""
    scored = sum(any(score is not None for score in game.scores) for game in stated.games)
    if scored:
        template, numbers = _("%(rule)s: %(matched)s of %(of)s games"), (len(rule.games), scored)
    elif stated.totals:
        template, numbers = _("%(rule)s: %(matched)s of %(of)s totals"), (rule.matched, rule.of)
    else:
        template, numbers = _("%(rule)s: %(matched)s of %(of)s places"), (rule.matched, rule.of)
    return template % {"rule": describe_rule(rule.scoring), "matched": numbers[0], "of": numbers[1]}


def describe_rule(scoring: MatchScoring) -> str:
    parts = [f"{scoring.start_points:,}"]
    if scoring.oka:
        parts.append(_("return %(points)s, oka %(oka)s") % {"points": f"{scoring.return_points:,}", "oka": scoring.oka})
    uma = "/".join(str(to_json(amount)) for amount in scoring.uma)
    parts.append(_("uma %(uma)s") % {"uma": uma} if uma else _("no uma"))
    return ", ".join(parts)


def _list_contradictions(event: EventFile, rule: FoundRule, explained: set[str]) -> Iterator[RowProblem]:
    names = {player.id: player.name for player in event.players}
    for contradiction in rule.contradictions:
        if contradiction.place in explained:
            continue
        values: dict[str, Any] = {
            "name": names.get(contradiction.who, contradiction.who),  # type: ignore[call-overload]
            "stated": to_json(contradiction.stated),
            "computed": to_json(contradiction.computed),
        }
        template = {
            "score": _("%(name)s: the score is %(stated)s; the rule gives %(computed)s."),
            "total": _("%(name)s: the total is %(stated)s; the rule gives %(computed)s."),
            "place": _("%(name)s: the place is %(stated)s; the rule gives %(computed)s."),
        }[contradiction.column]
        yield make_problem(contradiction.place, template % values, warning=True)


def _read_stated(event: EventFile) -> Stated:
    last = as_number(event.standings.get("after_round"))
    games, raws = [], []
    for number, table in event.played:
        if last is not None and number > last:
            continue
        scores = [seat.number("score") for seat in table.seats]
        raws += [seat.raw["score"] for seat in table.seats if seat.number("score") is not None]
        name = f"{_('round %(round)s') % {'round': number}}, {_('table %(table)s') % {'table': table.number}}"
        fines = tuple(seat.number("penalty") or Fraction(0) for seat in table.seats)
        four = tuple(seat.number("table_points") for seat in table.seats)
        players = tuple(seat.player for seat in table.seats)
        games.append(StatedGame(name, players, tuple(table.points), tuple(scores), four, fines))
    totals: dict[Any, Fraction] = {}
    ranks: dict[Any, int] = {}
    listed = event.standings.get("individual")
    for row in listed if isinstance(listed, list) else []:
        if not isinstance(row, dict):
            continue
        who, total, place = parse_id(row.get("player")), as_number(row.get("total")), as_number(row.get("place"))
        if total is not None:
            totals[who] = total
            raws.append(row["total"])
        if place is not None:
            ranks[who] = int(place)
    return Stated(games, totals, ranks, _sum_penalties(event), _count_decimals(raws))


def _sum_penalties(event: EventFile) -> dict[Any, Fraction]:
    amounts: dict[Id, Fraction] = {}
    for raw in event.penalties:
        who, amount = parse_id(raw.get("player")), as_number(raw.get("amount"))
        if who != "" and amount is not None:
            amounts[who] = amounts.get(who, Fraction(0)) + amount
    for _number, table in event.played:
        for seat in table.seats:
            if seat.player is not None and seat.number("penalty"):
                amounts.pop(seat.player, None)
    return amounts


def _count_decimals(raws: Sequence[object]) -> int:
    most = max((len(str(raw).partition(".")[2]) for raw in raws if "e" not in str(raw).lower()), default=0)
    return min(most, 6) or 6
