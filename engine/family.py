"""Rule families and rulesets: a family is a folder of engine/rules, a ruleset is a family with parameters."""

from __future__ import annotations

import dataclasses
import importlib
import json
import pkgutil
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, TypeVar

from engine.clauses import Clause, cite, find_clause, in_force, read_clauses
from engine.confidence import Confidence, read_confidence
from engine.errors import RulesetError
from engine.exact import quote_value
from engine.match.plan import MatchPlan
from engine.match.sheet_rules import SheetRules
from engine.parameters import FamilyParameters, option_value, read_parameters, to_plain
from engine.play.procedure import Procedure
from engine.reading.waits import WaitsOf
from engine.scoring.patterns import Pattern
from engine.scoring.score import ScoredHand, ScoreExplanation, ScoringRules
from engine.sentences import Sentence
from engine.sentences import sentence as _
from engine.tiles.copies import Place
from engine.tiles.hand import Hand, Win
from engine.tiles.tile import WINDS, TileSet
from engine.words import Words

Options = TypeVar("Options")
Answer = TypeVar("Answer")

FAMILIES = "engine.rules"
"""Package of the families, given by name because it imports this module."""


@dataclass(frozen=True, kw_only=True)
class RuleFamily:
    """Interface of a rule family to engine and site. Each ``make_`` function is called once for a ruleset."""

    name: str
    """Folder name and first word of its rulesets: mcr, riichi, taiwan, sichuan."""

    title: str

    clause_prefix: str

    folder: Path

    default_preset: str

    parameters: type[FamilyParameters]
    """Value of ``family.parameters``; ``options`` returns it in its own type."""

    implied: Callable[[Mapping[str, Any], Any], Mapping[str, Any]] = lambda values, base: {}
    """Replaced parameters, those of the preset -> further ones that they bring with them."""

    circumstances: type[Any]
    """NamedTuple of the circumstances of a win that only this family has, all with defaults."""

    circumstances_when: Mapping[str, Mapping[str, Sequence[Any]]] = field(default_factory=dict)
    """Circumstance -> parameters with the values under which it counts; those left out count in every edition."""

    sets: int

    named_tiles: Callable[[Hand, Win], Sequence[Place]] = lambda hand, win: ()
    """Tiles outside the hand that the family's own circumstances of a win name or imply."""

    tile_set: Callable[[Ruleset], TileSet]

    patterns: Callable[[Ruleset], Sequence[Pattern[Any]]]

    make_scorer: Callable[[Ruleset], Callable[[Hand, Win], ScoredHand]]

    explain: Callable[[ScoredHand], ScoreExplanation]

    words: Words

    value_in_words: Callable[[Mapping[str, Any]], Sentence]
    """Value of a scored hand as a phrase, such as "2 han, 30 fu"."""

    example_hand: str

    make_waits: Callable[[Ruleset], WaitsOf]

    match: Callable[[Ruleset], MatchPlan]

    make_procedure: Callable[[Ruleset], Procedure[object]] | None = None

    make_sheet: Callable[[Ruleset], SheetRules] | None = None

    @cached_property
    def names(self) -> dict[str, dict[str, str]]:
        with (self.folder / "names.toml").open("rb") as file:
            return tomllib.load(file)

    @cached_property
    def value_texts(self) -> dict[str, dict[str, str]]:
        """Option -> value -> English text, of values that are not in ``names``; empty without the file."""
        path = self.folder / "values.toml"
        return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}

    @cached_property
    def clauses(self) -> dict[str, Clause]:
        """Clauses of all editions by name, in the order of clauses.toml."""
        return read_clauses(self.folder)

    @cached_property
    def infractions(self) -> list[dict[str, Any]]:
        """Rows of infractions.toml in order: code, clause, standard penalty, referee's options."""
        with (self.folder / "infractions.toml").open("rb") as file:
            rows: list[dict[str, Any]] = tomllib.load(file)["infraction"]
            return rows

    @cached_property
    def presets(self) -> dict[str, dict[str, Any]]:
        presets = {}
        for path in sorted((self.folder / "presets").glob("*.toml")):
            with path.open("rb") as file:
                presets[path.stem] = tomllib.load(file)
        return presets

    def about(self, preset: str, key: str) -> Any:
        """Value of ``key`` in the file of a preset, else in its base; None if neither has it."""
        contents = self.presets[preset]
        if key in contents or "base" not in contents:
            return contents.get(key)
        return self.about(contents["base"], key)

    @property
    def default_ruleset(self) -> str:
        return f"{self.name}-{self.default_preset}"

    def preset(self, name: str) -> FamilyParameters:
        """Parameters of a preset over those of its base. ``nothing``: those that are None. Raises RulesetError."""
        if name not in self.presets:
            preset_names = ", ".join(f"{self.name}-{preset}" for preset in self.presets)
            raise RulesetError(
                _(
                    "unknown ruleset %(family)s-%(name)s; use one of %(known)s",
                    family=self.name,
                    name=name[:40],
                    known=preset_names,
                ),
                at="ruleset",
            )
        contents = self.presets[name]
        base = self.preset(contents["base"]) if "base" in contents else None
        values = {**contents.get("parameters", {}), **dict.fromkeys(contents.get("nothing", ()))}
        return read_parameters(self.parameters, values, base)


