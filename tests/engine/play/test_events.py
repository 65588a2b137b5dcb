from __future__ import annotations

import pytest

from engine.play.events import Chowed, EventError, event_from_list


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
        ("draw 0 5m", None),
    ],
)
def test_what_is_no_event_is_named_with_the_item(items: object, at: int | None) -> None:
    with pytest.raises(EventError) as caught:
        event_from_list(items)
    assert at in (None, caught.value.at)


@pytest.mark.parametrize("own", ["34m", ["3m", "4m"]])
def test_tiles_are_a_text_or_a_list_of_texts(own: object) -> None:
    assert event_from_list(["chow", 0, 3, "5m", own]) == Chowed(0, 3, 4, (2, 3))
