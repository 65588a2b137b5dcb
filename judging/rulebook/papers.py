from __future__ import annotations

import json

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.errors import RulesetError
from engine.parameters import to_plain
from judging.rulebook.queries.ruleset_view import Rulebook
from tournaments.core.errors import UserError
from tournaments.core.printing.documents import Leaf
from tournaments.core.printing.registry import Order, build_heading, paper
from tournaments.core.text.language import format_language_tag

LABELS = {
    "rulebook": gettext_lazy("Rulebook"),
    "replaces": gettext_lazy("In place of"),
    "unverified": gettext_lazy("not verified against the booklet"),
    "house_rules": gettext_lazy("House rules"),
}


def get_rulebook(order: Order) -> Rulebook:
    """Return the rulebook that is the subject, else that of the event's rules. Raises `UserError` for a free game."""
    if isinstance(order.subject, Rulebook):
        return order.subject
    event = order.tournament
    try:
        return Rulebook.of_event(event, event.rulesets.get(number=order.subject) if order.subject else None)
    except RulesetError:
        raise UserError(_("A free game has no rulebook.")) from None


def get_shared_content(order: Order) -> str:
    """Return the rules as text where the event has no house rules: all events with these rules share the paper."""
    book = get_rulebook(order)
    changed = {name: to_plain(value) for name, value in book.rules.changed.items()}
    return "" if book.exceptions else json.dumps([book.rules.name, changed], sort_keys=True)


@paper("rulebook", gettext_lazy("Rulebook"), labels=LABELS, content_without_event=get_shared_content)
def rulebook(order: Order) -> list[Leaf]:
    book = get_rulebook(order)
    lines = []
    for clause in book.rules.clauses.values():
        texts: dict[str, str] = {}
        for tongue in order.languages:
            with translation.override(tongue):
                texts.setdefault(_(clause.text), format_language_tag(tongue))
        in_words = [(tag, text) for text, tag in texts.items()]
        doubted = book.doubts(clause.name)
        lines.append((clause.name, in_words, ", ".join(clause.instead_of), book.list_house_rules(clause.name), doubted))
    values = {
        "heading": build_heading(order) if order.names_event else None,
        "rules_title": book.title,
        "changes": book.changes,
        "unverified": book.unverified,
        "disputes": book.disputes,
        "house_rules": book.exceptions,
        "lines": lines,
    }
    return [Leaf("rulebook", values)]