@dataclass(frozen=True, eq=False)
class Ruleset:
    """Family with its parameters. `ruleset` returns the same object for the same parameters."""

    family: RuleFamily
    preset: str
    parameters: FamilyParameters

    def options(self, kind: type[Options]) -> Options:
        """Return the parameters in the family's own type. Raises TypeError for the parameters of another family.

        >>> from engine.rules.mcr.parameters import Parameters
        >>> ruleset("mcr-2006").options(Parameters).min_points
        8
        """
        if not isinstance(self.parameters, kind):
            raise TypeError(f"{self.name} has no parameters of {kind.__module__}")
        return self.parameters

    def option(self, name: str) -> object:
        """Return the value of an option by name. Raises LookupError for an unknown one.

        >>> ruleset("riichi-ema-2016").option("chombo_points")
        20000
        """
        return option_value(self.parameters, name)

    def explain(self, scored: ScoredHand) -> ScoreExplanation:
        return self.family.explain(scored)

    @property
    def name(self) -> str:
        return f"{self.family.name}-{self.preset}"

    @cached_property
    def changed(self) -> dict[str, Any]:
        base = self.family.preset(self.preset)
        return {
            field.name: self.option(field.name)
            for field in dataclasses.fields(self.parameters)
            if self.option(field.name) != option_value(base, field.name)
        }

    @cached_property
    def tile_set(self) -> TileSet:
        return self.family.tile_set(self)

    @cached_property
    def has_winds(self) -> bool:
        """True when the game has wind tiles; without them seat and prevalent winds have no effect."""
        return any(self.tile_set.copies[tile] for tile in WINDS)

    @cached_property
    def patterns(self) -> Sequence[Pattern[Any]]:
        return self.family.patterns(self)

    @cached_property
    def clauses(self) -> dict[str, Clause]:
        return in_force(self.family.clauses.values(), self.parameters)

    def cite(self, clause: str) -> str:
        """Return the citation in force for a clause of the family: itself or its replacement.

        >>> ruleset("riichi-tenhou").cite("RI-3.14"), ruleset("riichi-wrc").cite("RI-E3")
        ('RI-E3', 'RI-3.14')
        """
        return cite(self.family.clauses, self.clauses, clause)

    @cached_property
    def confidence(self) -> Confidence:
        """Statements that were not read in the edition's booklet, without options that this ruleset changes."""
        confidence = read_confidence(
            self.family.about(self.preset, "not_verified"), self.family.about(self.preset, "disputed")
        )
        return confidence._replace(options=confidence.options - self.changed.keys())

    def doubts_clause(self, citation: str) -> bool:
        """Return True for the citation of a clause that was not read in the edition's booklet.

        >>> [ruleset(name).doubts_clause("RI-7.4 row 12") for name in ("riichi-ema-2025", "riichi-ema-2016")]
        [True, False]
        """
        clause = find_clause(self.family.clauses, self.cite(citation))
        return clause is not None and clause.name in self.confidence.clauses

    @cached_property
    def scorer(self) -> Callable[[Hand, Win], ScoredHand]:
        return self.family.make_scorer(self)

    @cached_property
    def match(self) -> MatchPlan:
        return self.family.match(self)

    @cached_property
    def waits(self) -> WaitsOf:
        return self.family.make_waits(self)

    @cached_property
    def procedure(self) -> Procedure[object]:
        if self.family.make_procedure is None:
            raise RulesetError(
                _("the rules of play of %(family)s are not known", family=self.family.name), at="ruleset"
            )
        return self.family.make_procedure(self)

    @cached_property
    def sheet(self) -> SheetRules:
        if self.family.make_sheet is None:
            raise RulesetError(_("the score sheet of %(family)s is not known", family=self.family.name), at="ruleset")
        return self.family.make_sheet(self)

    def __reduce__(self) -> tuple[Callable[..., Ruleset], tuple[str, dict[str, Any]]]:
        """Pickle as name and changed parameters, so that the other process shares its cached ruleset."""
        return ruleset, (self.name, {name: to_plain(value) for name, value in self.changed.items()})

    def __repr__(self) -> str:
        changed = f", {self.changed!r}" if self.changed else ""
        return f"ruleset({self.name!r}{changed})"


