from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils import translation

from engine.bounded_json import digest
from engine.sentences import Sentence
from tournaments.core.open_items import ItemKind, OpenItem, OpenItemStep
from tournaments.core.printing.registry import PODIUM, find_paper
from tournaments.entries.models.entries import Entry, Team
from tournaments.events.models import Stage
from tournaments.rounds.models import Round, Seating
from tournaments.seating.text import outdated as words
from tournaments.standings.logic.inputs import UsedPlace
from tournaments.standings.models import InputRecord
from tournaments.standings.queries.cuts import get_name

Kind = InputRecord.Kind
Step = OpenItemStep

FILES: Final = frozenset({Step.FEDERATION, Step.CERTIFICATES})
SEATS: Final = frozenset({Step.PUBLISH, Step.START})
PUBLIC: Final = frozenset({Step.RELEASE, Step.CEREMONY})
MAY_STOP: Final = FILES | SEATS | PUBLIC
PAGES: Final[Mapping[str, tuple[str, str]]] = {
    Kind.CUT: ("manage_stages", "stages.edit"),
    Kind.CEREMONY: ("manage_standings", "results.release"),
    Kind.FEDERATION: ("manage_federation", "events.export"),
    Kind.PAPER: ("manage_print", "print"),
}
"""Page where a difference is settled, and its permission; draws use the page of their seating."""


@dataclass(frozen=True)
class Outdated:
    """Something that was made from other inputs than today's. `seating`: the drawn version, or the one in force that a
    paper should show. `in_force`: False for a draft beside another seating. `open`: can be made again, or is in use.
    `moved`: whose place differs, then and now. `waits_for`: an earlier round without results, so that places cannot be
    compared.
    """

    record: InputRecord
    rounds: tuple[Round, ...]
    in_force: bool
    open: bool
    today: tuple[UsedPlace, ...] = ()
    moved: tuple[tuple[Entry | Team, int | None, int | None], ...] = ()
    comes: tuple[Entry | Team, ...] = ()
    goes: tuple[Entry | Team, ...] = ()
    tied: tuple[Entry | Team, ...] = ()
    free: int = 0
    seating: Seating | None = None
    tables: tuple[int, ...] = ()
    waits_for: int | None = None

    @property
    def kind(self) -> str:
        return str(self.record.kind)

    @property
    def stage(self) -> Stage | None:
        return self.record.stage

    @property
    def round(self) -> Round | None:
        return self.rounds[0] if self.rounds else None

    @property
    def text(self) -> Sentence:
        number = self.rounds[0].number if self.rounds else 0
        match self.kind:
            case Kind.CUT if self.waits_for is not None:
                return words.describe_cut_before_end(str(self.stage), self.waits_for)
            case Kind.CUT:
                comes = [str(entry) for entry in self.comes if entry not in self.tied]
                cut = words.describe_outdated_cut(
                    str(self.stage), comes, list(map(str, self.goes)), shared=bool(self.tied)
                )
                return words.with_shared_line(cut, list(map(str, self.tied)), self.free) if self.tied else cut
            case Kind.DRAW if not self.record.after:
                return words.describe_changed_numbers(number)
            case Kind.DRAW:
                return words.describe_outdated_draw(number, self.waits_for)
            case Kind.CEREMONY:
                return words.describe_outdated_ceremony()
            case Kind.FEDERATION:
                return words.describe_outdated_federation_list()
        return words.describe_outdated_paper(self._title, number, self.tables, single=self.by_table)

    @property
    def by_table(self) -> bool:
        paper = find_paper(self.record.paper)
        return paper is not None and paper.by_table

    @property
    def _title(self) -> Sentence:
        paper = find_paper(self.record.paper)
        with translation.override("en"):
            return Sentence(str(paper.title) if paper is not None else self.record.paper)

    @property
    def stops(self) -> frozenset[OpenItemStep]:
        match self.kind:
            case Kind.CUT:
                return MAY_STOP
            case Kind.DRAW:
                live = self.seating is not None and self.seating.state in Seating.LIVE
                return MAY_STOP if live else FILES | SEATS
            case Kind.CEREMONY:
                return frozenset({Step.CEREMONY})
        paper = find_paper(self.record.paper)
        return frozenset({Step.CEREMONY}) if paper is not None and paper.made_from == PODIUM else frozenset()

    @property
    def item(self) -> OpenItem:
        rounds = [round_.number for round_ in self.rounds]
        parts: list[object] = [self.record.tournament.slug]
        if self.kind == Kind.DRAW:
            page, action, parts = "manage_seating", "seating.view", [*parts, rounds[0]]
        else:
            page, action = PAGES[self.kind]
        return OpenItem(
            ItemKind.OUTDATED,
            f"outdated {self.record.number} {self.digest}",
            self.text,
            reverse(page, args=parts),
            action,
            rounds[0] if rounds else None,
            self.stops,
            frozenset(rounds),
            self.record.after,
        )

    @property
    def digest(self) -> str:
        """Digest of the difference; another correction gives another item."""
        changed = [[str(entry), then, now] for entry, then, now in self.moved]
        names = [[get_name(row) for row in rows] for rows in (self.comes, self.goes)]
        facts = [used.facts for used in self.today]
        waits = [self.waits_for] if self.waits_for is not None else []
        return digest([changed, names, facts, list(self.tables), *waits])[:12]
