"""Players' names in the reader's language: leading and following form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol

from tournaments.core.text.language import get_language_code
from tournaments.core.text.places import format_country


class Named(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def sort_name(self) -> str: ...
    @property
    def native_name(self) -> str: ...


NATIVE_FIRST = ("ja", "zh")

_full: ContextVar[bool] = ContextVar("full_names", default=False)


@contextmanager
def reading_names(*, full: bool) -> Iterator[None]:
    """Read names in full, as the staff does, or as the event shows them, which is the default."""
    token = _full.set(full)
    try:
        yield
    finally:
        _full.reset(token)


def reads_full_names() -> bool:
    return _full.get()


def abbreviate(name: str) -> str:
    """Return the first letters of the name's parts; of a name in Chinese characters the first one only.

    >>> abbreviate("Petra Maria Quist"), abbreviate("山田 太郎"), abbreviate("李 白")
    ('P. M. Q.', '山.', '李.')
    """
    letters = [part[0].upper() for part in name.split()]
    return " ".join(f"{letter}." for letter in (letters[:1] if name and name.strip()[:1] >= "\u2e80" else letters))


def make_initials(name: str) -> str:
    """Return up to three letters that stand for a face.

    >>> make_initials("Petra Maria Quist"), make_initials("山田 太郎"), make_initials("Player 7")
    ('PMQ', '山', 'P')
    """
    return "".join(letter for letter in abbreviate(name) if letter.isalpha())[:3]


def choose_leading_name(named: Named) -> str:
    """Return the leading name: in Japanese and Chinese the native one, if there is one."""
    native_name = _get_native_name(named)
    return f"{native_name}{_get_addition(named)}" if _is_native_first() and native_name else named.name


class NamedCompetitor(Named, Protocol):
    @property
    def pk(self) -> int: ...
    @property
    def number(self) -> int: ...
    @property
    def club(self) -> str: ...
    @property
    def country(self) -> str: ...


Marks = Mapping[int, str]


def map_marks(players: Iterable[NamedCompetitor]) -> Marks:
    namesakes: dict[str, list[NamedCompetitor]] = {}
    for player in {player.pk: player for player in players}.values():
        namesakes.setdefault(choose_leading_name(player).casefold(), []).append(player)
    additions: dict[int, str] = {}
    for group in namesakes.values():
        if len(group) > 1:
            hides = any(getattr(player, "hides_name", False) for player in group)
            tellings = (
                () if hides else ([player.club for player in group], [format_country(player) for player in group])
            )
            telling = next((texts for texts in tellings if all(texts) and len(set(texts)) == len(group)), None)
            for player, text in zip(group, telling or [str(member.number) for member in group], strict=True):
                additions[player.pk] = text
    return additions


def format_person(named: Named, told_apart: Marks | None = None) -> str:
    return f"{choose_leading_name(named)}{format_mark(named, told_apart)}"


def format_persons(players: Sequence[NamedCompetitor]) -> list[str]:
    told_apart = map_marks(players)
    return [format_person(player, told_apart) for player in players]


def format_mark(named: Named, told_apart: Marks | None) -> str:
    mark = (told_apart or {}).get(getattr(named, "pk", 0))
    return f" ({mark})" if mark else ""


def choose_second_name(named: Named) -> str:
    native_name = _get_native_name(named)
    second = named.name if _is_native_first() and native_name else native_name
    return second if second != choose_leading_name(named) else ""


def split_listed_name(named: Named, told_apart: Marks | None = None) -> tuple[str, str]:
    """Return the name for a list sorted by family name: (family name, rest with the mark of a namesake).

    >>> from types import SimpleNamespace as Player
    >>> split_listed_name(Player(name="Élise Dupont", sort_name="Dupont Élise", native_name=""))
    ('Dupont', 'Élise')
    >>> split_listed_name(Player(name="Tarō Yamada", sort_name="Yamada Tarō", native_name="山田 太郎"))
    ('Yamada', 'Tarō')
    """
    mark = format_mark(named, told_apart)
    if getattr(named, "hides_name", False):
        return named.sort_name, mark.strip()
    mark = f"{_get_addition(named)}{mark}"
    if _is_native_first() and named.native_name:
        return named.native_name, mark.strip()
    # "Given Family" and "Family Given" of one person begin and end with the same family name.
    words = named.sort_name.split()
    for count in range(1, len(words)):
        family, given_name = " ".join(words[:count]), " ".join(words[count:])
        if f"{given_name} {family}" == getattr(named, "full_name", named.name):
            return family, f"{given_name}{mark}"
    return named.sort_name, mark.strip()


def choose_name_order() -> tuple[str, str]:
    return ("family_name", "given_name") if _is_native_first() else ("given_name", "family_name")


def _get_native_name(named: Named) -> str:
    return "" if getattr(named, "hides_name", False) else named.native_name


def _get_addition(named: Named) -> str:
    """Return the nickname as it follows the name, where the event shows both."""
    return getattr(named, "nickname_after_name", "")


def _is_native_first() -> bool:
    return get_language_code().startswith(NATIVE_FIRST)
