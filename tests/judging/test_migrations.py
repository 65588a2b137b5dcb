"""What 0.2 stored of penalties keeps its meaning under its new name."""

import importlib

MIGRATION = importlib.import_module("judging.migrations.0005_place_in_event")


def test_a_proposal_and_its_options_say_place_in_event_and_back():
    stored = {"title": "Late", "standing": [{"kind": "session_lost"}], "options": [{"standing": [], "minutes": 3}]}
    turned = MIGRATION.renamed(stored, "standing", "place_in_event")
    assert turned == {
        "title": "Late",
        "place_in_event": [{"kind": "session_lost"}],
        "options": [{"place_in_event": [], "minutes": 3}],
    }
    assert list(turned) == ["title", "place_in_event", "options"]
    assert MIGRATION.renamed(turned, "place_in_event", "standing") == stored
