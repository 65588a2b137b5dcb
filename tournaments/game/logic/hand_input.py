"""Hand checker's input: read from the URL and changed by one press of a tile."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

from engine.errors import EngineError
from engine.exact import integer_or
from engine.family import Ruleset, default_ruleset_name, ruleset, ruleset_names
from engine.tiles.hand import Hand, WinBy
from engine.tiles.hand_strings import read_hand
from engine.tiles.melds import Meld, MeldKind
from engine.tiles.tile import HONOURS, Tile, format_tile, format_tiles, is_flower, parse_tile, sort_tiles
from tournaments.game.logic.circumstances import PLACES, list_circumstances, list_places

T = typing.TypeVar("T")
MAX_LENGTH = 400
"""Maximum length of a notation: several times the longest hand."""


@dataclass(frozen=True)
class HandInput:
    """Case of the hand checker, identical with its URL."""

    ruleset: str = field(default_factory=default_ruleset_name)
    hand: str = ""
    by: str = WinBy.SELF_DRAW.value
    prevalent: str = "E"
    seat: str = "E"
    context: Mapping[str, str] = field(default_factory=dict)
    to: str = "hand"
    read_from: str = ""
    """Typed line in another notation than ours."""
    assumed: bool = False
    """True if the last tile of a complete hand was assumed as the winning tile."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """Options that differ from the edition, of an event; the URL has none."""

    @classmethod
    def read(
        cls, query: Mapping[str, str], name: str = "", parameters: Mapping[str, Any] = MappingProxyType({})
    ) -> HandInput:
        """Read the input from a query; unknown values fall back to the defaults. `name`: the only ruleset."""
        name = name or query.get("ruleset", "")
        question = cls(
            ruleset=name if name in ruleset_names() else default_ruleset_name(),
            parameters=parameters,
            hand=query.get("hand", "").strip()[:MAX_LENGTH],
            by=_choose_or_default(query.get("by"), [by.value for by in WinBy], cls.by),
            prevalent=_choose_or_default(query.get("prevalent"), "ESWN", cls.prevalent),
            seat=_choose_or_default(query.get("seat"), "ESWN", cls.seat),
        )
        fields = list_circumstances(question.rules)
        texts = {field.name: query.get(field.name, "").strip()[:MAX_LENGTH] for field in fields}
        context = {field.name: texts[field.name] for field in fields if field.read(texts[field.name]) is not None}
        return replace(
            question, context=context, to=_choose_or_default(query.get("to"), list_places(fields), cls.to)
        )._convert_notation()

    def _convert_notation(self) -> HandInput:
        """Return the input in our notation; unchanged if unreadable.

        A complete hand without a winning tile won by its last tile, which the page asks about.
        """
        try:
            written = read_hand(self.hand, self.rules.family.sets)
        except EngineError:
            return self
        if (situation := written.situation) is not None:
            flags = {name: "1" for name in ("last_copy", "last_tile", "replacement") if getattr(situation, name)}
            names = {circumstance.name for circumstance in list_circumstances(self.rules)}
            context = {**self.context, **{name: value for name, value in flags.items() if name in names}}
            return replace(
                self,
                hand=str(written.hand),
                read_from=self.hand,
                context=context,
                by=situation.by.value,
                prevalent=situation.prevalent.letter,
                seat=situation.seat.letter,
            )
        try:
            is_same_hand = Hand.parse(self.hand) == written.hand
        except EngineError:
            is_same_hand = False
        if is_same_hand:
            return self
        read_from = "" if written.assumed and _is_own(self.hand) else self.hand
        return replace(self, hand=str(written.hand), read_from=read_from, assumed=written.assumed)

    @property
    def other_wins(self) -> list[tuple[Tile, str]]:
        """Other possible winning tiles than the last one, each with the hand in that case."""
        if not self.assumed:
            return []
        hand = Hand.parse(self.hand)
        if hand.winning is None:
            return []
        every = (*hand.concealed, hand.winning)
        return [
            (tile, replace(self, hand=str(hand._replace(concealed=_remove_one(every, tile), winning=tile))).query())
            for tile in sorted(set(every) - {hand.winning})
        ]

    @property
    def rules(self) -> Ruleset:
        return ruleset(self.ruleset, self.parameters) if self.parameters else ruleset(self.ruleset)

    def query(self) -> str:
        pairs = {"ruleset": self.ruleset}
        for name, value in (("hand", self.hand), ("by", self.by), ("prevalent", self.prevalent), ("seat", self.seat)):
            if value != getattr(HandInput, name, ""):
                pairs[name] = value
        return urlencode({**pairs, **self.context})

    def case(self, hand: Hand) -> dict[str, Any]:
        fields = {circumstance.name: circumstance for circumstance in list_circumstances(self.rules)}
        context = {name: fields[name].read(text) for name, text in self.context.items()}
        return {
            "ruleset": self.ruleset,
            **({"parameters": dict(self.parameters)} if self.parameters else {}),
            "hand": format_tiles(hand.concealed),
            "melds": [str(meld) for meld in hand.melds],
            "win": format_tile(hand.winning) if hand.winning is not None else "",
            "by": self.by,
            "prevalent_wind": self.prevalent,
            "seat_wind": self.seat,
            "flowers": format_tiles(hand.flowers),
            "context": context,
        }

    def pressed(self, query: Mapping[str, str]) -> HandInput:
        """Return the input after a button: a tile added or removed, or everything cleared. Invalid text is kept."""
        if "clear" in query:
            return replace(self, hand="", context={}, to="hand")
        try:
            hand = Hand.parse(self.hand)
            if "add" in query:
                return self._add_tile(hand, parse_tile(query.get("add", "")))
            if "remove" in query:
                return self._remove_tile(hand, query.get("remove", ""))
        except EngineError:
            return self
        return self

    def _add_tile(self, hand: Hand, tile: Tile) -> HandInput:
        if self.to not in PLACES:
            before = self.context.get(self.to, "")
            single = any(
                circumstance.name == self.to and circumstance.kind == "tile"
                for circumstance in list_circumstances(self.rules)
            )
            text = format_tile(tile) if single else before + format_tile(tile)
            return replace(self, context={**self.context, self.to: text})
        if is_flower(tile):
            return self._replace_hand(hand._replace(flowers=sort_tiles((*hand.flowers, tile))))
        if self.to in ("hand", "win"):
            full = len(hand.concealed) >= 3 * (self.rules.family.sets - len(hand.melds)) + 1
            if self.to == "win" or full:
                return self._replace_hand(hand._replace(winning=tile))
            return self._replace_hand(hand._replace(concealed=sort_tiles((*hand.concealed, tile))))
        meld = Meld.parse(_format_meld(MeldKind(self.to), tile))
        return self._replace_hand(hand._replace(melds=(*hand.melds, meld)))

    def _remove_tile(self, hand: Hand, place: str) -> HandInput:
        """Remove a tile; `place`: c and an index (concealed), m (meld), f (flower), w (winning tile), or a field."""
        if place in self.context:
            return replace(self, context={name: text for name, text in self.context.items() if name != place})
        kind, index = place[:1], integer_or(place[1:], -1)
        if kind == "w":
            return self._replace_hand(hand._replace(winning=None))
        if kind == "c":
            return self._replace_hand(hand._replace(concealed=_remove_at(hand.concealed, index)))
        if kind == "m":
            return self._replace_hand(hand._replace(melds=_remove_at(hand.melds, index)))
        return self._replace_hand(hand._replace(flowers=_remove_at(hand.flowers, index))) if kind == "f" else self

    def _replace_hand(self, hand: Hand) -> HandInput:
        return replace(self, hand=str(hand))


def _is_own(text: str) -> bool:
    try:
        Hand.parse(text)
    except EngineError:
        return False
    return True


def _remove_one(tiles: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    index = tiles.index(tile)
    return sort_tiles((*tiles[:index], *tiles[index + 1 :]))


def _remove_at(items: tuple[T, ...], index: int) -> tuple[T, ...]:
    return tuple(item for number, item in enumerate(items) if number != index)


def _format_meld(kind: MeldKind, tile: Tile) -> str:
    """Return the notation of the meld that begins with the tile (the last chow of a suit for an 8 or 9)."""
    if kind is MeldKind.CHOW:
        first = tile - max(0, tile % 9 - 6) if tile < HONOURS[0] else tile
        return f"chow({format_tiles((first, first + 1, first + 2))})"
    return f"{kind.value}({format_tiles((tile,) * (4 if kind.is_kong else 3))})"


def _choose_or_default(value: str | None, choices: typing.Iterable[str], default: str) -> str:
    return value if value is not None and value in list(choices) else default
