"""The law on the device, for pages with the form of a claim."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django import template
from django.urls import reverse

from engine.errors import RulesetError
from engine.family import Ruleset
from engine.parameters import plain
from judging.bundling.manifest import manifest
from judging.selectors import hall
from tournaments.models import Tournament

register = template.Library()


@register.inclusion_tag("judging/pocket/_on_device.html")
def law_on_device(rules: Ruleset, kind: str, earlier: Mapping[int, Mapping[str, int]] | None = None) -> dict[str, Any]:
    """What the page's script needs to answer without the server; nothing where the files for phones were not made."""
    context: dict[str, Any] = {"parameters": {name: plain(value) for name, value in rules.changed.items()}}
    if earlier is not None:
        context["earlier"] = earlier
    return {"address": _address(), "rules": rules, "kind": kind, "context": context}


@register.inclusion_tag("judging/pocket/_on_device.html")
def law_of_event(tournament: Tournament) -> dict[str, Any]:
    """The same for a page of the desk without a form: the law is there when a case is opened."""
    try:
        rules = hall.rules_of(tournament.ruleset)
    except RulesetError:
        return {}
    return {"address": _address(), "rules": rules, "kind": "", "context": {}}


@register.inclusion_tag("judging/pocket/_on_device.html")
def law_in_file(rules: Ruleset, names: list[str]) -> dict[str, Any]:
    """The same for a file that carries its worker, of which its script knows the address."""
    context = {"parameters": {name: plain(value) for name, value in rules.changed.items()}}
    names_told = json.dumps(names, ensure_ascii=False)
    return {"address": "carried", "rules": rules, "kind": "", "context": context, "names": names_told}


def _address() -> str:
    made = manifest()
    return reverse("pocket_worker", args=[made["state"]]) if made is not None else ""
