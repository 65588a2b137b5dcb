from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext

from engine.family import Ruleset
from judging.law.families import get_law
from judging.law.infractions import list_infractions
from judging.law.kinds import load_kinds
from judging.quiz.queries import Question, QuizAnswer
from tournaments.core.forms.fields import WholeField

MAX_VALUE = 1_000_000


class QuizForm(forms.Form):
    def __init__(self, *args: Any, rules: Ruleset, question: Question, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if question.case is not None:
            label = gettext("Value in %(unit)s") % {"unit": gettext(get_law(rules.family).value_unit)}
            self.fields["value"] = WholeField(label=label, min_value=0, max_value=MAX_VALUE)
            return
        verdicts = {
            "holds": gettext(load_kinds()[question.kind].holds.title),
            "fails": gettext("Not valid, or breaks a rule"),
        }
        faults = {"": gettext("No fault is punished")}
        faults |= {code: gettext(row["title"]) for code, row in list_infractions(rules).items()}
        self.choices = {"verdict": verdicts, "fault": faults}
        self.fields["verdict"] = forms.ChoiceField(
            label=gettext("The claim"), choices=verdicts.items(), widget=forms.RadioSelect
        )
        self.fields["fault"] = forms.ChoiceField(
            label=gettext("Fault that is punished"), choices=faults.items(), required=False
        )

    def get_ruling(self) -> QuizAnswer:
        answers = self.cleaned_data
        return QuizAnswer(answers.get("verdict", ""), answers.get("fault", ""), answers.get("value"))

    def describe(self, ruling: QuizAnswer) -> str:
        if ruling.value is not None:
            return str(ruling.value)
        return f"{self.choices['verdict'][ruling.verdict]} · {self.choices['fault'][ruling.infraction]}"
