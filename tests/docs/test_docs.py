"""The guides are read: examples give what they say, links and commands are there, the site shows every page."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from urllib.parse import urljoin

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management import get_commands
from django.test import Client
from django.urls import Resolver404, get_resolver, resolve, reverse

from engine.__main__ import main as engine
from engine.records import loads
from engine.records.event_log import HEADER
from engine.tiles.hand_strings import read_hand
from engine.tiles.melds import Meld
from engine.tiles.tile import format_tiles, parse_tiles
from tournaments import __version__
from tournaments.core.tabular.reading import read_lines, read_text
from tournaments.entries.reading.roster_layouts import arrange_roster, map_fields
from tournaments.exchange.event_reading import read as read_event
from tournaments.exchange.reading.interpretation import understand
from tournaments.results.reading.results_table import read_results
from tournaments.seating.reading.formats.reading import read_rounds
from tournaments.site.views import guide_pages as guide
from tournaments.templatetags.guides import OF_ROUTES, PLACES, place_of

ROOT = Path(__file__).parents[2]
DOCS = sorted(ROOT.glob("docs/**/*.md"))
TRANSLATED = sorted(path for path in ROOT.glob("docs/*/*.md") if path.parent.name != "images")
TEXTS = [*DOCS, ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
FORMATS = (ROOT / "docs" / "formats.md").read_text("utf-8")


def blocks(kind: str, text: str = FORMATS) -> list[str]:
    """The examples of a kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def prose(text: str) -> str:
    """A text without its examples."""
    return re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(path: Path) -> set[str]:
    """The headings of a page by their addresses."""
    return {
        guide.make_anchor(re.sub(r"[`*_]", "", line))
        for line in re.findall(r"^#+ (.+)$", path.read_text("utf-8"), re.MULTILINE)
    }


def test_every_example_of_a_schedule_is_the_same_two_rounds_or_seats_the_same_tables():
    for example in blocks("schedule"):
        found = read_rounds(example)
        assert [str(problem) for problem in found.problems] == []
        assert [{frozenset(table) for table in round_} for round_ in found.rounds] == [
            {frozenset((1, 2, 3, 4)), frozenset((5, 6, 7, 8))},
            {frozenset((1, 2, 5, 6)), frozenset((3, 4, 7, 8))},
        ]


def test_every_example_of_a_hand_is_a_whole_one():
    for example in blocks("hand"):
        hand = read_hand(example.strip()).hand
        assert (hand.winning is not None, len(hand.concealed) + 3 * len(hand.melds)) == (True, 13)


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_hand_in_a_sentence_is_a_whole_one(path):
    for text in re.findall(r"`([0-9][^`\n]* \+[0-9][mpsz][^`\n]*)`", path.read_text("utf-8")):
        hand = read_hand(text).hand
        assert (hand.winning is not None, len(hand.concealed) + 3 * len(hand.melds)) == (True, 13), text


def test_every_example_of_a_log_is_read_whole():
    for example in blocks("log"):
        record = loads(example)
        assert ([str(problem.message) for problem in record.problems], len(record.hands)) == ([], 1)


def test_every_example_of_a_roster_names_players():
    for example in blocks("roster"):
        source = arrange_roster(read_lines(example))
        fields = map_fields(source.rows[0])
        assert len(fields) == len([cell for cell in source.rows[0].cells if cell])
        assert {"family_name", "romanised_name", "native_name"} & set(fields.values())


def test_every_example_of_results_sums_to_nothing_and_has_no_doubt():
    for example in blocks("results"):
        found = read_results(read_text(example))
        assert found.problems == []
        assert {sum(line.points for line in lines) for lines in found.tables().values()} == {0}


def test_the_example_of_an_event_is_read_without_a_doubt():
    (example,) = blocks("event")
    event, problems = read_event(example.encode())
    assert (problems, event and event.rounds_played) == ([], 1)
    meaning = understand(event)
    assert ([one.amount for one in meaning.penalties], meaning.problems) == ([-10], [])


@pytest.mark.parametrize("command", ["score", "waits", "replay"])
def test_the_examples_of_cases_give_their_answers(command, tmp_path, capsys):
    examples = [block.splitlines() for block in blocks(command)]
    assert examples
    for case, shown in examples:
        (tmp_path / "case.jsonl").write_text(case, "utf-8")
        assert engine([command, str(tmp_path / "case.jsonl")]) == 0
        answer, expected = json.loads(capsys.readouterr().out), json.loads(shown)
        assert {name: answer[name] for name in expected} == expected


