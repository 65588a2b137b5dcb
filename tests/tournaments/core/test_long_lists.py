"""Long lists in pages, and alphabets in parts: every row is on exactly one page, and its page is called by its name."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from django.test import RequestFactory
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.text.alphabet import Alphabet, Key, split_alphabet
from tournaments.core.views import long_lists
from tournaments.core.views.long_lists import Length, LongList

NAMES = st.text(alphabet="abcmz -é中王ㅎ", max_size=4)
KEYS = st.lists(NAMES, max_size=40).map(lambda names: sorted((name, at) for at, name in enumerate(names)))


def sizes(alphabet: Alphabet, keys: list[Key]) -> list[int]:
    parts = [alphabet.part_of(key) for key in keys]
    return [parts.count(part) for part in range(1, len(alphabet.labels) + 1)]


@given(KEYS, st.integers(1, 12), KEYS)
def test_every_name_has_one_part_in_the_order_of_names_whoever_comes_later(
    keys: list[Key], count: int, later: list[Key]
) -> None:
    alphabet = split_alphabet(keys, count)
    assert len(alphabet.labels) == count
    parts = [alphabet.part_of(key) for key in sorted({*keys, *later})]
    assert all(1 <= part <= count for part in parts)
    assert parts == sorted(parts)
    assert all(size or not label for size, label in zip(sizes(alphabet, keys), alphabet.labels, strict=True))


@given(st.lists(st.sampled_from("abcdefghijklmnopqrstuvwxyz"), min_size=1, max_size=300), st.integers(1, 8))
def test_parts_are_about_equally_long(letters: list[str], count: int) -> None:
    keys = sorted((letter, at) for at, letter in enumerate(letters))
    share = len(keys) / count
    assert all(share * 3 / 5 - 2 <= size <= share * 7 / 5 + 2 for size in sizes(split_alphabet(keys, count), keys))


def test_a_cut_is_between_letters_or_else_after_as_few_letters_as_possible() -> None:
    many = [f"{first}{second}" for first in "abcdefghij" for second in "aeiou" * 4]
    keys = sorted((name, at) for at, name in enumerate(many))
    assert split_alphabet(keys, 4).labels == ("A–B", "C–E", "F–G", "H–J")
    wangs = sorted((f"wang {given}", at) for at, given in enumerate(("bo", "fei", "hua", "li", "min", "wei")))
    assert split_alphabet(wangs, 2).labels == ("W–WANG H", "WANG L–W")
    assert split_alphabet([("王伟", 1), ("王芳", 2)], 2).labels == ("王–王伟", "王芳–王")
    assert split_alphabet([], 3).labels == ("", "", "")


Ask = Callable[..., LongList[int]]


@pytest.fixture
def ask(rf: RequestFactory) -> Ask:
    def listed(count: int, query: str = "") -> LongList[int]:
        return long_lists.in_pages(rf.get(f"/?{query}"), range(1, count + 1), Length(4, 6))

    return listed


def test_a_list_of_up_to_the_limit_is_whole_and_a_longer_one_in_pages(ask: Ask) -> None:
    assert [ask(count).in_pages for count in (0, 1, 6, 7)] == [False, False, False, True]
    assert ask(14).pages == [(1, "1–4"), (2, "5–8"), (3, "9–14")]
    rows = {page: list(ask(14, f"page={page}").rows) for page in ("", "2", "3", "9", "x", "all")}
    assert (rows[""], rows["2"], rows["3"]) == ([1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12, 13, 14])
    assert (rows["9"], rows["x"], rows["all"]) == (rows["3"], rows[""], list(range(1, 15)))


@given(st.integers(0, 500), st.integers(1, 40), st.integers(0, 20))
def test_every_row_is_on_one_page_and_no_page_is_longer_than_a_whole_list(count: int, usual: int, more: int) -> None:
    length = Length(usual, usual + more)
    request = RequestFactory().get("/")
    every = long_lists.in_pages(request, range(count), length)
    pages = []
    for number, _label in every.pages:
        every.number = number
        pages.append(list(every.rows))
    assert [row for page in pages for row in page] == list(range(count))
    assert all(len(page) <= length.most for page in pages)
    for row in range(count):
        every.turn_to(row)
        assert row in every.rows


def test_links_keep_what_was_asked_for_and_nothing_else(ask: Ask) -> None:
    found = ask(14, "after=2&category=1&by=&q=kim+lee&page=2&player=3&utm=x")
    assert found.query.urlencode() == "after=2&category=1&q=kim+lee"
    assert found.beside_words == [("after", "2"), ("category", "1")]


def test_pages_by_letter_follow_the_alphabet(rf: RequestFactory) -> None:
    names = [f"{letter}{at}" for letter in "abcdefgh" for at in range(5)]
    listed = long_lists.paginate_by_letter(rf.get("/?page=2"), names, Length(10, 15), lambda name: (name, 0))
    assert listed.pages == [(1, "A–B"), (2, "C–D"), (3, "E–F"), (4, "G–H")]
    assert list(listed.rows) == names[10:20]
    assert all(start < end for start, end in pairwise(listed.starts))
