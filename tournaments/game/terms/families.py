"""Words of ids: those that the families share, and behind them each family's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.family import families
from tournaments.game.terms.reader import Phrase


class FamilyWords(Mapping[str, Phrase]):
    """Id -> its words. `place` is the field of `engine.words.Words` in which a family lists what only it has."""

    def __init__(self, place: str, shared: Mapping[str, Phrase]) -> None:
        self.place, self.shared = place, shared

    def __getitem__(self, key: str) -> Phrase:
        if key in self.shared:
            return self.shared[key]
        for own in self._own():
            if key in own:
                return own[key]
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        return iter({**self.shared, **{key: "" for own in self._own() for key in own}})

    def __len__(self) -> int:
        return sum(1 for _key in self)

    def _own(self) -> list[Mapping[str, str]]:
        return [getattr(family.words, self.place) for family in families().values()]
