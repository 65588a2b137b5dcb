"""The referee's desk by the API, beside cases and rulings: the desk itself, dropped cases, appeals, calls."""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from judging.models import Appeal, Case, Desk
from judging.services import appeals, cases
from tournaments.api.acts import At, act, choice, text, whole
from tournaments.services.errors import UserError

CASE = "cases/<number:number>"


def _case(at: At) -> Case:
    return get_object_or_404(Case, tournament=at.tournament, number=at.parts["number"])


def _appeal(at: At) -> Appeal:
    found = Appeal.objects.filter(ruling__case=_case(at), state=Appeal.State.OPEN).first()
    if found is None:
        raise UserError(_("No appeal against a ruling of this case is open."))
    return found


@act(f"{CASE}/drop", "cases.rule", does="cases.drop", reason=text(required=True))
def drop_case(at: At) -> object:
    """Nothing comes of the case."""
    return cases.drop(at.by, _case(at), reason=at["reason"])


@act(
    f"{CASE}/appeal", "cases.rule", does="cases.appeal", player=whole(1, required=True),
    grounds=text(required=True, longest=2000), late_reason=text(),
)  # fmt: skip
def file_appeal(at: At) -> object:
    """A player appeals against the ruling in force."""
    ruling = get_object_or_404(_case(at).rulings, in_force=True)
    return appeals.file(
        at.by, ruling, by_entry=at.wanted("player"), grounds=at["grounds"], late_reason=at["late_reason"]
    )


@act(
    f"{CASE}/appeal/decide", "cases.rule", does="cases.appeal_decided",
    state=choice([Appeal.State.UPHELD, Appeal.State.WITHDRAWN]), decision=text(required=True, longest=2000),
)  # fmt: skip
def decide_appeal(at: At) -> object:
    """The ruling stands, or the appeal is withdrawn; a changed ruling is made on the pages."""
    if not appeals.may_decide(at.request.user, at.tournament):
        raise UserError(_("The head referee decides appeals."))
    return appeals.decide(at.by, _appeal(at), state=at["state"], decision=at["decision"])


@act(
    "desk", "cases.desk", does="cases.desk", head_referee=text(longest=150),
    appeal_minutes=whole(0, 1440, required=True), appeals_from=choice(Desk.AppealsFrom.values, "session"),
)  # fmt: skip
def set_desk(at: At) -> object:
    """Who decides appeals, and until when one may be made."""
    head = None
    if at["head_referee"]:
        held = at.tournament.memberships.filter(role="referee", user__username__iexact=at["head_referee"]).first()
        if held is None:
            raise UserError(_("The head referee is one of the referees."), field="head_referee")
        head = held.user
    return cases.set_desk(
        at.by, at.tournament, head_referee=head, appeal_minutes=at["appeal_minutes"], appeals_from=at["appeals_from"]
    )
