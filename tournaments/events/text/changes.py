from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.db import models
from django.utils.dateparse import parse_datetime
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext

from engine.sentences import Sentence, gettext_noop
from engine.sentences import gettext_noop as _
from tournaments.core.audit.changes import column_of, model_of
from tournaments.core.audit.naming import label_of
from tournaments.core.models.log import describe_value, is_commitment, is_erased
from tournaments.core.text.rules import find_ruleset_title
from tournaments.core.text.sentences import in_words
from tournaments.core.text.times import in_zone
from tournaments.standings.queries.metric_names import describe_metrics

Names = Mapping[tuple[str, str], str]
"""(name of a model, key) -> name of the row."""

FIELDS: Final = {
    "amount_numerator": _("Amount"),
    "appeal_until": _("Appeal until"),
    "approved_at": _("Approved"),
    "approved_by": _("Approved by"),
    "as": _("Seen as"),
    "as_in_version": _("As in version"),
    "asked_at": _("Asked"),
    "asked_by": _("Asked by"),
    "attached_at": _("Attached"),
    "attached_by": _("Attached by"),
    "author": _("Author"),
    "award": _("Award"),
    "awards": _("Awards"),
    "based_on": _("Made from"),
    "board": _("Board"),
    "boards": _("Boards"),
    "broken": _("Wishes broken"),
    "by_entry": _("Player"),
    "call": _("Call"),
    "case": _("Case"),
    "characters": _("Characters"),
    "claim": _("Facts of the claim"),
    "concerned": _("Players concerned"),
    "confirmed_at": _("Confirmed"),
    "confirmed_by": _("Confirmed by"),
    "copies": _("Copies"),
    "cut_at": _("Cut made"),
    "decided_at": _("Decided"),
    "decided_by": _("Decided by"),
    "differences": _("Differences"),
    "discarder": _("Discarder"),
    "doubts": _("Doubts"),
    "draw": _("Draw"),
    "emptied": _("Entries emptied"),
    "ended_at": _("Ended"),
    "ends_at": _("Ends"),
    "entered_at": _("Entered"),
    "entered_by": _("Entered by"),
    "entered_by_entry": _("Entered by"),
    "entry": _("Player"),
    "erased": _("Entries with erased values"),
    "extra_seconds": _("Extra seconds"),
    "filed_at": _("Filed"),
    "filed_by": _("Filed by"),
    "findings": _("Findings"),
    "first_line": _("First line"),
    "flag": _("Problem"),
    "former_options": _("Options of an earlier release"),
    "frozen_at": _("In force since"),
    "head_referee": _("Head referee"),
    "imported": _("Imported"),
    "in_force": _("In force"),
    "joined": _("Arrived"),
    "kind": _("Kind"),
    "left": _("Left"),
    "leftover": _("Points in sticks left"),
    "lines": _("Lines of the ledger"),
    "lot": _("Lot"),
    "made_at": _("Made"),
    "match_scoring": _("Match scoring"),
    "movement": _("Movement"),
    "number": _("Number"),
    "open_items": _("Open items"),
    "opened_at": _("Opened"),
    "opened_by": _("Opened by"),
    "option": _("Option"),
    "other": _("Other player"),
    "outdated": _("Changed since"),
    "paper": _("Paper"),
    "parameters": _("Options"),
    "paused_at": _("Paused"),
    "penalties": _("Penalties"),
    "penalty": _("Penalty"),
    "place": _("Place"),
    "planned": _("Planned"),
    "phone_hands": _("Hands of the phones"),
    "players": _("Players"),
    "plays": _("Plays"),
    "points": _("Points"),
    "present": _("Where fewer play"),
    "public_value": _("Public value"),
    "published_at": _("Published"),
    "released_at": _("Released"),
    "remaining_seconds": _("Seconds left"),
    "removed_at": _("Removed"),
    "reserve": _("Reserve"),
    "result": _("Sheet"),
    "retired_at": _("Taken out"),
    "retired_reason": _("Why taken out"),
    "round": _("Round"),
    "ruleset_name": _("Rules"),
    "rounds": _("Rounds"),
    "ruled_by": _("Ruled by"),
    "ruleset": _("Rules"),
    "ruling": _("Ruling"),
    "seat": _("Seat"),
    "seated_at": _("Seated"),
    "seating": _("Seating"),
    "seed": _("Seed"),
    "seed_at": _("Published"),
    "seen": _("Dismiss"),
    "sheet": _("Sheet"),
    "sheet_in_at": _("Sheet in"),
    "slug": _("Short name"),
    "source": _("Source"),
    "stage": _("Stage"),
    "started_at": _("Started"),
    "state": _("Status"),
    "step": _("Step"),
    "substitute_for": _("Plays as a substitute for"),
    "substitute_policy": _("Points of a substitute"),
    "supersedes": _("Supersedes"),
    "swaps": _("Swaps"),
    "table": _("Table"),
    "tables": _("Tables"),
    "taken_at": _("Taken"),
    "taken_by": _("Taken by"),
    "team": _("Team"),
    "teams": _("Teams"),
    "text": _("Text"),
    "through": _("Qualifies"),
    "tie_breaks": _("Ranking order"),
    "transfers": _("Payments"),
    "undone": _("Undone"),
    "user": _("Account"),
    "verified": _("Walls seen to be right"),
    "version": _("Version"),
    "voided_at": _("Crossed out"),
    "voided_by": _("Crossed out by"),
    "waited": _("Waiting list"),
    "warning_seconds": _("Warning, seconds before the end"),
    "winner": _("Winner"),
    "withdrawn_at": _("Withdrawn"),
    "withdrawn_reason": _("Why withdrawn"),
}
"""Labels of stored fields without another label, and of values that services note."""

