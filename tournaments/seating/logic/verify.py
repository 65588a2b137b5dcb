from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.bounded_json import digest
from engine.commitments import seed_commitment
from engine.sentences import Sentence, gettext_noop
from tournaments.seating.logic.certificate import FORMAT, format_certificate
from tournaments.seating.logic.constraints import Constraints
from tournaments.seating.logic.constructions.templates import rebuild
from tournaments.seating.logic.drawing import draw
from tournaments.seating.logic.draws import BETTER, FORMER_WAYS, KINDS, parse_inputs
from tournaments.seating.logic.errors import SeatingError
from tournaments.seating.logic.measures import measure_rounds
from tournaments.seating.logic.promises import OpenedPromise, list_broken_terms
from tournaments.seating.logic.schedule import ALGORITHM_VERSION, EARLIER_VERSIONS, Rounds, freeze, relabel_rounds
from tournaments.seating.logic.scheduling import check_schedule
from tournaments.seating.logic.seeding import Seeding, is_in_order

NAMES = {
    "tables": gettext_noop("tables"),
    "version": gettext_noop("version"),
    "measures": gettext_noop("measures"),
    "inputs": gettext_noop("inputs"),
    "commitment": gettext_noop("promise"),
    "seeding": gettext_noop("ratings"),
    "template": gettext_noop("template"),
    "draw": gettext_noop("draw"),
}


@dataclass(frozen=True, slots=True)
class CheckedPoint:
    """Checked point (a key of `NAMES`): whether it holds (None: unknown), and sentences about it."""

    name: str
    passed: bool | None
    sentences: tuple[Sentence, ...]

    @property
    def sentence(self) -> str:
        return " ".join(str(sentence) for sentence in self.sentences)


def _check(name: str, passed: bool, text: str, **values: object) -> CheckedPoint:
    return CheckedPoint(name, passed, (Sentence(text, values),))


UNREADABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


def _describe_error(error: Exception) -> Sentence:
    if isinstance(error, SeatingError):
        return error.message
    if isinstance(error, KeyError):
        return Sentence(gettext_noop('"%(name)s" is missing.'), {"name": str(error.args[0])[:40]})
    return Sentence(gettext_noop("An entry has another form than in a certificate."))


def verify(value: Mapping[str, Any]) -> list[CheckedPoint]:
    """Return every check in order; a certificate stands if all pass. A bare `{"rounds": ...}` is measured too."""
    checks: list[CheckedPoint] = []
    try:
        rounds = freeze(value["rounds"])
    except UNREADABLE as error:
        return [_check("tables", False, gettext_noop("The tables cannot be read: %(why)s"), why=_describe_error(error))]
    if value.get("format") != FORMAT:
        return [*_check_tables(value, rounds), *_check_measures(value, rounds)]
    version = str(value.get("version"))
    is_known = version == ALGORITHM_VERSION or value.get("kind") in EARLIER_VERSIONS.get(version, ())
    if not is_known:
        checks.append(
            _check(
                "version",
                False,
                gettext_noop("Drawn by %(theirs)s; this program is %(ours)s and cannot repeat it."),
                theirs=version,
                ours=ALGORITHM_VERSION,
            )
        )
    checks += _check_tables(value, rounds)
    checks += _check_measures(value, rounds)
    inputs = value.get("inputs")
    if not isinstance(inputs, dict):
        return [*checks, _check("inputs", False, gettext_noop("The inputs are missing."))]
    if digest(inputs) == value.get("inputs_digest"):
        checks.append(_check("inputs", True, gettext_noop("The inputs have the digest that is named.")))
    else:
        checks.append(_check("inputs", False, gettext_noop("The inputs were changed.")))
    checks += _check_promise(value)
    checks += _check_seeding(inputs)
    if value.get("kind") == BETTER or (value.get("kind") == "replan" and inputs.get("kind") in FORMER_WAYS):
        return [*checks, CheckedPoint("draw", None, (Sentence(ONLY_FORMER),))]
    if str(value.get("kind")) not in KINDS:
        return [
            *checks,
            _check("draw", False, gettext_noop("Unknown kind of draw: %(kind)s."), kind=value.get("kind")),
        ]
    return [*checks, *_check_draw(value, rounds, is_known)]


