"""Long lists of public pages, in pages named by their first and last row, with a search."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

from django.core.paginator import Paginator
from django.http import HttpRequest, QueryDict

from tournaments.core.text.alphabet import Key, split_alphabet

Row = TypeVar("Row")

ALL: Final = "all"
MAX_WORDS: Final = 100
KEPT: Final = ("after", "category", "by", "q")


class Length(NamedTuple):
    usual: int
    most: int


PLAYERS: Final = Length(160, 200)
TABLES: Final = Length(32, 40)
TEAMS: Final = Length(40, 50)


class LongList(Generic[Row]):
    def __init__(
        self, request: HttpRequest, every: Sequence[Row], starts: Sequence[int], labels: Sequence[str]
    ) -> None:
        query = request.GET
        # A static copy has no searches and no pages of a list, but a search within the page.
        whole = getattr(request, "site_copy", None) is not None
        self.every, self.starts, self.labels = every, [0] if whole else starts, labels[:1] if whole else labels
        self.words = read_search_words(request)
        self.query = QueryDict(mutable=True)
        self.query.update({name: str(query[name]) for name in KEPT if query.get(name)})
        self.whole = query.get("page") == ALL
        self.number = Paginator(starts, 1).get_page(query.get("page")).number

    @property
    def in_pages(self) -> bool:
        return len(self.starts) > 1

    @property
    def rows(self) -> Sequence[Row]:
        bounds = [*self.starts, len(self.every)]
        return self.every if self.whole else self.every[bounds[self.number - 1] : bounds[self.number]]

    @property
    def pages(self) -> list[tuple[int, str]]:
        return list(enumerate(self.labels, 1))

    @property
    def beside_words(self) -> list[tuple[str, str]]:
        return [(name, str(value)) for name, value in self.query.items() if name != "q"]

    def turn_to(self, position: int) -> None:
        self.number = bisect_right(self.starts, position)


def in_pages(
    request: HttpRequest, rows: Sequence[Row], length: Length, call: Callable[[Row], object] | None = None
) -> LongList[Row]:
    paginator = Paginator(rows, length.usual, orphans=length.most - length.usual)
    bounds = [(page.start_index(), page.end_index()) for page in paginator] if rows else []
    name = (lambda position: call(rows[position - 1])) if call else (lambda position: position)
    labels = [f"{name(first)}–{name(last)}" for first, last in bounds]
    return LongList(request, rows, [first - 1 for first, _last in bounds] or [0], labels)


def paginate_by_letter(
    request: HttpRequest, rows: Sequence[Row], length: Length, key: Callable[[Row], Key]
) -> LongList[Row]:
    count = Paginator(rows, length.usual, orphans=length.most - length.usual).num_pages
    keys = [key(row) for row in rows]
    alphabet = split_alphabet(keys, count)
    return LongList(request, rows, [0, *(bisect_left(keys, start) for start in alphabet.starts)], alphabet.labels)


def read_search_words(request: HttpRequest) -> str:
    return request.GET.get("q", "").strip()[:MAX_WORDS]
