"""Melds and their notation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import NotationError
from engine.tiles.melds import Meld, MeldKind, parse_melds
from engine.tiles.tile import parse_tiles

CHOWS = st.builds(
    lambda suit, rank: Meld(MeldKind.CHOW, (9 * suit + rank, 9 * suit + rank + 1, 9 * suit + rank + 2)),
    st.integers(0, 2),
    st.integers(0, 6),
)
PUNGS = st.integers(0, 33).map(lambda kind: Meld(MeldKind.PUNG, (kind,) * 3))
KONGS = st.builds(
    lambda kind, tile: Meld(kind, (tile,) * 4),
    st.sampled_from([MeldKind.KONG, MeldKind.ADDED_KONG, MeldKind.CONCEALED_KONG]),
    st.integers(0, 33),
)
MELDS = st.one_of(CHOWS, PUNGS, KONGS)


@given(MELDS)
def test_meld_round_trips(meld: Meld) -> None:
    assert Meld.parse(str(meld)) == meld
    assert eval(repr(meld), {"Meld": Meld}) == meld


@given(st.lists(MELDS, max_size=5), st.sampled_from(["", " ", "  "]))
def test_several_melds_round_trip(melds: list[Meld], between: str) -> None:
    assert parse_melds(between.join(map(str, melds))) == tuple(melds)


@given(st.text(alphabet="chowpungkack()123456789mpsz0f ", max_size=30))
def test_any_text_is_melds_or_an_error_that_points_into_it(text: str) -> None:
    problem: NotationError | None = None
    try:
        melds = parse_melds(text)
    except NotationError as error:
        problem = error
    else:
        assert parse_melds(" ".join(map(str, melds))) == melds
    if problem is not None:
        assert problem.text == text
        assert isinstance(problem.at, int)
        assert 0 <= problem.at < len(text)
        assert repr(text) in str(problem)


@pytest.mark.parametrize(
    ("text", "at", "message"),
    [
        ("chow(124m)", 5, "a chow needs three consecutive numbers of one suit"),
        ("chow(891m)", 5, "a chow needs three consecutive numbers of one suit"),
        ("chow(123z)", 5, "a chow needs three consecutive numbers of one suit"),
        ("chow(1m2m3p)", 5, "a chow needs three consecutive numbers of one suit"),
        ("pung(112m)", 5, "the tiles of a pung must be equal"),
        ("pung(1111m)", 5, "expected 3 tiles in a pung, found 4"),
        ("kong(111m)", 5, "expected 4 tiles in a kong, found 3"),
        ("pung(111f)", 5, "cannot contain a flower"),
        ("pong(111m)", 0, "expected a meld: chow"),
        ("pung(11xm)", 5, "a number must be followed by a suit letter"),
    ],
)
def test_what_is_no_meld(text: str, at: int, message: str) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        Meld.parse(text)
    assert caught.value.at == at


def test_error_in_the_second_meld_points_at_it() -> None:
    with pytest.raises(NotationError) as caught:
        parse_melds("pung(777z) chow(124m)")
    assert caught.value.at == 16


def test_tiles_are_sorted_and_red_fives_fit() -> None:
    meld = Meld.parse("chow(604m)")
    assert (meld.tiles, meld.first, meld.is_chow, meld.is_exposed) == (parse_tiles("406m"), 3, True, True)


def test_only_a_concealed_kong_is_not_exposed() -> None:
    melds = [Meld.parse(f"{kind.value}(1111p)") for kind in MeldKind if kind.is_kong]
    assert [(meld.kind, meld.is_exposed) for meld in melds] == [
        (MeldKind.KONG, True),
        (MeldKind.ADDED_KONG, True),
        (MeldKind.CONCEALED_KONG, False),
    ]


def test_who_gave_the_tile_is_in_the_repr() -> None:
    meld = Meld.parse("pung(777z)")._replace(claimed=33, from_seat=2)
    assert eval(repr(meld), {"Meld": Meld}) == meld
