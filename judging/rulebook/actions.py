from __future__ import annotations

import json
from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from judging.rulebook.api import HouseRules, HouseRuleSerializer
from judging.rulebook.forms import HouseRuleForm, RulesReasonForm
from judging.rulebook.queries import options
from judging.rulebook.queries.ruleset_view import Rulebook
from judging.rulebook.views import get_rulebook
from tournaments.core.actions import Action, PageAction, register
from tournaments.core.views.manage import page
from tournaments.events import services
from tournaments.events.models import HouseRule


class HouseRulesAction(Action):
    permission = "rules.change"
    audit_codes = ("rules.house",)
    success_page = "manage_house_rules"
    tag = "tournaments"

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"tournament": self.tournament}

    def page(self, **context: Any) -> HttpResponse:
        query = self.request.GET
        form = context.get("form") or AddHouseRule.make_blank_form(self.tournament)
        form.initial.setdefault("clause", query.get("clause", ""))
        version = self.tournament.ruleset
        chosen = str(form["option"].value() or next((v for k, v in query.items() if k.endswith("option")), ""))
        rows = [
            (
                rule,
                ChangeHouseRule.choose_row_form(self.tournament, rule, context.get("edit_form")),
                RemoveHouseRule.choose_row_form(self.tournament, rule, context.get("remove_form")),
                options.describe_option(version.rules, rule.option),
            )
            for rule in version.exceptions
        ]
        values = {"rows": rows, "rules": version, "book": Rulebook.of_event(self.tournament), **context, "form": form}
        values["option"] = options.describe_option(version.rules, chosen)
        return page(self.request, self.tournament, "rulebook/house_rules.html", "settings", **values)


class HouseRuleAction(HouseRulesAction):
    def get_target(self) -> HouseRule:
        number = self.parts["number"]
        rule = next((rule for rule in self.tournament.ruleset.exceptions if rule.number == number), None)
        if rule is None:
            raise Http404
        return rule

    def get_prefix(self) -> str | None:
        return f"h{self.target.number}"


class SetHouseRule(HouseRulesAction):
    """Base of adding and changing. `option` gets `value`; `option` is empty where no option changes."""

    form_class = HouseRuleForm
    api_fields = {
        "clause": serializers.CharField(max_length=80),
        "option": serializers.CharField(max_length=80, required=False, allow_blank=True, default=""),
        "value": serializers.JSONField(required=False, allow_null=True, default=None),
    }
    api_names = {"number": "value"}
    answer_serializer = HouseRuleSerializer

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        option, value = values.pop("option"), values.pop("value")
        word = f"{option}={json.dumps(value)}"
        one_of_few = self.get_form().fields["option"].valid_value(word)  # type: ignore[attr-defined]
        return values | ({"option": word} if one_of_few else {"option": option, "number": value})

    def perform(self, data: dict[str, Any]) -> HouseRule:
        number = None if self.target is self.tournament else self.target.number
        return services.set_house_rule(self.by, self.tournament, number=number, **data)


@register
class AddHouseRule(SetHouseRule, PageAction):
    """Add a house rule: an exception to a clause, under the next number."""

    path = "house-rules"
    name = "manage_house_rules"
    endpoint, endpoint_name, status = HouseRules, "api-house-rules", 201
    operation_id, request_name = "tournaments_house_rules_create", "HouseRuleWrite"
    done = _("The house rule is added.")

    def get_target(self) -> Any:
        """Return the event. Raises Http404 on the page of a free game, which has no rulebook."""
        if not self.in_api:
            get_rulebook(self.request, self.tournament)
        return super().get_target()


@register
class ChangeHouseRule(SetHouseRule, HouseRuleAction):
    """Change a house rule. After play has begun as a new version of the rules, with a reason."""

    path = "house-rules/<number:number>"
    name = "manage_house_rule"
    form_name = "edit_form"
    method, request_name = "patch", "HouseRuleWrite"
    done = _("Saved.")

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        rule, stored = self.target, self.tournament.ruleset.parameters
        current = {"clause": rule.clause, "text": rule.text, "option": rule.option, "value": stored.get(rule.option)}
        return super().form_data(current | values)

    def get_initial(self) -> dict[str, Any]:
        rule, rules = self.target, self.tournament.ruleset.rules
        initial = {"clause": rule.clause, "text": rule.text, "option": rule.option}
        if rule.option:
            value = rules.option(rule.option)
            is_number = isinstance(value, int) and not isinstance(value, bool)
            initial |= {"number": value} if is_number else {"option": f"{rule.option}={json.dumps(value)}"}
        return initial


@register
class RemoveHouseRule(HouseRuleAction):
    """Remove a house rule. Its option is that of the edition again."""

    audit_codes = ("rules.house_remove",)
    path = "house-rules/<number:number>/remove"
    name = "manage_house_rule_remove"
    form_class = RulesReasonForm
    form_name = "remove_form"
    done = _("The house rule is removed.")

    def get_prefix(self) -> str | None:
        return f"r{self.target.number}"

    def perform(self, data: dict[str, Any]) -> HouseRule:
        services.remove_house_rule(self.by, self.tournament, number=self.target.number, **data)
        return self.target