OF_THE_MACHINE: Final = frozenset(
    {
        "id", "alone", "amount_denominator", "arrived_at", "as_proposed", "at", "breaks", "carry_denominator",
        "certificate", "clauses", "commitment", "committed_at", "committed_by", "created_at", "created_by",
        "engine_version", "expires_at", "extra", "filler", "folded_name", "heartbeat", "inputs_digest", "key",
        "measures", "more", "order", "params", "points_denominator", "points_numerator", "prices", "proof",
        "proposal", "proposals", "recorded_at", "recorded_by", "sequence", "shared", "tail", "ticked", "tournament",
        "uma_denominator", "uma_numerator", "unranked",
    }
)  # fmt: skip
"""Stored fields that pages of the log hide; the log as a file has them."""


class FieldChange(NamedTuple):
    """Field with its values before and after, as text."""

    field: str
    before: str
    after: str


def list_changes(kind: str, before: Mapping[str, Any], after: Mapping[str, Any], names: Names) -> list[FieldChange]:
    """Return the changed fields of a row, without technical ones."""
    changes = []
    model = model_of(kind)
    for name in dict.fromkeys([*before, *after]):
        if model is None and name.endswith("_id"):
            # Keys of a model that no longer exists cannot be named.
            continue
        column = column_of(model, name)
        if (column.name if column is not None else name) in OF_THE_MACHINE:
            continue
        if column is not None and not column.editable and _is_as_made(column, name, before, after):
            continue
        if name == "imported" and any(isinstance(values.get(name), Mapping) for values in (before, after)):
            # Skip the column of that name; in notes, it is a number.
            continue
        if (column.name if column is not None else name) in OBJECTS and before.get(name) != after.get(name):
            changes.append(
                FieldChange(_label(column, name), "", gettext("changed") if name in before else gettext("set"))
            )
            continue
        texts = [_describe_value(column, values.get(name), names, values) for values in (before, after)]
        if texts[0] != texts[1] or is_erased([before.get(name), after.get(name)]):
            changes.append(FieldChange(_label(column, name), *texts))
    return changes