ONLY_FORMER = gettext_noop(
    "Release 0.3.0 made it in a way that this program does not repeat; check the draw with the verifier of that "
    "release."
)
NOT_KNOWN_HERE = gettext_noop(
    "Whether that hash was published before the draw stands in no certificate: compare it with the event's page of "
    "draws, its printed papers, or a copy that you kept."
)


def _check_promise(value: Mapping[str, Any]) -> list[CheckedPoint]:
    stated = value.get("commitment")
    if not stated:
        if value.get("lottery"):
            return [_check("commitment", False, gettext_noop("A promise is opened whose hash does not stand here."))]
        return []
    if not value.get("lottery"):
        if seed_commitment(str(value.get("seed"))) != stated:
            return [
                _check("commitment", False, gettext_noop("The seed is not the one that the hash in this file is of."))
            ]
        fits = Sentence(gettext_noop("The seed fits the hash in this file."))
        return [CheckedPoint("commitment", True, (fits, Sentence(NOT_KNOWN_HERE)))]
    try:
        problems = list_broken_terms(OpenedPromise.from_dict(value["lottery"]), value)
    except UNREADABLE as error:
        return [
            _check("commitment", False, gettext_noop("The promise cannot be read: %(why)s"), why=_describe_error(error))
        ]
    if problems:
        return [CheckedPoint("commitment", False, tuple(problems))]
    fits = Sentence(
        gettext_noop(
            "Promise and seed fit the hash in this file, and the draw is by seed and public value what they promise."
        )
    )
    return [CheckedPoint("commitment", True, (fits, Sentence(NOT_KNOWN_HERE)))]


def _check_seeding(inputs: Mapping[str, Any]) -> list[CheckedPoint]:
    # Pots are made again with the draw.
    if "seeding" not in inputs or inputs.get("played") != []:
        return []
    try:
        ratings = Seeding.from_dict(inputs["seeding"]).ratings
        if is_in_order(inputs["order"], ratings):
            return [_check("seeding", True, gettext_noop("The players stand in the order of the ratings."))]
    except UNREADABLE as error:
        text = gettext_noop("The ratings cannot be read: %(why)s")
        return [_check("seeding", False, text, why=_describe_error(error))]
    return [_check("seeding", False, gettext_noop("The players stand in another order than that of the ratings."))]


def _check_draw(value: Mapping[str, Any], rounds: Rounds, is_known: bool) -> list[CheckedPoint]:
    checks = []
    try:
        if value["kind"] == "fixed":
            rebuilt = rebuild(str(value["template"]["method"]), value["template"]["parameters"])
            if _list_meetings(relabel_rounds(rebuilt.rounds, value["mapping"])) == _list_meetings(rounds):
                text = gettext_noop("The tables are the template %(template)s with the players in their drawn numbers.")
                checks.append(_check("template", True, text, template=rebuilt.name))
            else:
                text = gettext_noop("The tables are not those of the template.")
                checks.append(_check("template", False, text))
        if not is_known:
            text = gettext_noop("The draw was not made again, since another version drew it; use that version for it.")
            return [*checks, _check("draw", False, text)]
        version = str(value["version"])
        drawn = draw(parse_inputs(value), str(value["seed"]), template=value.get("template"))
        # An earlier version's draw is repeated by the parts that have not changed since, under its own name.
        opened = OpenedPromise.from_dict(value["lottery"]) if value.get("lottery") else None
        fresh = replace(drawn.under(value.get("commitment"), opened), version=version).certificate()
    except UNREADABLE as error:
        text = gettext_noop("The draw cannot be made again: %(why)s")
        return [*checks, _check("draw", False, text, why=_describe_error(error))]
    written = format_certificate(fresh)
    mark = hashlib.sha256(written.encode()).hexdigest()
    if written == format_certificate(value):
        text = gettext_noop("The seed gives this draw again, byte for byte (SHA-256 %(mark)s).")
        return [*checks, _check("draw", True, text, mark=mark)]
    another = Sentence(gettext_noop("The seed gives another draw (SHA-256 %(mark)s)."), {"mark": mark})
    return [*checks, CheckedPoint("draw", False, (another, _describe_difference(json.loads(written), value)))]