def test_the_table_of_tiles_is_what_the_engine_reads():
    table = FORMATS.partition("## Tiles")[2].partition("## A hand")[0]
    written = re.findall(r"`([0-9]+[mpszf])`", table)
    assert "".join(format_tiles(parse_tiles(text)) for text in written) == "123m456p789s1z2z3z4z5z6z7z1f8f0m0p0s"
    melds = re.findall(r"`([a-z]+\([0-9]+[mpsz]\))`", table)
    assert ([str(Meld.parse(text)) for text in melds], len(melds)) == (melds, 5)


def test_each_layout_has_its_reader_and_doors_in_both_languages():
    def codes(page):
        table = (ROOT / page).read_text("utf-8").partition("|---|---|---|---|---|---|")[2].partition("\n## ")[0]
        return [re.findall(r"`([^`]+)`", row) for row in table.strip().splitlines()]

    rows = codes("docs/formats.md")
    assert rows == codes("docs/ja/formats.md")
    found = {code for row in rows for code in row}
    below = {code for code in found if code.endswith("/") and not code.startswith("/")}
    assert [one for one in sorted(below) if not leads_somewhere(BELOW[0] + one)] == []
    readers = {code.rpartition("/")[2].removesuffix(".py") for code in found if code.startswith("engine/records/")}
    records = {path.stem for path in (ROOT / "engine" / "records").glob("*.py")}
    assert readers == records - {
        "__init__", "formats", "values", "declared_cases", "hand_cases", "mcr_table", "tenhou_turns",
    }  # fmt: skip


def test_the_lines_of_the_text_log_are_those_that_it_reads():
    table = FORMATS.partition("| line | says |")[2].partition("A wind (")[0]
    listed = re.findall(r"`([^`]+)`", table)
    assert {text.split()[0] for text in listed} >= set(HEADER) - {"common"}
    head = "".join(blocks("log")[0].partition("A draw")[0])
    events = [text for text in listed if re.match("[A-D] [a-z]|dora|ura|end", text)]
    record = loads("\n".join([head, *events]))
    assert ([str(problem.message) for problem in record.problems], len(record.hands[0].events)) == ([], len(events))


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_within_the_project_lead_somewhere(path):
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(path.read_text("utf-8"))):
        if re.match(r"[a-z]+:", target):
            continue
        file, _hash, anchor = target.partition("#")
        found = (path.parent / file).resolve() if file else path
        assert found.exists(), f"{path.name}: {target}"
        if anchor and found.suffix == ".md":
            assert anchor in anchors(found), f"{path.name}: {target}"


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_commands_that_a_text_names_are_there(path):
    text = path.read_text("utf-8")
    known = get_commands()
    assert [name for name in re.findall(r"manage\.py ([a-z_]+)", text) if name not in {*known, "help"}] == []
    for module in set(re.findall(r"python -m ((?:engine|benchmarks|tests|tools)[a-z_.]*)", text)):
        folder = ROOT / module.replace(".", "/")
        assert folder.with_suffix(".py").exists() or (folder / "__main__.py").exists(), module


def test_the_files_and_folders_that_a_text_names_are_there():
    folders = "engine tournaments judging benchmarks tests static templates tools deploy docs".split()
    files = [path for folder in folders for path in (ROOT / folder).rglob("*")] + list(ROOT.glob("*"))
    there = [f"/{path.relative_to(ROOT)}" for path in files]
    ends = {name[at:] for name in there for at in range(len(name)) if name[at] == "/"}
    for path in (*TEXTS, ROOT / "CHANGELOG.md"):
        text = prose(path.read_text("utf-8"))
        named = re.findall(r"`([a-z_]+(?:[/.][A-Za-z0-9_-]+)*\.(?:py|toml|txt|html|css|js|lock))`", text)
        named += re.findall(rf"`((?:{'|'.join(folders)})/[a-z_/]*[a-z_])/?`", text)
        assert [name for name in named if f"/{name}" not in ends] == [], path.name