def from_options(kind: type[Options], answer: Callable[[Options], Answer]) -> Callable[[Ruleset], Answer]:
    """Convert a function of the parameters of one family to a function of its rulesets.

    >>> from engine.rules.mcr.parameters import Parameters
    >>> from_options(Parameters, lambda rules: rules.min_points)(ruleset("mcr-2006"))
    8
    """
    return lambda rules: answer(rules.options(kind))


def ruleset_of(rules: ScoringRules) -> Ruleset:
    if not isinstance(rules, Ruleset):
        raise TypeError(f"{rules!r} is no ruleset")
    return rules


MAX_OVERRIDES_LENGTH = 20_000
"""Characters of overriding parameters as JSON; all parameters of a family have about 6,000."""


_REGISTERED: dict[str, RuleFamily] = {}


def register(family: RuleFamily) -> None:
    _REGISTERED[family.name] = family
    _forget()


def unregister(name: str) -> None:
    _REGISTERED.pop(name, None)
    _forget()


def _forget() -> None:
    families.cache_clear()
    family_named.cache_clear()
    _ruleset.cache_clear()


@cache
def families() -> dict[str, RuleFamily]:
    """All families by name: folders of engine/rules with a FAMILY, then registered ones."""
    by_name = {}
    folder = importlib.import_module(FAMILIES)
    for module in pkgutil.iter_modules(folder.__path__):
        if module.ispkg:
            family = getattr(importlib.import_module(f"{FAMILIES}.{module.name}"), "FAMILY", None)
            if isinstance(family, RuleFamily):
                by_name[family.name] = family
    return {**by_name, **_REGISTERED}


@cache
def family_named(name: str) -> RuleFamily | None:
    """Return the family with that name, or None. Loads only its own folder, for a fast start."""
    folder = importlib.import_module(FAMILIES)
    if name not in _REGISTERED and any(module.name == name for module in pkgutil.iter_modules(folder.__path__)):
        family = getattr(importlib.import_module(f"{FAMILIES}.{name}"), "FAMILY", None)
        if isinstance(family, RuleFamily) and family.name == name:
            return family
    return families().get(name)


def ruleset_names() -> list[str]:
    return [f"{family.name}-{preset}" for family in families().values() for preset in family.presets]


def default_ruleset_name() -> str:
    return next(iter(families().values())).default_ruleset


def ruleset_of_records(form: str) -> str:
    """Return the ruleset for logs that do not name one: the preset whose file lists the format under ``records``.

    Raises RulesetError if there is none.

    >>> ruleset_of_records("mjai")
    'riichi-tenhou'
    """
    for family in families().values():
        for preset, contents in family.presets.items():
            if form in contents.get("records", ()):
                return f"{family.name}-{preset}"
    raise RulesetError(_("there is no ruleset for records of %(form)s", form=form), at="ruleset")


def ruleset(name: str, parameters: Mapping[str, object] | None = None) -> Ruleset:
    """Return the ruleset ``family-preset`` with some parameters replaced.

    Raises RulesetError for an unknown family, preset or parameter, or a value outside the range of its option.

    >>> ruleset("mcr-2006", {"min_points": 6}).parameters.min_points
    6
    """
    overrides = json.dumps(parameters, sort_keys=True) if parameters else ""
    if len(overrides) > MAX_OVERRIDES_LENGTH:
        # Rulesets are cached with their parameters.
        raise RulesetError(
            _(
                "the parameters have %(count)s characters; the limit is %(most)s",
                count=len(overrides),
                most=MAX_OVERRIDES_LENGTH,
            ),
            at="parameters",
        )
    return _ruleset(name, overrides)


@lru_cache(maxsize=256)
def _ruleset(name: str, overrides: str) -> Ruleset:
    family_name, _dash, preset = name.partition("-")
    family = family_named(family_name)
    if family is None:
        raise RulesetError(
            _(
                "unknown rule family %(name)s; use one of %(known)s",
                name=quote_value(family_name),
                known=", ".join(families()),
            ),
            at="ruleset",
        )
    parameters = family.preset(preset)
    if overrides:
        values = json.loads(overrides)
        values = {**family.implied(values, parameters), **values}
        parameters = read_parameters(family.parameters, values, parameters)
    return Ruleset(family, preset, parameters)