def _describe_difference(rebuilt: Mapping[str, Any], stated: Mapping[str, Any]) -> Sentence:
    ours, theirs = freeze(rebuilt["rounds"]), freeze(stated["rounds"])
    for k, (our_round, their_round) in enumerate(zip(ours, theirs, strict=False), 1):
        for t, (ours_there, theirs_there) in enumerate(zip(our_round, their_round, strict=False), 1):
            if ours_there != theirs_there:
                text = gettext_noop(
                    "The first difference: at table %(table)d of round %(round)d the seed seats %(made)s, the file "
                    "%(found)s."
                )
                sitting = {"made": ", ".join(map(str, ours_there)), "found": ", ".join(map(str, theirs_there))}
                return Sentence(text, {"table": t, "round": k, **sitting})
    different = sorted(
        name
        for name in {*rebuilt, *stated}
        if name not in rebuilt or name not in stated or rebuilt[name] != stated[name]
    )
    return Sentence(gettext_noop("Other entries than those drawn: %(names)s."), {"names": ", ".join(different)[:200]})


def _check_tables(value: Mapping[str, Any], rounds: Rounds) -> list[CheckedPoint]:
    everybody = {player for round_ in rounds for table in round_ for player in table}
    try:
        byes = [{int(player) for player in line} for line in value.get("byes") or ()]
    except UNREADABLE as error:
        return [_check("tables", False, gettext_noop("The tables cannot be read: %(why)s"), why=_describe_error(error))]
    everybody.update(*byes)
    problems: list[Sentence] = []
    for k, round_ in enumerate(rounds):
        out = byes[k] if k < len(byes) else set()
        problems += check_schedule((round_,), everybody - out, first=k + 1)
    if problems:
        return [CheckedPoint("tables", False, tuple(problems[:5]))]
    return [_check("tables", True, gettext_noop("%(rounds)d rounds, each seating everybody once."), rounds=len(rounds))]


def _check_measures(value: Mapping[str, Any], rounds: Rounds) -> list[CheckedPoint]:
    stated = value.get("measures")
    if not isinstance(stated, dict):
        return []
    inputs = value.get("inputs")
    stated_constraints = inputs.get("constraints", {}) if isinstance(inputs, dict) else {}
    try:
        constraints = Constraints.from_dict(stated_constraints)
        measured = measure_rounds(rounds, constraints, table_numbers=value.get("table_numbers"))
    except UNREADABLE as error:
        text = gettext_noop("The measures cannot be recomputed: %(why)s")
        return [_check("measures", False, text, why=_describe_error(error))]
    recomputed = json.loads(json.dumps(measured.as_dict()))
    wrong = [
        Sentence(
            gettext_noop("Wrong measures: %(name)s is %(found)s, not %(stated)s."),
            {"name": name, "found": recomputed[name], "stated": stated[name]},
        )
        for name in recomputed
        if name in stated and recomputed[name] != stated[name]
    ]
    if wrong:
        return [CheckedPoint("measures", False, tuple(wrong))]
    return [
        _check(
            "measures",
            True,
            gettext_noop(
                "Recomputed from the tables alone: %(repeats)d repeats (bound %(bound)d), %(third)d third meetings, "
                "%(without)d pairs without a common opponent, %(tables)d repeated tables, wind excess %(winds)d."
            ),
            repeats=recomputed["repeats"],
            bound=measured.least_repeats,
            third=recomputed["third_meetings"],
            without=recomputed["without_common"],
            tables=recomputed["repeated_tables"],
            winds=recomputed["wind_excess"],
        )
    ]


def _list_meetings(rounds: Rounds) -> list[list[tuple[int, ...]]]:
    return [sorted(tuple(sorted(table)) for table in round_) for round_ in rounds]
