"""Penalty slips of a round; blank ones if there are none."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.core.printing import slips as pages
from tournaments.core.printing.documents import Leaf
from tournaments.core.printing.registry import Order, build_heading, paper
from tournaments.core.text import names
from tournaments.core.text.numbers import format_exact
from tournaments.core.text.sentences import in_words
from tournaments.standings.models import ScoreLine


@paper("penalty-slips", _("Penalty slips"), labels=pages.SLIP)
def penalty_slips(order: Order) -> list[Leaf]:
    lines = ScoreLine.objects.filter(tournament=order.tournament, kind=ScoreLine.Kind.PENALTY, voided_at=None)
    if order.round is not None:
        lines = lines.filter(round=order.round)
    slips = [
        pages.Slip(
            str(line.round.number) if line.round else "",
            line.table.called if line.table else "",
            str(line.hand or ""),
            f"{line.entry.number} {names.choose_leading_name(line.entry)}" if line.entry else str(line.team),
            f"{format_exact(line.amount)} {line.get_unit_display()}",
            in_words(line.reason),
            line.clause,
        )
        for line in lines.select_related("round", "table", "entry", "team").order_by("pk")
    ]
    return pages.build_penalty_slips(build_heading(order), slips)
