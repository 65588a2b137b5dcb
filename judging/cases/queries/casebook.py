"""The case book: search, records of players, and the public digest without names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from judging.cases.logic.verification import compute_ruling_digest, pack_finding, pack_measure
from judging.cases.models import Case, ClaimRecord, Party, Ruling, Sanction
from judging.cases.queries.pages import list_cases
from judging.rulebook.text import findings
from tournaments.core.text.folding import fold_search_words
from tournaments.duplicate.models.board_plays import BoardPlay
from tournaments.entries.fields import NAMES
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament


def search(tournament: Tournament, wanted: Mapping[str, Any]) -> QuerySet[Case]:
    """Return cases that meet every condition of `wanted` (q, clause, kind, player, table, round, state), newest first.

    `q` is looked for in notes, titles of infractions and names of the players concerned. A clause matches itself and
    its parts: ``MCR-6.8`` finds ``MCR-6.8 points``, not ``MCR-6.80``.
    """
    cases = list_cases(tournament)
    if clause := str(wanted.get("clause") or "").strip():
        cited = Q(claims__clauses__icontains=f" {clause} ") | Q(rulings__sanctions__clause__iexact=clause)
        cases = cases.filter(cited | Q(rulings__sanctions__clause__istartswith=f"{clause} "))
    if kind := wanted.get("kind"):
        cases = cases.filter(kind=kind)
    if player := wanted.get("player"):
        cases = cases.filter(parties__entry=player, parties__concerned=True)
    if table := wanted.get("table"):
        cases = cases.filter(table__number=table)
    if number := wanted.get("round"):
        cases = cases.filter(round__number=number)
    if state := wanted.get("state"):
        cases = cases.filter(state=state)
    if words := fold_search_words(str(wanted.get("q") or "")).split():
        texts = _collect_texts(cases)
        cases = cases.filter(pk__in=[key for key, text in texts.items() if all(word in text for word in words)])
    return cases.distinct()


def _collect_texts(cases: QuerySet[Case]) -> dict[int, str]:
    parts: dict[int, list[str]] = {}
    fields = ("note", "rulings__reason", "rulings__note", "rulings__sanctions__title", "claims__clauses")
    for key, *texts in cases.order_by().values_list("pk", *fields):
        parts.setdefault(key, []).extend(str(text) for text in texts if text)
    concerned: dict[int, list[str]] = {}
    others: dict[int, list[str]] = {}
    parties = Party.objects.filter(case__in=list(parts), entry__isnull=False)
    for key, marked, *names in parties.values_list("case", "concerned", *(f"entry__{name}" for name in NAMES)):
        (concerned if marked else others).setdefault(key, []).extend(map(str, names))
    return {
        key: fold_search_words(*texts, *(concerned.get(key) or others.get(key, []))) for key, texts in parts.items()
    }


def is_without_fault(sanction: Sanction) -> bool:
    """True if the measure is only the outcome of a claim and no sanction."""
    return not sanction.infraction and sanction.penalty in findings.WITHOUT_FAULT


def list_player_sanctions(entry: Entry) -> list[Sanction]:
    sanctions = Sanction.objects.filter(entry=entry, ruling__in_force=True).select_related(
        "ruling__case__round", "ruling__case__table", "ruling__case__tournament", "ruling__decided_by"
    )
    return [
        sanction for sanction in sanctions.order_by("ruling__case__number", "order") if not is_without_fault(sanction)
    ]


def count_sanctions(tournament: Tournament) -> list[tuple[Entry, int]]:
    sanctions = Sanction.objects.filter(ruling__in_force=True, ruling__case__tournament=tournament).select_related(
        "entry"
    )
    counts = Counter(
        sanction.entry for sanction in sanctions if sanction.entry is not None and not is_without_fault(sanction)
    )
    return sorted(counts.items(), key=lambda row: (-row[1], row[0].number))


@dataclass(frozen=True)
class DigestLine:
    round: int | None
    titles: tuple[tuple[str, str, str], ...]
    clauses: tuple[str, ...]
    hand: str
    case: int
    """The number of its case, for referees alone."""
    undecided: bool
    digest: str

    @property
    def cited(self) -> list[str]:
        return list(dict.fromkeys([*self.clauses, *(clause for _title, _penalty, clause in self.titles if clause)]))


def list_digest(tournament: Tournament) -> list[DigestLine]:
    """Return rulings in force by round and case. Titles are the rules' own, without the referee's words."""
    rulings = Ruling.objects.filter(case__tournament=tournament, in_force=True)
    rulings = rulings.select_related("case__round", "claim").order_by("case__round__number", "case__number")
    lines = []
    for ruling in rulings.prefetch_related("sanctions"):
        titles = tuple(
            (
                sanction.title if sanction.infraction or is_without_fault(sanction) else "",
                findings.name_penalty(sanction.proposal),
                sanction.clause,
            )
            for sanction in ruling.sanctions.all()
        )
        clauses = tuple(
            dict.fromkeys(str(finding["clause"]) for finding in ruling.claim.findings if finding.get("clause"))
        )
        round_ = ruling.case.round.number if ruling.case.round else None
        hand, mark = str(ruling.get_hand_effect_display()), publish_ruling(ruling)["digest"]
        lines.append(DigestLine(round_, titles, clauses, hand, ruling.case.number, ruling.undecided, mark))
    return lines


PUBLIC_LOG_FIELDS: Final = (
    "prevalent_wind", "dealer", "seat_winds", "honba", "deposits", "dealer_repeats", "triple_dice", "start_scores",
    "deal", "dora_indicators", "wall", "wall_model", "common", "position", "events",
)  # fmt: skip
"""Fields of a record of play that matter to the law; others, such as names, are not published."""


def list_public_rulings(tournament: Tournament, *, through: int | None = None) -> list[dict[str, Any]]:
    """Return rulings by digest, which hides the order of cases; a board's once everybody has played it."""
    in_force = Ruling.objects.filter(case__tournament=tournament, in_force=True)
    if through is not None:
        in_force = in_force.filter(Q(case__round=None) | Q(case__round__number__lte=through))
    closed = BoardPlay.objects.filter(table=OuterRef("case__table"), board__released_at=None)
    in_force = in_force.exclude(Exists(closed)).select_related("case__round", "claim").prefetch_related("sanctions")
    rulings = [publish_ruling(ruling) for ruling in in_force]
    return sorted(rulings, key=lambda ruling: (ruling["round"] or 0, ruling["digest"]))


def publish_ruling(ruling: Ruling) -> dict[str, Any]:
    record = ruling.claim
    content = {
        "round": ruling.case.round.number if ruling.case.round else None,
        "number": ruling.number,
        "claim": _publish_claim(record, record.claim),
        **({"further": [_publish_claim(record, claim) for claim in record.further]} if record.further else {}),
        "engine": record.engine_version,
        "findings": [pack_finding(finding) for finding in record.findings],
        "measures": [pack_measure(measure) for measure in ruling.measures],
        "as_proposed": ruling.as_proposed,
    }
    return {**content, "digest": compute_ruling_digest(content)}


def _publish_claim(record: ClaimRecord, stored: Mapping[str, Any]) -> dict[str, Any]:
    claim = {name: stored[name] for name in ("kind", "seat", "facts", "event") if name in stored}
    if "log" in stored:
        claim["log"] = {name: stored["log"][name] for name in PUBLIC_LOG_FIELDS if name in stored["log"]}
    return {**claim, "ruleset": record.ruleset_name, "parameters": record.parameters}
