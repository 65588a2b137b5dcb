"""Rules of *Fix a problem*, rulings and appeals, and of every undo offered now or earlier."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.urls import reverse
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from judging.cases.models import Appeal, Case
from judging.cases.services import appeals, cases, rulings
from tests.support.cases import facts as facts_of_case
from tests.support.cases import fine
from tests.support.people import acting
from tests.tournaments.stateful.record import Recorder, pick
from tests.tournaments.stateful.rounds_rules import INDEX, REASON
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.repairs.forms.problems import find_form
from tournaments.repairs.queries.effects import compute_effects
from tournaments.repairs.services import repairs

CHOICES = st.lists(INDEX, min_size=4, max_size=4)
OWNERS = {
    "points": ("chairs", "players"),
    "points_to": ("leaves", "comes"),
    "for_team": ("", "on"),
    "hide": ("", "on"),
    "fines": ("", "on"),
    "repeat": ("", "on"),
}


class RepairRules(Recorder):
    """Every problem of *Fix a problem* is fixed, at any time."""

    @rule(kind=st.sampled_from(["swap-players", "swap-tables", "winds"]), choices=CHOICES, previewed=st.booleans())
    def repair_seats(self, kind: str, choices: list[int], previewed: bool) -> None:
        self.repair(kind, choices, previewed)

    @rule(kind=st.sampled_from(["move-sheet", "move-sheet", "take-out", "rules"]), choices=CHOICES)
    def repair_sheets(self, kind: str, choices: list[int]) -> None:
        self.repair(kind, choices, previewed=False)

    @rule(kind=st.sampled_from(["left", "arrived", "replaced", "house", "merge", "merge"]), choices=CHOICES)
    def repair_people(self, kind: str, choices: list[int]) -> None:
        self.repair(kind, choices, previewed=False)

    @rule(kind=st.sampled_from(["redraw", "released", "published", "reopen", "unstart", "annul"]), choices=CHOICES)
    def repair_public(self, kind: str, choices: list[int]) -> None:
        self.repair(kind, choices, previewed=False)

    def repair(self, kind: str, choices: list[int], previewed: bool) -> None:
        event, form_class = self.event, find_form(kind)
        assert form_class is not None
        sent = self.filled(form_class(tournament=event), choices)
        form = form_class(sent, tournament=event)
        words = ", ".join(f"{name} {value}" for name, value in sent.items() if name != "reason")

        def make() -> AuditEntry:
            if not form.is_valid():
                raise UserError(str(form.errors.as_text()))
            if previewed:
                compute_effects(
                    event, lambda: repairs.make(acting(), event, kind=kind, steps=form.steps, reason=REASON)
                )
            return repairs.make(acting(), self.event, kind=kind, steps=form.steps, reason=REASON)

        self.attempt(
            f"repair {kind}: {words}", make, may=[*MAY[kind], *LINES], undo=lambda made: self.undo_of(made), exact=True
        )

    def filled(self, form: Any, choices: list[int]) -> dict[str, Any]:
        """Return values for the fields: rounds, tables and players by the choices, in turn."""
        numbers = [entry.number for entry in self.entries()]
        rounds = list(self.event.rounds.order_by("number").values_list("number", flat=True))
        sent: dict[str, Any] = {}
        for at, name in enumerate(form.fields):
            chosen = choices[at % len(choices)]
            widget, label = type(form.fields[name]).__name__, name
            if label == "reason":
                sent[name] = REASON
            elif name in OWNERS:
                sent[name] = pick(OWNERS[name], chosen)
            elif widget == "RoundField" or name == "from_round":
                sent[name] = pick(rounds, chosen)
            elif widget == "TableField":
                sent[name] = chosen % 4 + 1
            elif widget == "PlayerField":
                sent[name] = pick(numbers, chosen)
            elif name == "seat":
                arrived: Any = type(form)({"comes": sent.get("comes")}, tournament=self.event)
                sent[name] = pick(["", *["open"] * bool(arrived.new_tables), *arrived.seats], chosen)
            else:
                sent[name] = ""
        return sent

    def undo_of(self, made: AuditEntry) -> Callable[[], str]:
        sequence = made.sequence

        def undo() -> str:
            entry = AuditEntry.objects.get(tournament=self.key, sequence=sequence)
            repairs.undo(acting(), self.event, entry=entry, reason="")
            return ""

        return undo

    @precondition(lambda self: self.undos)
    @rule(at=INDEX)
    def undo(self, at: int) -> None:
        self.take_back(pick(self.undos, at))

    @precondition(lambda self: self.undos)
    @rule()
    def undo_last(self) -> None:
        self.take_back(next((one for one in reversed(self.undos) if not one.undone), self.undos[-1]))

    @rule(at=INDEX)
    def undo_listed(self, at: int) -> None:
        """Do an undo that the list of repairs offers; one that it does not offer is refused with its reason."""
        page = self.olga.get(reverse("manage_fix", args=[self.event.slug]))
        assert page.status_code == 200
        made = pick(page.context["repairs"], at)
        if made is None:
            return
        own = next((one for one in self.undos if one.sequence == made.entry.sequence), None)
        assert own is not None, f"unknown repair: {made.title}"
        assert (self.take_back(own), own.name) == (made.obstacle, own.name)

    # The referee

    @rule(at=INDEX, seat=st.integers(0, 3), amount=st.sampled_from([-5, -10]))
    def rule_on_case(self, at: int, seat: int, amount: int) -> None:
        table = self.table_at(at)
        if table is None:
            return
        text = self.unique("false win")

        def ruled() -> Any:
            case = cases.open_case(acting("ren"), self.event, kind="win", table=table, hand=1)
            claim = facts_of_case(case, proposals=[fine(amount, seat)])
            return self.ruled(case, claim, amount, seat, text)

        self.attempt(f"ren rules at round {table.round.number}, table {table.number}: {text}", ruled, may=[("line",)])

    def ruled(self, case: Case, claim: Any, amount: int, seat: int, text: str) -> Any:
        ledger = [{"seat": seat, "column": "table", "amount": amount, "reason": text}]
        case.refresh_from_db()
        measure = rulings.Measure(fine(amount, seat, ledger=ledger), as_proposed=False)
        return rulings.rule_on_case(
            acting("ren"),
            case,
            claim=claim,
            measures=[measure],
            based_on=case.version,
            as_proposed=False,
            reason=REASON,
        )

    @rule(at=INDEX, seat=st.integers(0, 3))
    def rule_again(self, at: int, seat: int) -> None:
        case = pick(Case.objects.filter(tournament=self.key).order_by("pk"), at)
        if case is None:
            return
        text = self.unique("false win")
        self.attempt(
            f"case {case.number} again: {text}",
            lambda: self.ruled(case, case.claims.latest("pk"), -10, seat, text),
            may=[("line",)],
        )

    @rule(at=INDEX, decide=st.booleans())
    def appeal(self, at: int, decide: bool) -> None:
        case = pick(Case.objects.filter(tournament=self.key).order_by("pk"), at)
        ruling = case and case.rulings.filter(in_force=True).first()
        if case is None or ruling is None:
            return
        opened = ruling.appeals.filter(state=Appeal.State.OPEN).first()
        party = case.parties.exclude(entry=None).first()
        if decide and opened is not None:
            self.attempt(
                "the appeal is rejected",
                lambda: appeals.decide(acting("olga"), opened, state=Appeal.State.UPHELD, decision="It stands."),
            )
        elif party is not None:
            self.attempt(
                "an appeal", lambda: appeals.file_appeal(acting("ren"), ruling, by_entry=party.entry, grounds="No.")
            )


SEATS: list[Any] = [("seats",), ("sheet",), ("round",)]
LINES: list[Any] = [("line",)]
MAY: dict[str, list[Any]] = {
    "swap-players": SEATS, "swap-tables": SEATS, "winds": SEATS,
    "move-sheet": [("sheet",), ("round",)], "take-out": [("sheet",), ("round",)],
    "rules": [("sheet",), ("round",)],
    "left": [*SEATS, ("entry",)], "arrived": [*SEATS, ("entry",)],
    "replaced": [*SEATS, ("entry",), ("cut",), ("stand-in",)],
    "unstart": SEATS, "annul": [*SEATS, ("forfeit",), ("event",)],
    "house": [("entry",)],
    "merge": [*SEATS, ("entry",), ("forfeit",), ("payment",), ("application",), ("cut",)],
    "redraw": SEATS, "released": [("round",), ("event",)], "published": SEATS, "reopen": [("event",)],
}  # fmt: skip
"""By kind: facts that the repair may change."""
