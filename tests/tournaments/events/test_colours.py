"""Colours of events: every accepted one can be read on light and dark pages."""

from itertools import product

import pytest

from tests.design.test_tokens import DARK, LIGHT
from tournaments.events import colours

ANY = [f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in product(range(0, 256, 51), repeat=3)]


@pytest.mark.parametrize(("first", "second", "ratio"), [("#777777", "#ffffff", 4.48), ("#1d1a16", "#fbf9f4", 16.47)])
def test_contrast_is_that_of_wcag(first, second, ratio):
    assert round(colours.compute_contrast(first, second), 2) == ratio


def test_the_backgrounds_are_those_of_the_tokens():
    assert tuple(LIGHT[name] for name in ("paper", "raised", "sunk")) == colours.PAPERS
    assert tuple(DARK[name] for name in ("paper", "raised", "sunk")) == colours.DARK_PAPERS
    assert (LIGHT["ink"], DARK["ink"]) == (colours.INK, colours.DARK_INK)


def test_text_and_buttons_in_any_accepted_colour_can_be_read():
    faults = []
    for colour in map(colours.find_nearest, ANY):
        light, dark = colours.make_light_tones(colour), colours.make_dark_tones(colour)
        for tones, papers, ink in ((light, colours.PAPERS, colours.INK), (dark, colours.DARK_PAPERS, colours.DARK_INK)):
            pairs = [*product((tones.accent, tones.accent_strong), (*papers, tones.accent_wash))]
            pairs += [(tones.on_accent, tones.accent), (tones.on_accent, tones.accent_strong), (ink, tones.accent_wash)]
            faults += [(colour, pair) for pair in pairs if colours.compute_contrast(*pair) < colours.AA]
    assert faults == []


def test_the_nearest_colour_of_a_light_one_is_darker_and_works():
    nearest = colours.find_nearest("#7fcbb0")
    assert colours.find_least_contrast("#7fcbb0") < colours.AA <= colours.find_least_contrast(nearest)
    assert colours.find_nearest(nearest) == nearest
