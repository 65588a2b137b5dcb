from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from engine.exact import read_stored
from engine.family import Ruleset
from judging.cases.models import Appeal, Case, ClaimRecord, Ruling
from judging.cases.services.cases import list_referees
from judging.cases.services.rulings import Measure
from judging.law.infractions import list_infractions
from judging.law.stored import StoredLedgerLine, StoredProposal, StoredTransfer
from judging.rulebook.queries.clauses import group_infractions, list_kind_choices, list_subjects
from judging.rulebook.text.effects import list_all_consequences
from judging.rulebook.text.evidence import append_to_name
from judging.rulebook.text.findings import KONG_REFUND, NO_EFFECT, STANDARD, is_left_open, list_measures
from tournaments.accounts.models import User
from tournaments.core.forms.fields import (
    AmountField,
    DependentReasonField,
    PlayerField,
    RoundAndTableForm,
    RowsField,
    WholeField,
    choose_from,
    set_choices,
)
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.standings.models import ScoreLine


class CaseForm(RoundAndTableForm):
    kind = forms.ChoiceField(label=_("Subject"), widget=forms.RadioSelect)
    hand = WholeField(label=pgettext_lazy("hand of play", "Hand"), required=False, min_value=1, max_value=99)
    players = RowsField(
        label=_("Players (if at no table)"),
        queryset=Entry.objects.none(),
        to_field_name="number",
        required=False,
        error_messages={"invalid_choice": _("No player %(value)s in this event.")},
    )
    note = forms.CharField(
        label=_("What happened"), required=False, max_length=2000, widget=forms.Textarea(attrs={"rows": 2})
    )

    field_order = ("kind", "round_number", "table_number")

    fault = ""

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, tournament=tournament, **kwargs)
        if self.only_table is not None:
            self.initial.setdefault("table_number", self.only_table)
        self.subjects = list_subjects(tournament.ruleset.rules)
        named = [subject for _key, _title, listed in self.subjects for subject in listed]
        set_choices(self, "kind", [*list_kind_choices(tournament.family), *(named if self.is_bound else ())])
        choose_from(self, "players", tournament.entries.order_by("number"))

    def clean_kind(self) -> str:
        kind, _dot, self.fault = self.cleaned_data["kind"].partition(".")
        return str(kind)

    @property
    def rules(self) -> Ruleset:
        round_ = self.cleaned_data["round_"]
        version = (round_.ruleset if round_ else None) or self.tournament.ruleset
        return version.rules

    @property
    def case(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in ("kind", "table", "round_", "hand", "players", "note")}


