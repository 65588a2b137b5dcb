from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.play.events import (
    AddedKong,
    Chowed,
    ConcealedKong,
    DeclaredReady,
    DeclaredRiichi,
    Discarded,
    DoraTurned,
    Drew,
    Ended,
    Event,
    EventError,
    FlowerRobbed,
    FlowerShown,
    HandDied,
    Konged,
    Passed,
    Ponged,
    UraTurned,
    VoidChosen,
    Won,
    event_from_list,
    event_to_list,
)
from engine.tiles.tile import UNKNOWN, Suit

seats = st.integers(0, 3)
tiles = st.integers(0, UNKNOWN)
pairs = st.tuples(tiles, tiles)
EVENTS: st.SearchStrategy[Event] = st.one_of(
    st.builds(Drew, seats, tiles),
    st.builds(Discarded, seats, tiles, st.sampled_from((None, True, False))),
    st.builds(Chowed, seats, seats, tiles, pairs),
    st.builds(Ponged, seats, seats, tiles, st.one_of(st.just(()), pairs)),
    st.builds(Konged, seats, seats, tiles, st.one_of(st.just(()), st.tuples(tiles, tiles, tiles))),
    st.builds(AddedKong, seats, tiles),
    st.builds(ConcealedKong, seats, tiles),
    st.builds(FlowerShown, seats, tiles),
    st.builds(FlowerRobbed, seats, seats, tiles),
    st.builds(DeclaredRiichi, seats),
    st.builds(DeclaredReady, seats),
    st.builds(VoidChosen, seats, st.sampled_from((Suit.CHARACTERS, Suit.DOTS, Suit.BAMBOOS)), st.none() | tiles),
    st.builds(DoraTurned, tiles),
    st.builds(Won, seats, st.none() | seats, st.none() | tiles),
    st.builds(UraTurned, st.lists(tiles, max_size=5).map(tuple)),
    st.builds(Passed, seats),
    st.builds(Ended, st.sampled_from(("exhaustive", "four_winds"))),
    st.builds(HandDied, seats, st.just("false_win")),
)


@given(EVENTS)
def test_an_event_comes_back_from_its_list(event: Event) -> None:
    assert event_from_list(event_to_list(event)) == event


@pytest.mark.parametrize(
    ("items", "at"),
    [
        (["jump", 0], 0),
        (["draw", 4, "5m"], 1),
        (["draw", True, "5m"], 1),
        (["draw", 0, "5x"], 2),
        (["draw", 0], 1),
        (["discard", 0, "5m", "left"], 3),
        (["void", 0, "z"], 2),
        (["win", 0, "nobody"], 2),
        (["chow", 0, 3, "5m", 4], 4),
        (["chow", 0, 3, "5m", ["3m", 4]], 4),
        (["ura", ["34m"]], 1),
    ],
)
def test_what_is_no_event_is_named_with_the_item(items: list[object], at: int) -> None:
    with pytest.raises(EventError) as caught:
        event_from_list(items)
    assert caught.value.at == at


@pytest.mark.parametrize("own", ["34m", ["3m", "4m"]])
def test_tiles_are_a_text_or_a_list_of_texts(own: object) -> None:
    assert event_from_list(["chow", 0, 3, "5m", own]) == Chowed(0, 3, 4, (2, 3))


def test_what_is_no_list_is_no_event() -> None:
    with pytest.raises(EventError):
        event_from_list("draw 0 5m")
