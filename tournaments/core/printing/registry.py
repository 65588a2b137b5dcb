"""Registry of papers: the order, the words in the print languages, and the PDF."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, wraps
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import formats, timezone, translation
from django.utils.functional import Promise

from engine.sentences import Sentence, gettext_noop
from tournaments.core import discovery
from tournaments.core.errors import UserError
from tournaments.core.printing import pdf
from tournaments.core.printing.documents import Leaf, PaperHeading
from tournaments.core.printing.looks import read_look
from tournaments.core.text import names, places
from tournaments.core.text.language import format_language_tag
from tournaments.core.text.papers import LABELS
from tournaments.core.text.printed import PrintedWords
from tournaments.core.visibility import build_name_marks
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round

Text = str | Promise

BEFORE, ROUND, BETWEEN, AFTER = "before", "round", "between", "after"

SEATS, ALL_SEATS, PLACES, PODIUM = "seats", "all_seats", "places", "podium"

PRINTING, DEALS, CASE = "printing", "deals", "case"


@dataclass(frozen=True)
class Order:
    """Print order; `base_url` is empty without QR codes, `subject` and `session` come from other pages."""

    tournament: Tournament
    base_url: str = ""
    round: Round | None = None
    subject: Any = None
    session: int = 0
    tables: frozenset[int] = frozenset()
    players: frozenset[int] = frozenset()
    names_event: bool = True
    standings_through: int | None = None

    def absolute(self, path: str) -> str:
        return self.base_url + path if self.base_url else ""

    @property
    def languages(self) -> list[str]:
        return self.tournament.print_languages or [translation.get_language() or "en"]

    @property
    def provisional(self) -> bool:
        return self.tournament.state != Tournament.State.FINISHED

    @cached_property
    def label(self) -> dict[str, PrintedWords]:
        return translate_labels(self.languages)

    @cached_property
    def marks(self) -> names.Marks:
        return build_name_marks(self.tournament)

    @property
    def played(self) -> Round:
        if self.round is None:
            raise UserError(Sentence(gettext_noop("Choose the round to print.")), field="round")
        return self.round


Leaves = Callable[[Order], list[Leaf]]


@dataclass(frozen=True)
class Paper:
    """Kind of paper.

    `needs` is round or nothing; `offered` the page that offers it; `public`: anyone may print it for a published round;
    `in_readers_language`: its text is in the reader's language, only its labels in the event's.
    """

    key: str
    title: Text
    leaves: Leaves
    needs: str = ""
    offered: str = PRINTING
    public: bool = False
    in_readers_language: bool = False
    labels: Mapping[str, Text] = field(default_factory=dict)
    parts: Sequence[str] = ()
    too_early: Callable[[Order], None] | None = None
    """Raises `UserError` while the paper cannot be made yet; called before its leaves and before a job."""
    needed: tuple[str, ...] = ()
    """Times at which the printing page opens with it."""
    feature: str = ""
    content_without_event: Callable[[Order], str] | None = None
    tells_standings: bool = False
    made_from: str = ""
    """Inputs that are fixed once it is handed out."""
    by_table: bool = False
    by_player: bool = False
    full_names: bool = False
    """True for a paper that stays with the staff or the person; others show names as the event does."""

    @property
    def own_labels(self) -> dict[str, Text]:
        return {key: text for part in self.parts for key, text in _papers[part].labels.items()} | dict(self.labels)

    def refuse_early(self, order: Order) -> None:
        if self.too_early is not None:
            self.too_early(order)

    def run(self, order: Order, size: str, leaves: Sequence[Leaf] | None = None) -> pdf.PrintRun:
        """Return the content for this size of paper. Raises `UserError` if there is nothing to print."""
        with timezone.override(ZoneInfo(order.tournament.time_zone)), names.reading_names(full=self.full_names):
            return pdf.PrintRun(
                self.leaves(order) if leaves is None else leaves,
                f"{order.tournament.name}: {self.title}" if order.names_event else str(self.title),
                size,
                (translation.get_language() if self.in_readers_language else None) or order.languages[0],
                translate_labels(order.languages, more) if (more := self.own_labels) else order.label,
                order.tournament.time_zone,
            )

    def made(
        self,
        order: Order,
        size: str,
        *,
        leaves: Sequence[Leaf] | None = None,
        progress: Callable[[int, int], None] = lambda done, total: None,
        seconds: float | None = None,
    ) -> bytes:
        with names.reading_names(full=self.full_names):
            return pdf.render_run(self.run(order, size, leaves), progress, seconds=seconds)


_papers: dict[str, Paper] = {}


def paper(key: str, title: Text, **how: Any) -> Callable[[Leaves], Leaves]:
    def register(leaves: Leaves) -> Leaves:
        if key in _papers:
            raise ValueError(f"two papers are called {key}")
        paper = Paper(key, title, leaves, **how)

        @wraps(leaves)
        def in_its_language(order: Order) -> list[Leaf]:
            # Dates and name order use the paper's first language; labels are printed in all languages.
            paper.refuse_early(order)
            language = translation.get_language() if paper.in_readers_language else order.languages[0]
            with translation.override(language), names.reading_names(full=paper.full_names):
                return leaves(order)

        _papers[key] = replace(paper, leaves=in_its_language)
        return in_its_language

    return register


def find_paper(key: str) -> Paper | None:
    discovery.import_modules("papers")
    return _papers.get(key)


def make_leaves(key: str, order: Order) -> list[Leaf]:
    discovery.import_modules("papers")
    return _papers[key].leaves(order)


def list_offered_papers(page: str = PRINTING, tournament: Tournament | None = None) -> list[Paper]:
    """Return the papers that a page offers: those of a round first, then by English title."""
    discovery.import_modules("papers")
    used = {"", *(tournament.enabled if tournament else Tournament.Feature.values)}
    papers = [paper for paper in _papers.values() if paper.offered == page and paper.feature in used]
    with translation.override("en"):
        return sorted(papers, key=lambda paper: (not paper.needs, str(paper.title)))


def list_needed_papers(tournament: Tournament, when: str) -> list[Paper]:
    return [paper for paper in list_offered_papers(tournament=tournament) if when in paper.needed]


def translate_labels(languages: list[str], more: Mapping[str, Text] | None = None) -> dict[str, PrintedWords]:
    texts = LABELS | dict(more or {})
    languages_of: dict[str, dict[str, str]] = {key: {} for key in texts}
    for language in languages or ["en"]:
        with translation.override(language):
            for key, text in texts.items():
                languages_of[key].setdefault(str(text), format_language_tag(language))
    return {key: PrintedWords((tag, text) for text, tag in words.items()) for key, words in languages_of.items()}


def build_heading(order: Order) -> PaperHeading:
    event, played = order.tournament, order.round
    first, last = event.starts_on or event.ends_on, event.ends_on
    date = places.format_days(first, last) if first else ""
    look = read_look(event)
    if played is None:
        return PaperHeading(event.name, event.place, date, look=look)
    starts = format_start(order, played)
    return PaperHeading(event.name, event.place, date, played.number, str(played.stage), starts, look)


def format_start(order: Order, played: Round, *, year: bool = True) -> str:
    """Return the planned start in the event's time zone, empty if unplanned; `year` adds the year."""
    return format_moment(order, played.starts_at, year=year)


def format_moment(order: Order, moment: datetime.datetime | None, *, year: bool = True) -> str:
    if moment is None:
        return ""
    local = moment.astimezone(ZoneInfo(order.tournament.time_zone))
    if year:
        return formats.date_format(local, "SHORT_DATETIME_FORMAT")
    return " ".join(formats.date_format(local, name) for name in ("MONTH_DAY_FORMAT", "TIME_FORMAT"))


def place_of(place: int, shared: bool) -> str:
    """Format a place: `3=` if shared, as on pages, a dash without one."""
    if not place:
        return "–"
    return f"{place}=" if shared else str(place)