def test_the_engine_has_the_sub_commands_that_a_text_names():
    listed = subprocess.run([sys.executable, "-m", "engine", "--help"], capture_output=True, text=True, cwd=ROOT).stdout
    known = set(re.findall(r"^    ([a-z]+) ", listed, re.MULTILINE))
    named = {name for path in TEXTS for name in re.findall(r"python -m engine ([a-z]+)", path.read_text("utf-8"))}
    assert (named - known, "replay" in named) == (set(), True)


FILLED = {"<event>": "spring-open", "EVENT": "spring-open", "<ruleset>": "mcr-2006", "RULESET": "mcr-2006", "…": "x"}
NUMBERED = {"NUMBER": "1", "<n>": "1", "<code>": "abc", "<season>": "league"}
IDS = ("1", "00000000-0000-0000-0000-000000000000")
BELOW = (
    *("/api/v1/tournaments/spring-open/", "/api/v1/judging/tournaments/spring-open/"),
    *("/api/v1/site/backups/x/", "/api/v1/jobs/<id>/"),
)


def leads_somewhere(address: str) -> bool:
    """Return whether the site serves the path; `/api/v1/` stands for the API's base."""
    for mark, value in (FILLED | NUMBERED).items():
        address = address.replace(mark, value)
    path = re.split("[?#]", address, maxsplit=1)[0]
    return path == "/api/v1/" or any(resolves(path.replace("<id>", one)) for one in IDS)


def resolves(path: str) -> bool:
    try:
        return bool(resolve(path))
    except Resolver404:
        return False


@pytest.mark.parametrize("path", [*TEXTS, ROOT / "CHANGELOG.md"], ids=lambda path: str(path.relative_to(ROOT)))
def test_addresses_of_the_site_lead_somewhere(path):
    text = prose(path.read_text("utf-8"))
    whole = re.findall(r"`(?:GET |POST |PATCH )?(/[a-z][^`\s]*)`", text)
    assert [address for address in whole if not leads_somewhere(address)] == []
    if path.name == "api.md":
        parts = re.findall(r"`([a-z][a-z0-9<>-]*/[^`\s]*)`", text)
        below = [part for part in parts if not part.startswith("application/")]
        assert len(below) > 10
        assert [one for one in below if not any(leads_somewhere(f"{above}{one}") for above in BELOW)] == []


def test_json_examples_are_json():
    for path in TEXTS:
        for example in blocks("json", path.read_text("utf-8")):
            json.loads(example)


NO_PAGES = {
    *("django.contrib.auth.views", "django.views.i18n", "drf_spectacular.views"),
    *("tournaments.exchange.actions.imports", "tournaments.exchange.views.demo", "tournaments.exchange.views.files"),
    *(f"tournaments.site.views.{name}" for name in ("guide", "health", "metrics")),
    "tournaments.standings.views.public_tables",
}
"""Modules of routes without a page of their own: files, programs, buttons of other pages, and the guide itself."""


def routes(patterns=None):
    """Every route of the site."""
    for one in get_resolver().url_patterns if patterns is None else patterns:
        yield from routes(one.url_patterns) if hasattr(one, "url_patterns") else [one]


def test_the_help_of_every_page_is_a_place_in_a_guide():
    modules = {one.callback.__module__: one.name for one in routes()}
    without = {
        module
        for module in modules
        if not place_of(module)
        and "api" not in module.split(".")
        and not any(module == one or module.startswith(f"{one}.") for one in NO_PAGES)
    }
    assert without == set()
    for module in PLACES:
        assert any(found == module or found.startswith(f"{module}.") for found in modules), module
    assert set(OF_ROUTES) - {one.name for one in routes()} == set()
    for place in [*PLACES.values(), *OF_ROUTES.values()]:
        name, _hash, anchor = place.partition("#")
        assert name in guide.PAGES
        assert not anchor or anchor in anchors(ROOT / "docs" / f"{name}.md"), place


@pytest.mark.translations
def test_a_translated_guide_has_the_places_of_the_english_one():
    for path in TRANSLATED:
        of_page = re.findall(r'<h[1-6] id="([^"]+)"', guide.read(path.stem, path.parent.name).html)
        assert of_page == re.findall(r'<h[1-6] id="([^"]+)"', guide.read(path.stem, "en").html)