def _is_as_made(column: models.Field[Any, Any], name: str, *values: Mapping[str, Any]) -> bool:
    """Return whether a row came or went with the column's default, which only the program changes."""
    return [row[name] for row in values if name in row] == [column.get_default()]


def _label(column: models.Field[Any, Any] | None, name: str) -> str:
    label = column.verbose_name if column is not None else None
    if isinstance(label, Promise):
        return capfirst(str(label))
    plain = column.name if column is not None else name
    return gettext(FIELDS[plain]) if plain in FIELDS else capfirst(plain.replace("_", " "))


def _describe_value(column: models.Field[Any, Any] | None, value: Any, names: Names, row: Mapping[str, Any]) -> str:
    if value is None or value == "":
        return ""
    if is_commitment(value):
        return describe_value(value)
    if column is not None and column.name == "amount_numerator":
        below = row.get("amount_denominator") or 1
        return f"{value}" if below == 1 else f"{value}/{below}"
    if isinstance(column, models.ForeignKey) and isinstance(column.related_model, type):
        return names.get((column.related_model._meta.model_name or "", str(value)), "–")
    if column is not None and column.name in ("preset", "ruleset_name"):
        return find_ruleset_title(str(value))
    if column is not None and column.name == "tie_breaks":
        return describe_metrics(value)
    if column is not None and column.choices:
        return str(dict(column.flatchoices).get(value, value))
    if isinstance(column, models.DateTimeField):
        moment = parse_datetime(str(value))
        return str(value) if moment is None else _format_moment(moment)
    return in_plain_words(value)


def _format_moment(moment: datetime.datetime) -> str:
    return f"{in_zone(moment):%Y-%m-%d %H:%M:%S}"


OBJECTS: Final = frozenset(
    {
        "claim", "findings", "former_options", "match_scoring", "parameters", "proposals", "record", "sealed",
        "substitute_policy",
    }
)  # fmt: skip
"""Stored values for programs; the log says only that they were set."""


def in_plain_words(value: Any) -> str:
    """Return a JSON value as text: lists with commas, objects as ``name: value``, stored sentences rendered."""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if is_commitment(value):
        return describe_value(value)
    if isinstance(value, Mapping):
        if set(value) == {"text", "template", "values"}:
            return in_words(Sentence.from_dict(value))
        return "; ".join(f"{_describe_key(str(name))}: {in_plain_words(part)}" for name, part in value.items())
    if isinstance(value, list):
        return ", ".join(map(in_plain_words, value))
    return "–" if value is None or value == "" else str(value)


def _describe_key(name: str) -> str:
    return gettext(FIELDS[name]) if name in FIELDS else name.replace("_", " ")


ORIGINS = {
    "web": gettext_noop("on the site"),
    "api": gettext_noop("through the API"),
    "table code": gettext_noop("with the table's code"),
    "command": gettext_noop("by a command on the server"),
    "task": gettext_noop("in the background"),
}


FORMER_ACTIONS = {
    "deals.share": gettext_noop("Hash of a share of the seed published"),
    "deals.share_in": gettext_noop("Share of the seed handed in"),
    "deals.share_out": gettext_noop("Share of the seed left out"),
    "deals.ask": gettext_noop("Look at the deals asked for"),
    "deals.approve": gettext_noop("Look at the deals approved"),
    "deals.refuse": gettext_noop("Look at the deals refused"),
    "deals.look": gettext_noop("Deals looked at"),
    "deals.ask_replacement": gettext_noop("Replacement of a board asked for"),
    "deals.keep": gettext_noop("Replacement of a board refused"),
    "seating.choose": gettext_noop("Better seating taken"),
    "seating.prove": gettext_noop("Proof of the seating kept"),
    "seating.replan_undo": gettext_noop("New plan of the rounds taken back"),
}


def describe_action(action: str) -> str:
    label = FORMER_ACTIONS.get(action)
    return label_of(action) if label is None else gettext(label)


def describe_origin(origin: str) -> str:
    words = ORIGINS.get(origin)
    return origin if words is None else gettext(words)
