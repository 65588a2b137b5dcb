"""Long lists of public pages: in pages called by their first and last row, with a search; short ones whole.

A page of 160 players is about ten screens of a phone. `?page=all` is the whole list, to print it or to search in it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

from django.core.paginator import Paginator
from django.http import HttpRequest, QueryDict

from tournaments.core.text.alphabet import Key, divide

Row = TypeVar("Row")

ALL: Final = "all"
MAX_WORDS: Final = 100
KEPT: Final = ("after", "category", "by", "q")
"""Parameters that the links of a list keep."""


class Length(NamedTuple):
    """Rows of a page. A list of up to `most` is whole, and so is the end of a longer one."""

    usual: int
    most: int


PLAYERS: Final = Length(160, 200)
TABLES: Final = Length(32, 40)
TEAMS: Final = Length(40, 50)
"""Each takes up to about 10,000 pixels of a phone."""


class LongList(Generic[Row]):
    """The rows of a list that a page shows, and what the links to the others say."""

    def __init__(
        self, request: HttpRequest, every: Sequence[Row], starts: Sequence[int], labels: Sequence[str]
    ) -> None:
        query = request.GET
        self.every, self.starts, self.labels = every, starts, labels
        self.words = searched(request)
        self.query = QueryDict(mutable=True)
        self.query.update({name: str(query[name]) for name in KEPT if query.get(name)})
        self.whole = query.get("page") == ALL
        self.number = Paginator(starts, 1).get_page(query.get("page")).number

    @property
    def in_pages(self) -> bool:
        """True if the list is too long for one page."""
        return len(self.starts) > 1

    @property
    def rows(self) -> Sequence[Row]:
        """The rows that are shown."""
        bounds = [*self.starts, len(self.every)]
        return self.every if self.whole else self.every[bounds[self.number - 1] : bounds[self.number]]

    @property
    def pages(self) -> list[tuple[int, str]]:
        """The number and the name of each page."""
        return list(enumerate(self.labels, 1))

    @property
    def beside_words(self) -> list[tuple[str, str]]:
        """Parameters that a search keeps."""
        return [(name, str(value)) for name, value in self.query.items() if name != "q"]

    def turn_to(self, position: int) -> None:
        """Show the page that has the row at this position, counted from 0."""
        self.number = bisect_right(self.starts, position)


def in_pages(
    request: HttpRequest, rows: Sequence[Row], length: Length, call: Callable[[Row], object] | None = None
) -> LongList[Row]:
    """Return pages of equal length. `call` returns the name of a row; else rows are called by their position."""
    paginator = Paginator(rows, length.usual, orphans=length.most - length.usual)
    bounds = [(page.start_index(), page.end_index()) for page in paginator] if rows else []
    name = (lambda position: call(rows[position - 1])) if call else (lambda position: position)
    labels = [f"{name(first)}–{name(last)}" for first, last in bounds]
    return LongList(request, rows, [first - 1 for first, _last in bounds] or [0], labels)


def by_letter(request: HttpRequest, rows: Sequence[Row], length: Length, key: Callable[[Row], Key]) -> LongList[Row]:
    """Return about as many pages, cut between letters. The rows are in the order of their keys."""
    count = Paginator(rows, length.usual, orphans=length.most - length.usual).num_pages
    keys = [key(row) for row in rows]
    alphabet = divide(keys, count)
    return LongList(request, rows, [0, *(bisect_left(keys, start) for start in alphabet.starts)], alphabet.labels)


def searched(request: HttpRequest) -> str:
    """Return the words of the search, empty without one."""
    return request.GET.get("q", "").strip()[:MAX_WORDS]
