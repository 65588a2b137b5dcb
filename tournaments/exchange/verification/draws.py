"""Checks of draws: promises, seeds, standings, and seatings in force."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from engine.bounded_json import digest
from engine.commitments import promise_commitment
from tournaments.exchange.verification.lines import (
    CHECKED,
    FAILED,
    UNKNOWN,
    CheckLine,
    compare_stated,
    guard_check,
    holds,
    promise_name,
)
from tournaments.exchange.verification.numbers import Today, check_numbers, make_renumbering, renumber_moves
from tournaments.exchange.verification.scores import compute_standings_after
from tournaments.seating.logic.amendments import Chairs, Move, SeatingChange, apply_moves, list_links
from tournaments.seating.logic.certificate import FORMAT, parse_certificate
from tournaments.seating.logic.promises import DISCARDED, FATES, REPLAN, OpenedPromise, list_broken_terms
from tournaments.seating.logic.seeding import Seeding, get_ratings, is_in_order, order_by_rating
from tournaments.seating.logic.verify import verify
from tournaments.standings.logic import Key, order_by_teams


def check_draws(bundle: Mapping[str, Any]) -> Iterator[CheckLine]:
    opened: dict[str, OpenedPromise] = {}
    promises = {promise["commitment"]: promise for promise in bundle["promises"]}
    led_to: set[int] = set()
    numbers = [draw["number"] for draw in bundle["draws"]]
    if numbers != sorted(set(numbers)):
        yield CheckLine(FAILED, "draws", "they are not numbered in order, each once")
    for draw in bundle["draws"]:
        place = f"draw {draw['number']}"
        yield from guard_check(place, lambda d=draw, p=place: _check_draw(bundle, d, p, promises, opened, led_to))  # type: ignore[misc]
    for promise in bundle["promises"]:
        place = promise_name("promise", promise["commitment"], promise["at"])
        yield from guard_check(place, lambda m=promise, p=place: _promise(bundle, m, p, opened))  # type: ignore[misc]
    yield from _as_promised(bundle)
    yield from guard_check("numbers of players", lambda: check_numbers(bundle))
    listed = {draw["number"] for draw in bundle["draws"]}
    for seating in bundle["seatings"]:
        if seating["draw"] is not None and seating["draw"] not in listed:
            place = f"seating of round {seating['round']}"
            yield CheckLine(FAILED, place, f"its draw {seating['draw']} is not in the bundle")
        elif seating["round"] not in led_to:
            yield CheckLine(
                UNKNOWN,
                f"seating of round {seating['round']}",
                "no certificate leads to it: it was made by hand or elsewhere, or its draw is not wholly public yet",
            )


def _as_promised(bundle: Mapping[str, Any]) -> Iterator[CheckLine]:
    """Check that a promised round is seated by a draw under the promise, or by a plan that continues one."""
    under = {draw["number"] for draw in bundle["draws"] if draw["under"] is not None}
    promised = {number for promise in bundle["promises"] if not promise["withdrawn_at"] for number in promise["rounds"]}
    for seating in bundle["seatings"]:
        if seating["round"] in promised and seating["draw"] not in under:
            place = f"seating of round {seating['round']}"
            yield CheckLine(FAILED, place, "it was promised, and is seated by another draw or by hand")


def _promise(
    bundle: Mapping[str, Any], promise: Mapping[str, Any], place: str, opened: Mapping[str, OpenedPromise]
) -> Iterator[CheckLine]:
    promised = opened.get(promise["commitment"])
    if promised is None:
        yield CheckLine(UNKNOWN, place, "its seed is still sealed, or nothing was drawn under it")
    elif (
        promise["promise"]
        and promise_commitment(promise["promise"], bytes.fromhex(promised.seed)) != promise["commitment"]
    ):
        yield CheckLine(FAILED, place, "promise and opened seed have another hash")
    else:
        yield CheckLine(CHECKED, place, "promise and opened seed have the hash that was published")
    yield from _check_list(bundle, promise, place)
    if promise["promise"]:
        terms = json.loads(promise["promise"])
        yield from compare_stated(place, promise["rounds"], terms["rounds"], "its rounds are those promised")
        yield from compare_stated(place, bundle["event"], terms["event"], "it is a promise of this event")
        named = terms["value"]
        if named is not None and promise["value_at"]:
            late = promise["value_at"] >= named["known_at"] > promise["at"]
            good = "promised before its value could be known, which was added after"
            yield from holds(place, late, good, "the promise, its value's time and the value are not in this order")
        if promised is not None:
            yield from compare_stated(place, promise["value"], promised.value, "its public value is the one drawn with")
    yield CheckLine(
        UNKNOWN,
        place,
        "that it was published at its time: compare with the log's heads, printed papers or a copy you kept",
    )


def _check_list(bundle: Mapping[str, Any], promise: Mapping[str, Any], place: str) -> Iterator[CheckLine]:
    """Check that the promise lists all its draws in order, with digests, and a reason for each but the first."""
    listed = {line["number"]: line for line in promise["draws"]}
    numbers = [line["number"] for line in promise["draws"]]
    draw_numbers = {draw["number"] for draw in bundle["draws"] if draw["under"] == promise["commitment"]}
    silent = [line["number"] for line in promise["draws"][1:] if not line["why"]]
    silent += [line["number"] for line in promise["draws"] if line["state"] == DISCARDED and not line["fate"]]
    wrong = [
        draw["number"]
        for draw in bundle["draws"]
        if draw["number"] in listed
        and draw["certificate"] is not None
        and listed[draw["number"]]["digest"] != hashlib.sha256(draw["certificate"].encode()).hexdigest()
    ]
    if numbers != sorted(listed) or not draw_numbers <= listed.keys():
        yield CheckLine(FAILED, place, "the list of its draws is not in order, or lacks one")
    elif unknown := sorted({line["state"] for line in promise["draws"]} - FATES):
        yield CheckLine(FAILED, place, f"a draw is {unknown[0]}, which is nothing that becomes of one")
    elif silent:
        yield CheckLine(FAILED, place, f"nobody says why draw {silent[0]} was made, or discarded")
    elif wrong:
        yield CheckLine(FAILED, place, f"draw {wrong[0]} has another digest in the list")
    elif numbers:
        yield CheckLine(CHECKED, place, f"{len(numbers)} draws stand under it, each listed with its digest")


def _check_draw(
    bundle: Mapping[str, Any],
    draw: Mapping[str, Any],
    place: str,
    promises: Mapping[str, Any],
    opened: dict[str, OpenedPromise],
    led_to: set[int],
) -> Iterator[CheckLine]:
    if draw["certificate"] is None:
        yield CheckLine(
            UNKNOWN, place, "its rounds are not all public yet; its certificate comes with the last of them"
        )
        return
    value = parse_certificate(draw["certificate"])
    stated_links = draw["links"]
    changes = list_changes(draw)
    yield from compare_stated(
        place, stated_links, list_links(draw["certificate"], changes), "certificate and changes are one chain"
    )
    ordered = all(a.at <= b.at for a, b in pairwise(changes))
    yield from holds(place, ordered, "its changes stand in the order of time", "its changes are out of order")
    yield from compare_stated(place, value["format"], FORMAT, "it is a certificate of the known format")
    yield from compare_stated(place, value["inputs_digest"], digest(value["inputs"]), "the inputs have their digest")
    yield from compare_stated(place, draw["kind"], value["kind"], "it is of the kind that is listed")
    yield from compare_stated(
        place, draw["under"], value["commitment"], "it stands under the promise of its certificate"
    )
    if draw["under"] is None:
        if value["seed"]:
            yield CheckLine(UNKNOWN, place, "whether it was drawn once or many times: nobody promised it")
    elif draw["under"] not in promises:
        yield CheckLine(FAILED, place, "its promise is not among those of the bundle")
    elif value.get("lottery"):
        promised = OpenedPromise.from_dict(value["lottery"])
        opened[draw["under"]] = promised
        problems = list_broken_terms(promised, value)
        if problems:
            yield CheckLine(FAILED, place, " ".join(map(str, problems)))
        else:
            yield CheckLine(CHECKED, place, "it is what promise, seed and public value give leave to")
        yield from compare_stated(
            place, promises[draw["under"]]["promise"], promised.promise, "the promise is the listed one"
        )
        if value["kind"] != REPLAN:
            yield from compare_stated(
                place, draw["rounds"], promises[draw["under"]]["rounds"], "its rounds are those promised"
            )
    yield from _repeat_draw(value, place)
    yield from _check_order_by_standings(bundle, draw, value, place)
    if value["kind"] == REPLAN:
        yield from _check_replan(bundle, draw, value, place)
    yield from _check_seatings_in_force(bundle, draw, value, changes, place, led_to)


def _repeat_draw(value: Mapping[str, Any], place: str) -> Iterator[CheckLine]:
    for line in verify(value):
        outcome = UNKNOWN if line.passed is None else CHECKED if line.passed else FAILED
        yield CheckLine(outcome, f"{place}, {line.name}", line.sentence)


def _check_order_by_standings(
    bundle: Mapping[str, Any], draw: Mapping[str, Any], value: Mapping[str, Any], place: str
) -> Iterator[CheckLine]:
    """Check that a round by the standings has its players in the order of the places after an earlier round."""
    if value["kind"] not in ("swiss", "standings", "chosen") or draw["rounds"][0] == 1:
        return
    order = value["inputs"]["order"]
    last = min(draw["rounds"][0] - 1, bundle["through"])
    today = make_renumbering(bundle, draw)
    then = {today(player): player for player in order}
    # Players who share a place stand in the order of the ratings, without any in that of their numbers at that time.
    ratings = get_ratings(Seeding.from_dict(value["inputs"]["seeding"]) if "seeding" in value["inputs"] else None)
    rank = {number: index for index, number in enumerate(order_by_rating(order, ratings))} if ratings else {}
    numbers = {key: rank.get(number, number) for key, number in then.items()}
    people = [
        competitor | {"number": numbers.get(competitor["key"], competitor["number"])}
        for competitor in bundle["competitors"]
    ]
    first = last if value["kind"] != "standings" else 1
    if last < draw["rounds"][0] - 1:
        yield CheckLine(UNKNOWN, place, "the results that it was drawn from are not public")
        return
    teams = {
        then[competitor["key"]]: competitor["team"] for competitor in bundle["competitors"] if competitor["key"] in then
    }
    for through in range(last, first - 1, -1):
        standings = compute_standings_after({**bundle, "competitors": people}, through)
        listed: list[Key] = [then[int(row.key)] for row in standings.individual if row.key in then]
        if _is_of_teams(bundle, draw["rounds"][0]):
            listed = order_by_teams(listed, [row.key for row in standings.teams], teams)
        position = {number: index for index, number in enumerate(listed)}
        # Those who joined to fill the last table have no place either.
        others = [player for player in order if player not in position]
        in_order = order == [*sorted(set(order) & set(position), key=position.__getitem__), *others]
        if in_order and (not ratings or is_in_order(others, ratings)):
            yield CheckLine(CHECKED, place, f"its players stand in the order of the standings after round {through}")
            return
    fault = f"its players stand in another order than the standings after round {last}"
    since = draw.get("standings") or {}
    for name, why in (("kept", "it was published with a reason"), ("changed", "what counts was changed since")):
        if since.get(name):
            entries = ", ".join(map(str, since[name][:10]))
            yield CheckLine(
                UNKNOWN, place, f"whether its order was right: {fault}; {why}, by entries {entries} of the log"
            )
            return
    yield CheckLine(FAILED, place, f"{fault} (a result corrected after the draw does that, too: compare with the log)")


def _is_of_teams(bundle: Mapping[str, Any], number: int) -> bool:
    stages = [stage for stage in bundle["ranking"]["stages"] if stage["first_round"] <= number]
    return bool(stages) and stages[-1].get("teams") is not None


def _check_seatings_in_force(
    bundle: Mapping[str, Any],
    draw: Mapping[str, Any],
    value: Mapping[str, Any],
    changes: list[SeatingChange],
    place: str,
    led_to: set[int],
) -> Iterator[CheckLine]:
    plans = _map_plans(draw, value, make_renumbering(bundle, draw))
    live = {
        seating["round"]: {int(table): tuple(players) for table, players in seating["tables"].items()}
        for seating in bundle["seatings"]
        if seating["draw"] == draw["number"]
    }
    for number in sorted(live):
        try:
            plan = dict(plans[number])
            for link, change in enumerate(changes, 1):
                if change.round == number:
                    plan = apply_moves(plan, renumber_moves(change.moves, make_renumbering(bundle, draw, link)))
        except (ValueError, LookupError):
            yield CheckLine(FAILED, f"{place}, round {number}", "a change moves somebody from another's chair")
            continue
        led_to.add(number)
        yield from compare_stated(
            f"seating of round {number}", live[number], plan, f"it is draw {draw['number']} with its published changes"
        )


def list_changes(draw: Mapping[str, Any]) -> list[SeatingChange]:
    return [
        SeatingChange(change["round"], change["version"], change["at"], tuple(Move(*move) for move in change["moves"]))
        for change in draw["changes"]
    ]


def _map_plans(draw: Mapping[str, Any], value: Mapping[str, Any], today: Today) -> dict[int, Chairs]:
    numbers = value.get("table_numbers") or [list(range(1, len(tables) + 1)) for tables in value["rounds"]]
    return {
        number: {label: tuple(map(today, table)) for label, table in zip(labels, tables, strict=True)}
        for number, labels, tables in zip(draw["rounds"], numbers, value["rounds"], strict=True)
    }


def _check_replan(
    bundle: Mapping[str, Any], draw: Mapping[str, Any], value: Mapping[str, Any], place: str
) -> Iterator[CheckLine]:
    inputs, today = value["inputs"], make_renumbering(bundle, draw)
    before = _list_states(bundle, draw["number"])
    started = [*range(1, len(inputs["played"]) + 1)]
    named = [
        *zip(started, inputs["played_numbers"], inputs["played"], strict=True),
        *zip(draw["rounds"], inputs["planned_numbers"], inputs["planned"], strict=True),
    ]
    deviating_rounds = [
        number
        for number, labels, tables in named
        if {label: tuple(map(today, table)) for label, table in zip(labels, tables, strict=True)}
        not in before.get(number, ())
    ]
    if not deviating_rounds:
        yield CheckLine(CHECKED, place, "it goes on from the seatings of the draws before it")
        return
    rounds = ", ".join(map(str, deviating_rounds))
    if draw["under"] is None:
        yield CheckLine(UNKNOWN, place, f"whether its tables of round {rounds} were those in force: no draw has them")
    else:
        yield CheckLine(FAILED, place, f"it starts from tables of round {rounds} that no draw before it has")


def _list_states(bundle: Mapping[str, Any], before: int) -> dict[int, list[Chairs]]:
    """Return round -> full tables before this draw and after each later change; without a draw, those in force."""
    states: dict[int, list[Chairs]] = {}
    for draw in bundle["draws"]:
        if draw["number"] >= before or draw["certificate"] is None:
            continue
        plans = _map_plans(draw, parse_certificate(draw["certificate"]), make_renumbering(bundle, draw))
        for number, plan in plans.items():
            states.setdefault(number, []).append(plan)
        for link, change in enumerate(list_changes(draw), 1):
            moves = renumber_moves(change.moves, make_renumbering(bundle, draw, link))
            plans[change.round] = apply_moves(plans[change.round], moves)
            states[change.round].append(plans[change.round])
    for seating in bundle["seatings"]:
        if seating["draw"] is None:
            states.setdefault(seating["round"], []).append(
                {int(table): tuple(players) for table, players in seating["tables"].items()}
            )
    return {
        number: [{label: table for label, table in plan.items() if len(table) == 4} for plan in plans]
        for number, plans in states.items()
    }
