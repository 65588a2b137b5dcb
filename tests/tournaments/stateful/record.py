"""The machine's own record: what was typed for whom, what each action changed, and what it may undo."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

from django.contrib.messages import get_messages
from django.core.cache import caches
from django.db import transaction
from django.test import Client
from django.urls import reverse
from hypothesis import note
from hypothesis.stateful import RuleBasedStateMachine

from tests.support.people import acting, signed_in
from tests.tournaments.stateful.observation import Facts, Key, difference, observed
from tournaments.core.actions import list_actions
from tournaments.core.errors import UserError
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.models import GameTable, Round
from tournaments.standings.queries.cuts import CutLine
from tournaments.standings.queries.standings import compute_standings

Changed = Mapping[Key, tuple[Any, Any]]

PLAYS_BY = ("status", "from_round", "dropped_from_round", "substitute_for_id", "team_id")
"""Columns of a player that decide in which rounds the player plays."""


@dataclass
class Undoable:
    """An undo that the program offers, or offered: what the action `changed`, and the `call` that takes it back."""

    name: str
    changed: Changed
    call: Callable[[], str]
    """Returns the refusal; empty where it was done."""
    exact: bool
    """True where only a later change of the same sheet, seats or value may stand in its way."""
    after: Facts
    """All facts when it was done."""
    later: set[Key] = field(default_factory=set)
    """Rounds and players that later actions have touched."""
    undone: bool = False
    sequence: int | None = None
    """Of a repair its entry of the log."""


def touched(changed: Iterable[Key], facts: Sequence[Facts]) -> set[Key]:
    """Return the rounds, players and other rows that these changes concern."""
    rows: set[Key] = set()
    for key in changed:
        kind, *rest = key
        rows.add(("round", rest[0]) if kind in ("round", "seats", "sheet") else (kind, rest[0]))
        for known in facts:
            value = known.get(key)
            if kind == "seats":
                rows |= {("entry", entry) for entry in value or ()}
            elif kind == "sheet":
                rows |= {("entry", entry) for entry, _points in (value or ((),))[0]}
            elif kind in ("forfeit", "payment", "application") and value:
                rows |= {("entry", value[0]), ("entry", value[1])}
            elif kind == "line":
                rows.add(("entry", rest[1]))
    return rows


def places_before(round_: Round) -> list[int]:
    """Return the players in the order of the standings before a round; without those who share a place. After a cut by
    teams, the players of the teams in their order, without teams that share a place, where no two play alike.
    """
    table = compute_standings(round_.tournament, round_.number - 1)
    players = [int(row.key) for row in table.individual if row.place and not row.shared]
    if not round_.stage.of_teams:
        return players
    teams = dict(round_.tournament.entries.values_list("pk", "team_id"))
    order = [row.key for row in table.teams if row.place and not row.shared]
    return sorted((pk for pk in players if teams[pk] in order), key=lambda pk: order.index(teams[pk]))


def pick(rows: Iterable[Any], at: int) -> Any:
    """Return one of the rows; None where there is none."""
    listed = list(rows)
    return listed[at % len(listed)] if listed else None


class Recorder(RuleBasedStateMachine):
    """An event in one of the prepared states, and the record of what is done to it."""

    starts: ClassVar[Sequence[Tournament]] = ()
    steps: ClassVar[int] = 0
    refusals: ClassVar[int] = 0

    def __init__(self) -> None:
        super().__init__()
        self.savepoint = transaction.atomic()
        self.savepoint.__enter__()
        for cache in caches.all():
            cache.clear()
        self.facts: Facts = {}
        self.undos: list[Undoable] = []
        self.count = 0
        self.lines: dict[int, CutLine] = {}
        """By stage: the line that its cut used."""
        self.drawn: dict[int, tuple[int, list[int]]] = {}
        """By version of a seating: its round, and the players by the standings that its draw used."""

    def begin(self, start: int) -> None:
        self.key = self.starts[start].pk
        self.olga: Client = signed_in("olga")
        self.sam: Client = signed_in("sam")
        self.facts = observed(self.event)
        note(f"event: {self.event.slug}")

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.savepoint.__exit__(None, None, None)

    @property
    def event(self) -> Tournament:
        return Tournament.objects.get(pk=self.key)

    def entries(self) -> list[Entry]:
        return list(self.event.entries.order_by("pk"))

    def round_at(self, at: int, **wanted: Any) -> Round | None:
        """Return one of the rounds, with its event as it is now."""
        rounds = Round.objects.select_related("tournament", "stage").filter(tournament=self.key, **wanted)
        return pick(rounds.order_by("number"), at)

    def table_at(self, at: int, **wanted: Any) -> GameTable | None:
        tables = GameTable.objects.select_related(*GameTable.READ_WITH).filter(round__tournament=self.key, **wanted)
        return pick(tables.order_by("round__number", "number"), at)

    def unique(self, what: str) -> str:
        """Return a text that nothing else has."""
        self.count += 1
        return f"{what} {self.count}"

    # What is done

    def attempt(
        self,
        what: str,
        call: Callable[[], Any],
        *,
        expect: Mapping[Key, Any] | None = None,
        may: Iterable[Key] = (),
        undo: Callable[[Any], Callable[[], str] | None] | None = None,
        exact: bool = False,
    ) -> Any:
        """Do it; refused, nothing may have changed. Done, `expect` are the values after it, and beside them only facts
        whose key begins as one of `may` may have changed. Returns the result; None where it was refused.
        """
        note(what)
        type(self).steps += 1
        before = self.facts
        try:
            with transaction.atomic():
                result = call()
        except UserError as error:
            note(f"  refused: {error}")
            type(self).refusals += 1
            assert difference(before, observed(self.event)) == {}, f"refused, and yet changed: {what}"
            return None
        after = observed(self.event)
        changed = difference(before, after)
        expected, prefixes = dict(expect or {}), tuple(may)
        wrong = {key: (after.get(key), value) for key, value in expected.items() if after.get(key) != value}
        assert wrong == {}, f"{what}: is, and should be: {wrong}"
        beside = {key: values for key, values in changed.items() if key not in expected}
        beside = {key: value for key, value in beside.items() if not any(key[: len(one)] == one for one in prefixes)}
        assert beside == {}, f"{what} changed also: {beside}"
        self.changed_by(changed, before, after)
        if undo is not None and changed and (way := undo(result)) is not None:
            sequence = getattr(result, "sequence", None)
            self.undos.append(Undoable(what, changed, way, exact, after, sequence=sequence))
        return result if result is not None else True

    def changed_by(self, changed: Changed, before: Facts, after: Facts) -> None:
        """Note for earlier undos what was changed after them."""
        rows = touched(changed, (before, after))
        for one in self.undos:
            one.later |= rows
        self.facts = after

    # Pages

    def post(self, page: str, parts: Mapping[str, Any], **sent: Any) -> tuple[str, dict[str, Any] | None]:
        """Press a button as olga: the refusal (empty where it was done), and the undo offered beside the message."""
        prefix = next(action for action in list_actions() if action.name == page).prefix
        body = {f"{prefix}-{name}" if prefix else name: value for name, value in sent.items()}
        return self.send(reverse(page, kwargs={"slug": self.event.slug, **parts}), body)

    def send(self, address: str, body: Mapping[str, Any]) -> tuple[str, dict[str, Any] | None]:
        self.olga.cookies.pop("messages", None)
        version = self.event.version
        answer = self.olga.post(address, body)
        assert answer.status_code < 500, address
        told = list(get_messages(answer.wsgi_request))
        offers = [json.loads(one.extra_tags) for one in told if one.extra_tags]
        if self.event.version == version:
            texts = [str(one) for one in told]
            if answer.context is not None:
                texts += [str(form.errors.as_text()) for form in _forms(answer.context) if form.errors]
            return " ".join(texts) or f"status {answer.status_code}", None
        return "", offers[-1] if offers else None

    def press(
        self, what: str, page: str, parts: Mapping[str, Any], *, may: Iterable[Key], expect: Any = None, **sent: Any
    ) -> Any:
        """Do it by its page, and note the undo that the page offers."""

        def call() -> dict[str, Any] | None:
            refusal, offer = self.post(page, parts, **sent)
            if refusal:
                raise UserError(refusal)
            return offer or {}

        def undo(offer: Any) -> Callable[[], str] | None:
            return (lambda: self.send(offer["action"], offer["values"])[0]) if offer else None

        return self.attempt(what, call, may=may, expect=expect, undo=undo)

    # Undos

    def take_back(self, one: Undoable) -> str:
        """Press an undo, offered now or earlier: it takes back what its action changed and nothing else, or refuses.

        Returns the refusal.
        """
        note(f"undo: {one.name}")
        type(self).steps += 1
        before = self.facts
        moved = {key[:3] for key in difference(one.after, before)} & {key[:3] for key in one.changed}
        try:
            with transaction.atomic():
                refusal = one.call()
        except UserError as error:
            refusal = str(error)
        after = observed(self.event)
        if refusal:
            note(f"  refused: {refusal}")
            type(self).refusals += 1
            assert difference(before, after) == {}, f"refused, and yet changed: undo {one.name}"
            closed = after["event", "archived"] or after["event", "state"] == "finished"
            free = one.undone or closed or (moved if one.exact else moved or self.in_the_way(one, before))
            if not free and self.stops_publishing(one, before):
                assert " came after it (" in refusal, f"undo of “{one.name}”: no later change is named: {refusal}"
                free = True
            assert free, f"nothing came after “{one.name}”, and its undo is refused: {refusal}"
            return refusal
        wrong = {}
        for key in {**before, **after}:
            was, now = one.changed.get(key, (before.get(key), before.get(key)))
            if key in one.changed and before.get(key) != now:
                was = before.get(key)
            if after.get(key) != was:
                wrong[key] = {"before the action": was, "before the undo": before.get(key), "now": after.get(key)}
        assert wrong == {}, f"undo of “{one.name}”: {wrong}"
        one.undone = True
        self.changed_by(difference(before, after), before, after)
        return ""

    def in_the_way(self, one: Undoable, facts: Facts) -> bool:
        """Return whether later actions concern the same rows."""
        return bool(one.later & touched(one.changed, [facts, {key: was for key, (was, _now) in one.changed.items()}]))

    def stops_publishing(self, one: Undoable, facts: Facts) -> bool:
        """Return whether players of a seating that the undo would make public may play no longer since the action."""
        moved = set(difference(one.after, facts))
        for kind, number, *part in one.changed:
            if kind == "round" and part == ["public"] and one.changed[kind, number, "public"] == (True, False):
                stage = Round.objects.get(tournament=self.key, number=number).stage
                seated = {pk for key, row in facts.items() if key[:2] == ("seats", number) for pk in row}
                columns = {("entry", pk, column) for pk in seated for column in PLAYS_BY}
                if moved & {("cut", stage.number), *columns}:
                    return True
        return False


def _forms(context: Any) -> list[Any]:
    found = []
    for layer in context:
        values = layer.dicts if hasattr(layer, "dicts") else [layer]
        found += [one for each in values for one in dict(each).values() if hasattr(one, "errors")]
    return found


def table_points(points: Sequence[int], worth: Sequence[int]) -> list[Fraction]:
    """Return the table points by seat: those who tie share those of their places."""
    found = []
    for own in points:
        first, tied = sum(other > own for other in points), list(points).count(own)
        found.append(Fraction(sum(worth[first : first + tied]), tied))
    return found


def as_olga() -> Any:
    return acting("olga")
