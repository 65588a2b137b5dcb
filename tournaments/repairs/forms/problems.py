"""All problems that *Fix a problem* knows, and the search for one."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from django.conf import settings
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _gettext
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.models import User
from tournaments.core.errors import UserError
from tournaments.core.permissions import can
from tournaments.events.models import Tournament
from tournaments.repairs.forms.base import RepairForm
from tournaments.repairs.forms.people import ArrivedForm, HouseForm, LeftForm, MergeForm, ReplacedForm
from tournaments.repairs.forms.publishing import PublishedForm, ReleasedForm, ReopenForm, RepairRedrawForm
from tournaments.repairs.forms.rounds import AnnulForm, UnstartForm
from tournaments.repairs.forms.seats import SwapPlayersForm, SwapTablesForm, WindsForm
from tournaments.repairs.forms.sheets import MoveSheetForm, SheetRulesForm, TakeOutForm

FORMS: tuple[type[RepairForm], ...] = (
    SwapPlayersForm, SwapTablesForm, WindsForm, MoveSheetForm, TakeOutForm, SheetRulesForm,
    LeftForm, ArrivedForm, ReplacedForm, HouseForm, MergeForm,
    UnstartForm, AnnulForm, RepairRedrawForm, ReleasedForm, PublishedForm, ReopenForm,
)  # fmt: skip


class Elsewhere(NamedTuple):
    """Problem with its own page; `page` is its URL name, which takes a round with `of_round`."""

    title: str | Promise
    help: str | Promise
    words: str | Promise
    permission: str
    page: str
    of_round: bool = False


WRONG_NUMBERS = Elsewhere(
    _("Wrong numbers on a sheet"),
    _("Choose the table, correct its sheet, and see every effect before you save."),
    _("wrong numbers, wrong points, wrong result, wrong score, typo, typed wrong, misread, miscounted, correct, sheet"),
    "results.view",
    "manage_board",
    of_round=True,
)

ELSEWHERE = (
    Elsewhere(
        _("A player has wrong details"),
        _("Correct name, team, country or EMA number of the player; results stay."),
        _("name, spelling, team, country, EMA number, club, two people share a name, wrong player"),
        "entries.edit",
        "manage_entries",
    ),
    Elsewhere(
        _("A penalty or bonus was wrong"),
        _("Void its line in the ledger, and add the right one."),
        _("penalty, bonus, ledger, fine, deduction, points"),
        "ledger.view",
        "manage_ledger",
    ),
    Elsewhere(
        _("Uma, table points or start points were wrong"),
        _("Correct the rules, then return here to count played rounds again."),
        _("uma, oka, rules, start points, starting points, table points, penalty, time, scoring, count again"),
        "rules.change",
        "manage_rules",
    ),
)

Problem = type[RepairForm] | Elsewhere


def find_form(kind: str) -> type[RepairForm] | None:
    return next((form for form in FORMS if form.kind == kind), None)


def require_undo(user: User | None, tournament: Tournament, kind: str) -> None:
    """Raise `UserError` for an account that may not fix problems of this kind, and so may not undo their repairs."""
    form = find_form(kind)
    needed = ["results.correct", *([form.permission] if form is not None else [])]
    if user is None or not all(can(user, action, tournament) for action in needed):
        raise UserError(_gettext("You may not undo this kind of repair. Ask the organiser."))


def search(query: str) -> list[Problem]:
    """Return the problems that fit words in any language, best first; all for an empty query."""
    problems: list[Problem] = [WRONG_NUMBERS, *FORMS, *ELSEWHERE]
    folded_query = _fold_text(query)
    if not folded_query:
        return problems
    fits = [0] * len(problems)
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            fits = [max(fit, _fit(folded_query, problem)) for fit, problem in zip(fits, problems, strict=True)]
    best = sorted(range(len(problems)), key=lambda index: -fits[index])
    return [problems[index] for index in best if fits[index]]


def _fit(query: str, problem: Problem) -> int:
    """Return the number of letters of the query in the problem's words, or in its title if that has them all."""
    phrases = [phrase.split() for phrase in _fold_text(str(problem.words)).replace("、", ",").split(",")]
    fit = sum(len("".join(phrase)) for phrase in phrases if phrase and all(_has_word(query, word) for word in phrase))
    return fit + 2 * len(query) * (query in _fold_text(f"{problem.title} {problem.help}"))


def _has_word(query: str, word: str) -> bool:
    """Return True if a word of the query begins so; in scripts without spaces, such as Japanese, anywhere in it."""
    return any(part.startswith(word) for part in query.split()) if word.isascii() else word in query


def _fold_text(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
