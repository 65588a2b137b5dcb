"""Words of ids: those that the families share, and behind them each family's own, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.family import families


class FamilyWords(Mapping[str, str | Promise]):
    """Id -> its words. `place` is the field of `engine.words.Words` in which a family lists what only it has."""

    def __init__(self, place: str, shared: Mapping[str, str | Promise]) -> None:
        self.place, self.shared = place, shared

    def __getitem__(self, key: str) -> str | Promise:
        if key in self.shared:
            return self.shared[key]
        for own in self._own():
            if key in own:
                return _(own[key])
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        return iter({**self.shared, **{key: "" for own in self._own() for key in own}})

    def __len__(self) -> int:
        return sum(1 for _key in self)

    def _own(self) -> list[Mapping[str, str]]:
        return [getattr(family.words, self.place) for family in families().values()]
