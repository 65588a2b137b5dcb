"""Papers in the look of their event: colour, logo, sponsors, and names as large as they fit."""

import io
from dataclasses import replace

import pytest
from PIL import Image

from tests.support import paper_samples
from tests.support.people import acting, small_tournament
from tournaments.branding import services
from tournaments.core import pictures
from tournaments.core.printing.documents import NO_LOOK, Leaf, PaperLook, PaperSponsor, choose_name_size
from tournaments.core.printing.looks import read_look
from tournaments.core.printing.ornament import USUAL_COLOUR, draw_ornament
from tournaments.core.printing.pdf import PrintRun, fill_leaves
from tournaments.standings.papers.standings_list import StandingLine, build_standings_pages


def fill(leaf: Leaf, look: PaperLook = NO_LOOK) -> str:
    values = {**leaf.values, "heading": replace(leaf.values["heading"], look=look)}
    run = PrintRun([Leaf(leaf.template, values)], "Certificate", "a4", "en", paper_samples.words("en"), "UTC")
    return fill_leaves(run)[0].html


def draw_logo() -> pictures.SmallPhoto:
    written = io.BytesIO()
    Image.new("RGBA", (300, 100), (138, 31, 75, 255)).save(written, "PNG")
    return pictures.downscale(written.getvalue(), 640, transparent=True)


@pytest.mark.django_db
def test_papers_have_the_sponsors_that_are_wanted_there():
    event = small_tournament(4)
    assert read_look(event) == NO_LOOK
    services.choose_colour(acting(), event, colour="#8a1f4b")
    services.keep_picture(acting(), event, use="logo", small=draw_logo())
    services.keep_picture(acting(), event, use="banner", small=draw_logo())
    services.add_sponsor(acting(), event, name="On screens", on_papers=False)
    sponsor = services.add_sponsor(acting(), event, name="On papers")
    services.keep_sponsor_logo(acting(), sponsor, small=draw_logo())
    event.refresh_from_db()
    look = read_look(event)
    assert (look.colour, look.logo[:22]) == ("#8a1f4b", "data:image/png;base64,")
    assert [(line.name, line.logo[:22]) for line in look.sponsors] == [("On papers", "data:image/png;base64,")]


def test_a_certificate_has_colour_logo_sponsors_and_the_place_in_its_seal():
    leaf = paper_samples.certificate()[0]
    look = PaperLook("#8a1f4b", "data:image/png;base64,AAAA", (PaperSponsor("Tea House"),))
    html = fill(leaf, look)
    assert "--accent: #8a1f4b;" in html
    assert 'src="data:image/png;base64,AAAA"' in html
    assert "Tea House" in html
    assert f'<b class="seal">{leaf.values["line"].place}</b>' in html
    usual = fill(leaf)
    assert "--accent:" not in usual
    assert draw_ornament(USUAL_COLOUR) == draw_ornament("")
    assert draw_ornament("").seal in usual
    assert draw_ornament("#8a1f4b").seal in html


@pytest.mark.parametrize(
    ("name", "size"),
    [("Li Na", 46), ("Nguyễn Thị Minh Khai", 46), ("Wolfeschlegelsteinhausenbergerdorff, Maximiliane", 18)],
)
def test_a_name_is_as_large_as_it_fits_without_breaking_a_word(name, size):
    assert choose_name_size(name, "certificate") == size


def test_a_list_that_fits_one_page_in_smaller_text_has_it():
    line = StandingLine("1", "Takahashi Sakiko", ("12", "34,000"), country="Japan")

    def choose(count: int) -> int:
        (leaf,) = build_standings_pages(paper_samples.EVENT, 4, (["TP", "Points"], [line] * count), ([], []))
        return leaf.values["size"]

    assert [choose(count) for count in (20, 30, 33, 43, 44, 120)] == [10, 10, 9, 8, 10, 10]
