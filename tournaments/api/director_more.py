"""More of a director's day by the API: registrations, game logs, duplicate deals."""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.api.acts import At, act, choice, flag, text, whole
from tournaments.models import Application, BoardSet, SheetPhoto, TableLog
from tournaments.services import applications, board_plays, deals, photos, replays
from tournaments.services.errors import UserError

TABLE = "rounds/<number:number>/tables/<number:table>"
APPLICATION = "registrations/<number:number>"


def _application(at: At) -> Application:
    return get_object_or_404(at.tournament.applications, number=at.parts["number"])


@act(f"{APPLICATION}/admit", "entries.edit", does="registration.admit")
def admit_registration(at: At) -> object:
    """Enter who has registered."""
    return applications.admit(at.by, _application(at))


@act(f"{APPLICATION}/refuse", "entries.edit", does="registration.refuse", reason=text(required=True))
def refuse_registration(at: At) -> object:
    """Do not enter them, and say why."""
    return applications.refuse(at.by, _application(at), reason=at["reason"])


@act(f"{APPLICATION}/withdraw", "entries.edit", does="registration.withdraw", reason=text())
def withdraw_registration(at: At) -> object:
    """They do not come after all."""
    return applications.withdraw(at.by, _application(at), reason=at["reason"])


@act(f"{APPLICATION}/paid", "entries.check_in", does="registration.fee", paid=flag(True))
def mark_fee_paid(at: At) -> object:
    """The fee is paid, or is not after all."""
    return applications.mark_paid(at.by, _application(at), paid=at["paid"])


@act(
    f"{TABLE}/logs/attach", "logs.attach", does="logs.attach", text=text(required=True, longest=1_000_000),
    file_name=text(longest=200), first_line=whole(0, 3),
)  # fmt: skip
def attach_log(at: At) -> object:
    """Attach the log of a game to the table."""
    return replays.attach(at.by, at.table, **at.values)


@act(f"{TABLE}/photos/<number:photo>/remove", "results.enter", does="photos.remove", reason=text(required=True))
def remove_photo(at: At) -> object:
    """Delete a photo of the table's sheet for good."""
    photos.remove(at.by, get_object_or_404(SheetPhoto, table=at.table, number=at.parts["photo"]), reason=at["reason"])
    return at.table


@act(f"{TABLE}/logs/<number:log>/remove", "logs.attach", does="logs.remove", reason=text(required=True))
def remove_log(at: At) -> object:
    """Take a log off that was attached by mistake."""
    found = get_object_or_404(TableLog, table=at.table, number=at.parts["log"])
    return replays.remove(at.by, found, reason=at["reason"])


def _set(at: At) -> BoardSet:
    return get_object_or_404(at.tournament.board_sets, withdrawn_at=None)


@act(
    "deals/commit", "deals.manage", does="deals.commit", sessions=whole(1, 99, required=True),
    boards=whole(1, 64, required=True), model=choice(BoardSet.Model.values, "seat34"),
    value_name=text(required=True, longest=200), value_known_at=serializers.DateTimeField(),
    entries_close_at=serializers.DateTimeField(required=False, allow_null=True, default=None), flowers=flag(),
)  # fmt: skip
def commit_deals(at: At) -> object:
    """Seal the seed of the deals and publish its digest."""
    if at["value_known_at"] <= timezone.now():
        raise UserError(_("The value must be known later than now."), field="value_known_at")
    return deals.commit(at.by, at.tournament, **at.values)


@act("deals/withdraw", "deals.manage", does="deals.withdraw", reason=text(required=True))
def withdraw_deals(at: At) -> object:
    """Give the commitment up before its value is known."""
    return deals.withdraw(at.by, _set(at), reason=at["reason"])


@act(
    "deals/value",
    "deals.manage",
    does="deals.value",
    value=text(required=True, longest=200),
    again=text(required=True, longest=200),
)
def add_deals_value(at: At) -> object:
    """The public value that goes into the seed, typed twice."""
    return deals.add_value(at.by, _set(at), value=at["value"], again=at["again"])


@act("deals/make", "deals.manage", does="deals.make")
def make_deals(at: At) -> object:
    """Make the boards."""
    return deals.make(at.by, _set(at))


@act("deals/open", "deals.manage", does="deals.open")
def open_deals_seed(at: At) -> object:
    """Publish the seed after the last table."""
    return deals.publish_seed(at.by, _set(at))


@act("rounds/<number:number>/boards/plan", "deals.manage", does="boards.plan", copies=whole(1, 99))
def plan_boards(at: At) -> object:
    """Give the boards of the session to the tables."""
    return board_plays.plan_session(at.by, at.round, copies=at["copies"])


@act("rounds/<number:number>/boards/hand-in", "results.enter", does="boards.hand_in")
def hand_in_boards(at: At) -> object:
    """Make the sheets of the round from the boards played."""
    return board_plays.hand_in(at.by, at.round)
