from __future__ import annotations

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.errors import RulesetError
from judging.rulebook.queries.books import Book
from tournaments.core.errors import UserError
from tournaments.core.printing.documents import Leaf
from tournaments.core.printing.registry import Order, heading, paper
from tournaments.core.text.language import language_tag

LABELS = {
    "rulebook": gettext_lazy("Rulebook"),
    "replaces": gettext_lazy("In place of"),
    "house_rules": gettext_lazy("House rules"),
}


@paper("rulebook", gettext_lazy("Rulebook"), labels=LABELS)
def rulebook(order: Order) -> list[Leaf]:
    """Clauses in force in the event, or in the version that is the subject. Raises `UserError` for a free game."""
    try:
        book = order.subject if isinstance(order.subject, Book) else Book.of_event(order.tournament)
    except RulesetError:
        raise UserError(_("A free game has no rulebook.")) from None
    lines = []
    for clause in book.rules.clauses.values():
        texts: dict[str, str] = {}
        for tongue in order.languages:
            with translation.override(tongue):
                texts.setdefault(_(clause.text), language_tag(tongue))
        in_words = [(tag, text) for text, tag in texts.items()]
        lines.append((clause.name, in_words, ", ".join(clause.instead_of), book.house_rules(clause.name)))
    values = {"heading": heading(order), "rules_title": book.title, "changes": book.changes}
    values["house_rules"] = book.exceptions
    return [Leaf("rulebook", values | {"lines": lines})]