@pytest.mark.django_db
def test_the_site_shows_every_guide_and_each_page_links_to_its_own():
    client = Client()
    assert [found.name for found in guide.list_guide_pages("en")] == list(guide.PAGES)
    for name in guide.PAGES:
        page = client.get(reverse("guide_page", args=[name]))
        assert (page.status_code, "<h1" in page.content.decode()) == (200, True)
        for source in re.findall(r'<img src="([^"]+)"', page.content.decode()):
            assert client.get(source).status_code == 200
        pages = {language: guide.read(name, language).html for language, _name in settings.LANGUAGES}
        links = re.findall(r'href="([^"]+)"', "".join(pages.values()))
        own = {urljoin(f"/help/{name}/", link).partition("#")[0] for link in links if "://" not in link}
        assert [link for link in own if not resolves(link)] == []
    assert (
        client.get("/help/files/mahjong-event-2.schema.json").json()["$schema"].startswith("https://json-schema.org/")
    )
    assert client.get("/help/files/none.schema.json").status_code == 404
    client.cookies["django_language"] = "ja"
    translated = {path.stem for path in ROOT.glob("docs/ja/*.md")}
    untold = "このガイドはまだ翻訳されていません。"
    told = {name for name in guide.PAGES if untold in client.get(reverse("guide_page", args=[name])).content.decode()}
    assert told == set(guide.PAGES) - translated
    assert client.get("/help/none/").status_code == 404
    assert client.get("/help/images/none.webp").status_code == 404
    assert f'href="{reverse("guide_page", args=["formats"])}#a-log"' in client.get("/replay/").content.decode()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_heading_of_a_guide_is_found_by_its_words(language):
    for page in guide.list_guide_pages(language):
        for section in page.sections:
            places = [
                (match.guide.name, match.section.anchor) for match in guide.search_sections(section.title, language)
            ]
            assert (page.name, section.anchor) in places


def test_help_is_searched_with_words_of_the_text_titles_first(client):
    titles = [match.section.title for match in guide.search_sections("sealed BACKUP", "en")]
    assert titles[0] == "A computer that fails"
    page = client.get("/help/", {"q": "sealed backup <b>"}).text
    assert "No section has all these words." in page
    assert "<b>" not in page
    page = client.get("/help/", {"q": "sealed"}).text
    assert '<a href="/help/mirror/#a-computer-that-fails">' in page
    assert "<mark>sealed</mark>" in page


ENDS = "。.…：: \xa0"
EMPHASIS = {
    *("missed win", "喰い替え", "查叫", "choosing", "knowing"),
    *("Session n", "stay connected", "client isolation", "DHCP reservation"),
    *("Edit channel", "Integrations", "Copy Webhook URL", "Incoming Webhooks"),  # of Discord and Slack
}
"""Words that a guide sets apart and that are no words of a page."""
FOR_USERS = (
    *("organiser", "scorer", "referee", "player", "duplicate", "formats", "roles", "settings"),
    *("deploy", "seasons", "event-files", "seating", "api", "pay", "deals", "mirror", "webhooks"),
    *("personal-data", "translating"),
)


@cache
def catalogue(language: str = "ja") -> list[tuple[str, str]]:
    """Every text of the pages and its translation, without the marks at their ends."""
    with (ROOT / "locale" / language / "LC_MESSAGES" / "django.po").open("rb") as file:
        found = [one for one in read_po(file) if one.id]
    pairs = []
    for one in found:
        texts, translated = ((each,) if isinstance(each, str) else each for each in (one.id, one.string))
        pairs += [(text.rstrip(".…:").casefold(), translated[0].rstrip(ENDS)) for text in texts]
    return pairs


NUMBER = r"%\((?:number|count|n)\)[sd]|\d+"
"""A number on a page, or its place in the text."""


@pytest.mark.parametrize("name", FOR_USERS)
def test_words_of_pages_are_the_words_of_the_pages(name):
    text = prose((ROOT / "docs" / f"{name}.md").read_text("utf-8"))
    words = re.findall(r"(?<![*\w])\*([^*\n]+(?:\n[^*\n]+)?)\*(?!\*)", text)
    words += re.findall(r'"([A-Z][^"\n]+(?:\n[^"\n]+)?)"', re.sub(r"`[^`]*`", "", text))
    said = [" ".join(word.split()) for word in words]
    known = {re.sub(NUMBER, "1", text) for text, _japanese in catalogue()}
    folded = [(word, re.sub(NUMBER, "1", word.rstrip(".…:").casefold())) for word in said if word not in EMPHASIS]
    # Words of a button are a whole text; of a sentence on a page, three words tell it.
    assert [
        word
        for word, text in folded
        if text not in known and not (text.count(" ") > 1 and any(text in one for one in known))
    ] == []