class RulingForm(forms.Form):
    """A choice for each proposal, none preselected, and the referee's additions."""

    based_on = WholeField(widget=forms.HiddenInput, min_value=0)
    payments = forms.ChoiceField(label=_("Payments"), choices=Ruling.Payments.choices, required=False)
    minutes = WholeField(label=_("Extra minutes for the table"), required=False, min_value=0, max_value=90)
    own_infraction = forms.ChoiceField(label=_("Another infraction"), required=False)
    own_seat = forms.TypedChoiceField(label=_("By"), required=False, coerce=int, empty_value=None)
    own_title = forms.CharField(label=_("Or in your own words"), required=False, max_length=200)
    own_points = AmountField(
        label=_("Points"), required=False, max_length=12, help_text=_("With its sign; a penalty is negative.")
    )
    own_column = forms.ChoiceField(
        label=_("Counts"), required=False, choices=ScoreLine.Scope.choices, initial=ScoreLine.Scope.OVERALL
    )
    reason = DependentReasonField(
        rows=2, help_text=_("Needed if you do not follow the proposal, and to change a ruling."),
    )  # fmt: skip
    note = forms.CharField(label=_("Message to players"), required=False, max_length=1000)

    def __init__(
        self,
        *args: Any,
        record: ClaimRecord,
        case: Case,
        rules: Ruleset,
        seats: Sequence[tuple[int, str]],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.record, self.proposals = record, list(record.proposals)
        names = dict(seats)
        for index, proposal in enumerate(self.proposals):
            name = names.get(proposal["seat"], "")
            consequences = list_all_consequences(proposal, name)
            if is_left_open(proposal):
                consequences.insert(0, gettext("The rules name no penalty here. The referee decides."))
            self.fields[f"choice_{index}"] = forms.ChoiceField(
                label=append_to_name(name, gettext(proposal["title"])),
                choices=list_measures(proposal),
                widget=forms.RadioSelect,
                # Where the law names no penalty, the referee may add a measure instead.
                required=not is_left_open(proposal),
                error_messages={"required": _("Choose a ruling.")},
                help_text=" ".join(consequences),
            )
            steps = [(str(step), str(step)) for step in proposal.get("steps") or ()]
            if len(steps) > 1:
                self.fields[f"points_{index}"] = forms.ChoiceField(
                    label=_("Points of the fine"), required=False, choices=[("", _("as proposed")), *steps]
                )
        set_choices(self, "own_infraction", [("", "–"), *group_infractions(rules, list_infractions(rules))])
        set_choices(self, "own_seat", [("", "–"), *seats])
        measures_offered = [
            measure for proposal in self.proposals for measure in (proposal, *(proposal.get("options") or ()))
        ]
        if not any(measure.get("transfers") for measure in measures_offered):
            del self.fields["payments"]
        if case.table is None:
            del self.fields["minutes"]
        if record.undecided:
            self.fields["reason"].required = True
            self.fields["reason"].help_text = _("The rules do not decide this case. Give the reason for your ruling.")

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        addition = values.get("own_infraction") or values.get("own_title") or values.get("own_points")
        if addition and values.get("own_seat") is None:
            self.add_error("own_seat", _("Name the player."))
        for index, proposal in enumerate(self.proposals):
            name = f"choice_{index}"
            if name in self.errors or values.get(name):
                continue
            if addition and values.get("own_seat") == proposal["seat"]:
                values[name] = NO_EFFECT
            else:
                self.add_error(name, _("Choose a ruling."))
        if values.get("own_points") and not (values.get("own_infraction") or values.get("own_title")):
            self.add_error("own_title", _("Enter the reason for the measure."))
        return values

    @property
    def own(self) -> tuple[str, int] | None:
        """Infraction and seat of the measure that the referee adds, or None."""
        code, seat = self.cleaned_data.get("own_infraction"), self.cleaned_data.get("own_seat")
        return (code, seat) if code and seat is not None else None

    @property
    def as_proposed(self) -> bool:
        """True if the referee has changed and added nothing; extra time does not count."""
        followed = all(self.cleaned_data[f"choice_{index}"] == STANDARD for index in range(len(self.proposals)))
        return followed and not any(self.cleaned_data.get(name) for name in ("own_infraction", "own_title"))

    def list_measures(self, addition: StoredProposal | None = None) -> list[Measure]:
        """Return the chosen measures; `own` is the law's proposal for the added infraction."""
        chosen: list[Measure] = []
        for index, proposal in enumerate(self.proposals):
            value, points = self.cleaned_data[f"choice_{index}"], self.cleaned_data.get(f"points_{index}")
            if value == NO_EFFECT:
                continue
            picked = (proposal if value == STANDARD else proposal["options"][int(value)]).copy()
            picked.pop("options", None)
            if points:
                picked = set_points(picked, read_stored(points))
            chosen.append(Measure(picked, value == STANDARD and not points))
        added = self._read_own_measure(addition)
        return [*chosen, Measure(added, as_proposed=False)] if added is not None else chosen

    def _read_own_measure(self, addition: StoredProposal | None) -> StoredProposal | None:
        values = self.cleaned_data
        title, points, seat = values.get("own_title") or "", values.get("own_points"), values.get("own_seat")
        if seat is None or not (addition or title):
            return None
        base: StoredProposal = addition.copy() if addition else {
            "infraction": "", "clause": "", "title": title, "penalty": "fine" if points else "warning", "repeat": 0,
            "scope": "", "hand": "continues", "transfers": [], "minutes": 0, "ledger": [], "seat": seat,
        }  # fmt: skip
        base.pop("options", None)
        base["seat"] = seat
        if points:
            column, reason = values.get("own_column") or "overall", title or base["title"]
            base["ledger"] = [
                {"seat": seat, "column": column, "unit": "points", "amount": str(points), "reason": reason}
            ]
        return base


def set_points(proposal: StoredProposal, points: Fraction) -> StoredProposal:
    """Return the proposal with another step of its fine; signs, directions and kong refunds stay.

    >>> set_points({"ledger": [{"amount": -5}], "transfers": []}, Fraction(10))["ledger"]
    [{'amount': '-10'}]
    """
    ledger: list[StoredLedgerLine] = [
        {**line, "amount": str(-points if read_stored(line["amount"]) < 0 else points)} for line in proposal["ledger"]
    ]
    transfers: list[StoredTransfer] = [
        transfer if transfer.get("reason") == KONG_REFUND else {**transfer, "amount": int(points)}
        for transfer in proposal["transfers"]
    ]
    return {**proposal, "ledger": ledger, "transfers": transfers}


class HandoverForm(forms.Form):
    referee = forms.ModelChoiceField(label=_("Referee"), queryset=User.objects.none(), to_field_name="username")
    note = forms.CharField(
        label=_("Left to do"), required=False, max_length=1000, widget=forms.Textarea(attrs={"rows": 2})
    )

    def __init__(self, *args: Any, case: Case, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = list_referees(case.tournament)
        choose_from(self, "referee", others.exclude(pk=case.referee.pk) if case.referee else others)


class PlayerForm(forms.Form):
    by_entry = PlayerField(label=_("Player"), error_messages={"invalid_choice": _("Choose a player of this case.")})

    def __init__(self, *args: Any, case: Case, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choose_from(self, "by_entry", Entry.objects.filter(parties__case=case).order_by("number"))


class AppealForm(PlayerForm):
    grounds = forms.CharField(label=_("Grounds"), max_length=2000, widget=forms.Textarea(attrs={"rows": 3}))
    decide_within = WholeField(
        label=_("Decision within (minutes)"), min_value=1, max_value=2880, initial=60, required=False
    )
    late_reason = DependentReasonField(
        label=_("Reason for late appeal"), help_text=_("Needed once the time for appeals is over.")
    )


class DecisionForm(forms.Form):
    state = forms.ChoiceField(
        label=_("Decision"),
        choices=[c for c in Appeal.State.choices if c[0] in (Appeal.State.UPHELD, Appeal.State.WITHDRAWN)],
    )
    decision = forms.CharField(label=_("In words"), max_length=2000, widget=forms.Textarea(attrs={"rows": 3}))


class BookForm(forms.Form):
    q = forms.CharField(label=_("Text or player's name"), required=False, max_length=100)
    clause = forms.CharField(label=_("Clause"), required=False, max_length=40)
    kind = forms.ChoiceField(label=_("Kind"), required=False)
    player = forms.ModelChoiceField(label=_("Player"), queryset=Entry.objects.none(), required=False)
    table = WholeField(label=_("Table"), required=False, min_value=1)
    round = WholeField(label=_("Round"), required=False, min_value=1)
    state = forms.ChoiceField(label=_("State"), required=False, choices=[("", _("any")), *Case.State.choices])

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "kind", [("", _("any")), *list_kind_choices(tournament.family)])
        choose_from(self, "player", tournament.entries.order_by("number"))
