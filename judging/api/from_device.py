"""A case that a referee's device kept while the server was out of reach, brought in by the API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework import serializers

from engine.errors import EngineError
from judging.api.views import measures_of, players_of, refused, table_of
from judging.law.kinds import kinds
from judging.models import Case, ClaimRecord
from judging.selectors import cases as selectors
from judging.selectors import law
from judging.selectors.rulebooks import Book
from judging.services import cases
from judging.services.from_device import Provisional, bring_in
from tournaments.api.acts import At, act, numbers, text, whole
from tournaments.services.audit import Actor
from tournaments.services.errors import UserError

SAID = {"findings", "proposals"}


@act(
    "cases/from-device", "cases.rule", does="cases.device", key=serializers.UUIDField(), case=whole(1),
    round=whole(1), table=whole(1), hand=whole(1, 99), players=numbers(), note=text(longest=1000),
    facts=serializers.DictField(), after=whole(0, default=0), engine=text(required=True, longest=40),
    at=text(required=True, longest=40), said=serializers.DictField(child=serializers.ListField()),
    choices=serializers.ListField(
        child=serializers.IntegerField(min_value=-1, allow_null=True), required=False, default=list, max_length=16
    ),
    reason=text(longest=1000),
)  # fmt: skip
def bring_in_from_device(at: At) -> object:
    """A case (`case`, or opened at a table or for players) with facts and a provisional ruling. The key does it once.

    `said` are the device's findings and proposals, `choices` what was chosen of these as a ruling has it. The ruling
    is made where the server says the same.
    """
    if set(at["said"]) != SAID:
        raise UserError(_("Say the findings and the proposals of the device."), field="said")
    known = ClaimRecord.objects.filter(key=at["key"], case__tournament=at.tournament).select_related("case").first()
    standing = known.case if known is not None else None
    if standing is None and at["case"]:
        standing = get_object_or_404(Case, tournament=at.tournament, number=at["case"])

    def opened(by: Actor) -> Case:
        kind = str(at["facts"].get("kind", ""))
        if standing is not None:
            return standing
        if kind not in kinds():
            raise UserError(_("There is no kind of claim “%(kind)s”.") % {"kind": kind}, field="facts")
        table = table_of(at.tournament, at["round"], at["table"])
        people = players_of(at.tournament, at["players"])
        return cases.open_case(
            by, at.tournament, kind=kind, table=table, hand=at["hand"], players=people, note=at["note"]
        )

    def examined(found: Case) -> Mapping[str, Any]:
        try:
            return law.judge(found, at["facts"]).record
        except EngineError as error:
            raise refused(error) from error

    done = bring_in(
        at.by,
        at.tournament,
        case=opened,
        examined=examined,
        payments=selectors.usual_payments,
        told=lambda found: _told(at, found),
        key=at["key"],
        after=at["after"],
    )
    return done.case


def _told(at: At, found: Case) -> Provisional:
    """What the device said and the referee chose. Raises UserError where it is nothing that a device says."""
    said = {name: at["said"][name] for name in SAID}
    try:
        chosen = measures_of(said["proposals"], at["choices"])
        shown = {**said, "engine": at["engine"], "at": at["at"], "agrees": False, "reason": at["reason"]}
        shown["chosen"] = [measure.proposal for measure in chosen]
        # Whoever opens the case is shown this.
        selectors.shown_device(shown, selectors.seat_names(found), Book(law.rules_of(found)))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, EngineError) as error:
        raise UserError(_("What the device said cannot be read."), field="said") from error
    as_proposed = all(choice is None for choice in at["choices"])
    return Provisional(at["engine"], at["at"], said, chosen, as_proposed, at["reason"], at["note"])