@pytest.mark.translations
@pytest.mark.parametrize("path", TRANSLATED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_words_of_translated_guides_are_those_of_the_pages(path):
    text = re.sub(r"`[^`]*`", "", prose(path.read_text("utf-8")))
    said = re.findall(r"(?<!\*)\*([^*\n]+)\*(?!\*)", text)
    known = {
        translated.replace("\xa0", " ").replace("\u202f", " ") for _text, translated in catalogue(path.parent.name)
    }
    assert [
        word
        for word in (one.replace("\xa0", " ").rstrip(ENDS) for one in said if one not in EMPHASIS)
        if word not in known and not (len(word) > 7 and any(word in text for text in known))
    ] == []


def test_roles_and_rights_are_those_of_the_program():
    from tools.roles_table import PAGES, text

    assert {language: page.read_text("utf-8") for language, page in PAGES.items()} == {
        language: text(language) for language in ("en", "ja")
    }


@pytest.mark.translations
@pytest.mark.parametrize("path", TRANSLATED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_translated_guide_has_the_sections_of_the_english_one(path):
    def shape(file):
        return [len(marks) for marks in re.findall(r"^(#+) ", prose(file.read_text("utf-8")), re.MULTILINE)]

    def examples(file):
        return re.findall(r"^```.*?^```$", file.read_text("utf-8"), re.MULTILINE | re.DOTALL)

    def codes(file):
        return {" ".join(code.split()) for code in re.findall(r"`([^`]+)`", prose(file.read_text("utf-8")))}

    english = ROOT / "docs" / path.name
    assert (shape(path), examples(path)) == (shape(english), examples(english))
    assert codes(path) == codes(english)


def test_every_variable_of_the_environment_is_explained():
    sources = [*ROOT.glob("tournaments/**/*.py"), *ROOT.glob("tools/**/*.py"), *ROOT.glob("judging/**/*.py")]
    read_somewhere = {
        name
        for path in sources
        for name in re.findall(r"MAHJONG_DIRECTOR_(?!TEST_)[A-Z0-9_]*[A-Z0-9]", path.read_text("utf-8"))
    }
    explained = (ROOT / "docs" / "deploy.md").read_text("utf-8")
    assert sorted(name for name in read_somewhere if f"`{name}`" not in explained) == []


@pytest.mark.django_db
def test_the_first_event_of_the_api_guide_is_played():
    from rest_framework.test import APIClient

    from tests.support.people import person, token_of

    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {token_of('ada')}")

    def ask(path, body=None):
        address = f"/api/v1/{path}"
        answer = client.get(address) if body is None else client.post(address, body, format="json")
        assert answer.status_code in (200, 201), (path, answer.content)
        return answer.json()

    staff = person("ada")
    staff.is_staff = True
    staff.save()
    (example,) = [one for one in blocks("python", (ROOT / "docs" / "api.md").read_text("utf-8")) if "by-program" in one]
    exec(example, {"ask": ask})
    standings = ask("tournaments/by-program/standings/")
    assert (standings["after"], len(standings["individual"])) == (1, 8)


def lines_of_json(name: str) -> list[str]:
    """The JSON examples of a guide; each is a line, as the commands take them."""
    return [line for block in blocks("json", (ROOT / "docs" / name).read_text("utf-8")) for line in block.splitlines()]


def test_examples_of_commands_are_a_line_each_and_answered():
    from engine.records.declared_cases import answer_pay
    from judging.law.answers import answer_claim

    for line in lines_of_json("pay.md"):
        assert answer_pay(json.loads(line))["end_scores"] != []
    asked = [json.loads(line) for line in lines_of_json("judging.md") if '"kind"' in line and '"ruleset"' in line]
    assert len(asked) == 3
    for case in asked:
        assert answer_claim(case)["findings"] != []


@pytest.mark.parametrize("folder", ["", "ja", "fr", "de"])
def test_the_guides_of_installation_name_the_release_that_is_or_comes(folder):
    text = (ROOT / "docs" / folder / "install.md").read_text("utf-8")
    assert set(re.findall(r"mahjong_director-(\S+?)-py3", text)) == {__version__.partition(".dev")[0]}
