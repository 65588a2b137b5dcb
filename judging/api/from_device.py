"""A case that was typed while the server was out of reach, brought in by the API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework import serializers

from engine.errors import EngineError
from judging.api.views import players_of, refused, table_of
from judging.law.kinds import kinds
from judging.models import Case
from judging.selectors import law
from judging.services import cases
from judging.services.from_device import bring_in
from tournaments.api.acts import At, act, numbers, text, whole
from tournaments.services.audit import Actor
from tournaments.services.errors import UserError


@act(
    "cases/from-device", "cases.rule", does="cases.device", key=serializers.UUIDField(), case=whole(1),
    round=whole(1), table=whole(1), hand=whole(1, 99), players=numbers(), note=text(longest=1000),
    facts=serializers.DictField(),
)  # fmt: skip
def bring_in_from_device(at: At) -> object:
    """Record facts in a case (`case`, or opened at a table or for players), once for each key."""

    def opened(by: Actor) -> Case:
        if at["case"]:
            return get_object_or_404(Case, tournament=at.tournament, number=at["case"])
        kind = str(at["facts"].get("kind", ""))
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

    return bring_in(at.by, at.tournament, case=opened, examined=examined, key=at["key"]).case
