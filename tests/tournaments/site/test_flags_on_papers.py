"""Papers show flags beside names where a font of the server has pictures of them, elsewhere nothing."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from tests.support import patience
from tests.support.paper_samples import EVENT, words
from tests.support.people import small_tournament
from tournaments.core.printing import pdf
from tournaments.core.printing.documents import Leaf
from tournaments.core.printing.registry import Order
from tournaments.core.printing.typesetting import FLAG, flag_of
from tournaments.entries.papers import Badge, build_badge, build_badge_pages
from tournaments.seating.papers import NameLine, build_name_pages
from tournaments.standings.papers.certificates import build_certificates, build_poster
from tournaments.standings.papers.standings_list import StandingLine, build_standings_pages

MADE = """
import pathlib, pickle, re, sys
from tournaments.core.printing.typesetting import Typesetter
typesetter = Typesetter("A4")
[*typesetter.add(pickle.loads(pathlib.Path(sys.argv[1]).read_bytes()))]
print(typesetter.draws_flags, *sorted(set(re.findall(rb"/BaseFont /([A-Za-z+0-9-]+)", typesetter.content()))))
"""
"""Prints whether flags are drawn, and the fonts in the PDF of the pickled sheets."""


def flag_font(path: Path) -> None:
    """Make a font with two letters of flags, and the flag of Finland in place of both."""
    letters = dict(zip("FI", flag_of("FI"), strict=True))
    pen = TTGlyphPen(None)
    for line in ((100, 0), (100, 700), (900, 700), (900, 0)):
        (pen.moveTo if line == (100, 0) else pen.lineTo)(line)
    pen.closePath()
    glyphs = [".notdef", "F", "I", "F_I"]
    font = FontBuilder(1000)
    font.setupGlyphOrder(glyphs)
    font.setupCharacterMap({ord(sign): letter for letter, sign in letters.items()})
    font.setupGlyf(dict.fromkeys(glyphs, pen.glyph()))
    font.setupHorizontalMetrics(dict.fromkeys(glyphs, (1000, 100)))
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupNameTable({"familyName": "Pennants", "styleName": "Regular", "psName": "Pennants"})
    font.setupOS2(sTypoAscender=800)
    font.setupPost()
    font.addOpenTypeFeatures("feature ccmp { sub F I by F_I; } ccmp;")
    font.save(path)


def typeset(leaves: list[Leaf], folder: Path) -> str:
    """Return what `MADE` prints on a computer that has the fonts of the folder alone."""
    sheets = pdf.fill_leaves(pdf.PrintRun(leaves, "Papers", "a4", "en", words("en"), "UTC"))
    (folder / "sheets").write_bytes(pickle.dumps(sheets))
    (folder / "fonts.conf").write_text(
        f"<fontconfig><dir>{folder}</dir><cachedir>{folder / 'cache'}</cachedir></fontconfig>"
    )
    environment = {**os.environ, "FONTCONFIG_FILE": str(folder / "fonts.conf")}
    command = [sys.executable, "-c", MADE, str(folder / "sheets")]
    made = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=True, timeout=patience.SECONDS
    )
    return made.stdout


def every_paper(flag: str) -> dict[str, list[Leaf]]:
    """Papers with names and countries, by their names."""
    lines = [StandingLine(str(place), f"Player {place}", ["1"], country="Finland", flag=flag) for place in range(1, 9)]
    return {
        "standings": build_standings_pages(EVENT, 1, (["TP"], lines), (["TP"], lines)),
        "poster": build_poster(EVENT, 1, ("TP", lines), ("TP", lines)),
        "certificates": build_certificates(EVENT, [(1, lines[0])]),
        "badges": build_badge_pages(EVENT, [Badge(1, "Petra Quist", "", "", ("Finland",), flag=flag)])[:1],
        "names": build_name_pages(EVENT, [NameLine("Quist", "Petra", "", 1, "1", "E", flag)]),
    }


@pytest.mark.parametrize("has_flags", [True, pytest.param(False, marks=pytest.mark.release)])
def test_flags_are_drawn_where_a_font_has_them(tmp_path, has_flags):
    if has_flags:
        flag_font(tmp_path / "pennants.ttf")
    drawn, *fonts = typeset(every_paper("FI")["names"], tmp_path).split()
    assert (drawn, any("Pennants" in font for font in fonts)) == (str(has_flags), has_flags)


@pytest.mark.parametrize("flag", ["FI", ""])
def test_every_paper_with_countries_has_their_flags(flag):
    for name, leaves in every_paper(flag).items():
        for sheet in pdf.fill_leaves(pdf.PrintRun(leaves, name, "a4", "en", words("en"), "UTC")):
            assert (name, set(FLAG.findall(sheet.html))) == (name, {flag} - {""})


@pytest.mark.django_db
def test_papers_take_the_country_that_was_settled(rf):
    """A text that is no country of its own, "Alba", was answered with Scotland, "Ostmark" with Austria."""
    event = small_tournament(4)
    for number, (text, code) in enumerate(
        [("Ostmark", "AT"), ("Alba", "SCO"), ("Suomi", ""), ("Basque Country", "")], 1
    ):
        entry = event.entries.get(number=number)
        entry.country = text
        entry.save()
        if code:
            event.entries.filter(number=number).update(country_code=code)
    marks = Order(event).marks
    badges = [build_badge(entry, marks) for entry in event.entries.order_by("number")]
    assert [(badge.facts[-1], badge.flag) for badge in badges] == [
        ("Austria", "AT"), ("Scotland", ""), ("Finland", "FI"), ("Basque Country", ""),
    ]  # fmt: skip
