"""Forms of the practice desk: what is practised, and the ruling."""

from __future__ import annotations

import secrets
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.family import Ruleset
from judging.law.disputes.difficulty import Level
from judging.law.disputes.generator import MOST_SEED, kinds_of_disputes
from judging.law.disputes.practice import Question
from judging.law.infractions import in_force
from judging.law.kinds.inspection import KIND as INSPECTION
from judging.selectors.practice import LONGEST, PracticeSheet, Ruled
from tournaments.forms.numbers import WholeField
from tournaments.wording.sentences import seat_title

LEVELS = ((Level.EASY.value, _("Easy")), (Level.MIDDLE.value, _("Middling")), (Level.HARD.value, _("Hard")))
MOST_POINTS = 1_000_000


class StartForm(forms.Form):
    """What is practised. Without a seed one is drawn; with a number of questions it is an exam."""

    kind = forms.ChoiceField(label=_("Kind of dispute"), required=False)
    level = forms.ChoiceField(label=_("Difficulty"), choices=[("", _("Any")), *LEVELS], required=False)
    n = WholeField(
        label=_("Questions of an exam"),
        required=False,
        min_value=0,
        max_value=LONGEST,
        help_text=_("Empty: practise as long as you like, with the answer after each ruling."),
    )
    seed = WholeField(
        label=_("Seed"),
        required=False,
        min_value=0,
        max_value=MOST_SEED - 1,
        help_text=_("The same seed asks everybody the same. Empty: a new one."),
    )
    name = forms.CharField(label=_("Name on the score sheet"), required=False, max_length=60)

    def __init__(self, *args: Any, rules: Ruleset, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        kinds = [(kind.code, gettext(kind.title)) for kind in kinds_of_disputes(rules)]
        choice = self.fields["kind"]
        if isinstance(choice, forms.ChoiceField):
            choice.choices = [("", gettext("Any")), *kinds]

    def sheet(self) -> PracticeSheet:
        """An empty sheet of what was chosen."""
        chosen = self.cleaned_data
        seed = chosen["seed"] if chosen["seed"] is not None else secrets.randbelow(MOST_SEED)
        return PracticeSheet(self.rules.name, seed, chosen["kind"], chosen["level"], chosen["n"] or 0, chosen["name"])


class PracticeRulingForm(forms.Form):
    """The ruling on a question: only what it asks."""

    verdict = forms.ChoiceField(label=_("The claim"), widget=forms.RadioSelect)
    clause = forms.CharField(
        label=_("Clause"),
        required=False,
        max_length=40,
        help_text=_("Where the claim fails or a rule was broken: type a word or a number and choose."),
        widget=forms.TextInput(attrs={"list": "clauses", "autocomplete": "off"}),
    )
    fault = forms.ChoiceField(label=_("Fault that is punished"), required=False)
    winners = forms.MultipleChoiceField(
        label=_("Who wins the tile?"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, rules: Ruleset, question: Question, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules, self.question = rules, question
        right = question.right
        several, paid_only = right.winners is not None, question.claim == INSPECTION.code
        self._choose(
            "verdict", [("holds", gettext("Stands, or breaks no rule")), ("fails", gettext("Fails, or breaks a rule"))]
        )
        rows = [(code, gettext(row["title"])) for code, row in in_force(rules).items()]
        self._choose("fault", [("", gettext("No fault is punished")), *rows])
        self._choose("winners", [(str(seat), seat_title(seat)) for seat in question.open_seats])
        for name in ("verdict", "clause", "fault"):
            if several or paid_only:
                del self.fields[name]
        if not several:
            del self.fields["winners"]
        if right.paid is not None:
            for seat in range(4):
                self.fields[f"gain_{seat}"] = WholeField(
                    label=seat_title(seat), required=False, min_value=-MOST_POINTS, max_value=MOST_POINTS
                )

    def _choose(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        if isinstance(field, forms.ChoiceField):
            field.choices = choices

    @property
    def gains(self) -> list[Any]:
        """The fields of what each seat gains; empty where nothing is paid."""
        return [self[name] for name in self.fields if name.startswith("gain_")]

    def clean_clause(self) -> str:
        """A clause of the ruleset, however it is written."""
        typed = str(self.cleaned_data["clause"])
        if not typed.split():
            return ""
        # The row of a table may stand behind its clause.
        found = {name.casefold(): name for name in self.rules.clauses}.get(typed.split()[0].casefold())
        if found is None:
            raise ValidationError(gettext("These rules have no clause %(clause)s.") % {"clause": typed})
        return found

    def ruled(self) -> Ruled:
        """The ruling as the sheet writes it."""
        given = self.cleaned_data
        gains = tuple(int(given.get(f"gain_{seat}") or 0) for seat in range(4)) if self.gains else None
        winners = tuple(int(seat) for seat in given["winners"]) if "winners" in given else None
        return Ruled(given.get("verdict", ""), given.get("clause", ""), given.get("fault", ""), winners, gains)
