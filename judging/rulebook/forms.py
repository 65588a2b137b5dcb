from __future__ import annotations

import json
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from judging.rulebook.queries.options import list_house_rule_options, list_option_values
from tournaments.core.forms.fields import OptionalReasonForm, WholeField, set_choices
from tournaments.core.text.rules import format_pattern_name
from tournaments.events.models import Tournament

MAX_RULE_LENGTH = 500


class RulesReasonForm(OptionalReasonForm):
    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.version = tournament.ruleset
        if self.version.frozen_at is None:
            del self.fields["reason"]
        else:
            self.fields["reason"].required = True
            self.fields["reason"].error_messages["required"] = _("Play has started: say why the rules change.")


class HouseRuleForm(RulesReasonForm):
    """An exception to a clause, and the option of the edition that it changes. A choice of `option` is ``name=value``
    in JSON, or ``name`` of an option that takes a `number`.
    """

    clause = forms.ChoiceField(label=_("Clause"))
    text = forms.CharField(label=_("Text"), max_length=MAX_RULE_LENGTH, widget=forms.Textarea(attrs={"rows": 3}))
    option = forms.ChoiceField(
        label=_("Changed option"), required=False, help_text=_("Scoring, play and rulings follow the new value.")
    )
    number = WholeField(
        label=_("New number"), required=False, min_value=0, help_text=_("Only for options with a number.")
    )

    field_order = ("clause", "text", "option", "number", "reason")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules = self.version.rules
        clauses = {row.clause: format_pattern_name(rules, row.id) for row in rules.patterns}
        clauses |= {name: gettext(clause.text) for name, clause in rules.clauses.items()}
        order = (*rules.clauses, *clauses)
        rows = [(name, f"{name}: {clauses[name]}".replace("_", " ")) for name in dict.fromkeys(order)]
        set_choices(self, "clause", [("", "–"), *rows])
        current = str(self.initial.get("option", "")).partition("=")[0]
        subjects = [
            (subject, [choice for row in offered for choice in list_option_values(rules, row)])
            for subject, offered in list_house_rule_options(rules, current)
        ]
        set_choices(self, "option", [("", "–"), *subjects])
        # The page shows what the option changes as soon as it is chosen.
        self.fields["option"].widget.attrs |= {
            "hx-get": "",
            "hx-trigger": "change",
            "hx-select": "#what-changes > *",
            "hx-target": "next .what-changes",
        }

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        values["option"], written, value = str(values.get("option", "")).partition("=")
        number = values.pop("number", None)
        values["value"] = json.loads(value) if written else number
        if values["option"] and not written and number is None and "number" not in self.errors:
            self.add_error("number", _("Enter a number."))
        return values
