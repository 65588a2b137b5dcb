"""Papers of the referee: case book, protocol of a case, penalty slips. The order's subject is the case or cases."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from judging.cases.models import Case, Sanction
from judging.cases.queries import judgments, known_facts, pages
from judging.cases.queries.casebook import is_without_fault
from judging.rulebook.queries.ruleset_view import Rulebook
from judging.rulebook.text import findings
from tournaments.core.printing import slips
from tournaments.core.printing.documents import Leaf, split_into_chunks
from tournaments.core.printing.registry import CASE, Order, build_heading, paper
from tournaments.core.text import names
from tournaments.events.models import HouseRule

CASES_PER_PAGE = 40


@paper("case-book", gettext_lazy("Case book"), offered=CASE, full_names=True, in_readers_language=True)
def case_book(order: Order) -> list[Leaf]:
    in_force = Sanction.objects.filter(ruling__in_force=True).select_related("entry")
    lines = [(case, list(in_force.filter(ruling__case=case))) for case in order.subject]
    values = {"heading": build_heading(order), "paper": True, "tournament": order.tournament, "marks": order.marks}
    leaves = [Leaf("case_book", {**values, "lines": part}) for part in split_into_chunks(lines, CASES_PER_PAGE)]
    return leaves or [Leaf("case_book", {**values, "lines": []})]


@paper("case-protocol", gettext_lazy("Protocol of a case"), offered=CASE, full_names=True, in_readers_language=True)
def protocol(order: Order) -> list[Leaf]:
    case: Case = order.subject
    case_view = pages.make_case_page(case)
    values = {
        "heading": build_heading(order),
        "paper": True,
        "case": case,
        "shown": case_view,
        "ruled_on": pages.list_facts_ruled_on(case_view),
        "names": [
            name
            for _seat, name in known_facts.label_seats_of_case(case, judgments.get_rules_of_case(case), case_view.names)
        ],
        "book": Rulebook.of_event(case.tournament, judgments.get_rules_version(case)),
    }
    return [Leaf("ruling_protocol", values)]


@paper("case-slips", gettext_lazy("Penalty slips"), offered=CASE, in_readers_language=True, labels=slips.SLIP)
def penalty_slips(order: Order) -> list[Leaf]:
    """Print a slip for each sanction in force of the case; a page of blank ones if there is none."""
    return slips.build_penalty_slips(build_heading(order), _make_slips(order.subject))


@paper("ruling-slips", gettext_lazy("Penalty slips of rulings"), labels=slips.SLIP)
def ruling_slips(order: Order) -> list[Leaf]:
    """Print a slip for each sanction in force of the round or event; a page of blank ones if there is none."""
    cases = Case.objects.filter(tournament=order.tournament).select_related("round", "table").order_by("number")
    listed = [
        slip for case in (cases.filter(round=order.round) if order.round else cases) for slip in _make_slips(case)
    ]
    return slips.build_penalty_slips(build_heading(order), listed)


def _make_slips(case: Case) -> list[slips.Slip]:
    case_view = pages.make_case_page(case)
    ruling = case_view.in_force
    if ruling is None:
        return []
    book = Rulebook.of_event(case.tournament, judgments.get_rules_version(case))
    number = _("case %(case)s, ruling %(ruling)s") % {"case": case.number, "ruling": ruling.ruling.number}
    return [
        slips.Slip(
            str(case.round.number) if case.round else "",
            str(case.table.number) if case.table else "",
            str(case.hand or ""),
            f"{sanction.entry.number} {names.choose_leading_name(sanction.entry)}" if sanction.entry else "",
            findings.name_penalty(sanction.proposal),
            _(sanction.title),
            book.cite_on_paper(sanction.clause, sanction.infraction),
            capfirst(number),
            tuple(
                (key, "; ".join(words))
                for key, words in _list_slip_lines(
                    sanction, ruling, case_view.names, book.list_house_rules(sanction.clause)
                ).items()
                if words
            ),
        )
        for sanction in ruling.sanctions
        if not is_without_fault(sanction)
    ]


def _list_slip_lines(
    sanction: Sanction, ruling: pages.RulingDetails, seats: dict[int, str], exceptions: Iterable[HouseRule]
) -> dict[str, list[str]]:
    minutes = ruling.ruling.minutes
    extra = ngettext("%(number)s extra minute", "%(number)s extra minutes", minutes) % {"number": minutes}
    effects = findings.list_effects(sanction.proposal, seats)
    return {
        "the_hand": effects.pop("the_hand"),
        "the_law": [_("undecided; the referee has ruled")] if ruling.ruling.undecided else [],
        **effects,
        "witnesses": ruling.witnesses,
        "changes": [text for seat, text in ruling.changes if seat == sanction.proposal["seat"]],
        "house_rule": [f"{rule}: {rule.text}" for rule in exceptions],
        "time": [extra] if minutes else [],
        "appeal": [str(ruling.deadline)],
    }
