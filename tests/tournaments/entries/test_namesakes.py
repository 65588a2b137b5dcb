"""Namesakes: wherever a name decides it carries the club, the country or the number; evenings have distinct names."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.support.people import acting, people, signed_in, small_tournament
from tests.support.play import played, published
from tests.support.remembered import remembered
from tests.support.rows import rows_of
from tests.support.tables import enter, table_of
from tournaments.awards import services as awards
from tournaments.core.printing import pdf
from tournaments.core.printing.registry import Order, find_paper, list_offered_papers
from tournaments.core.text.names import map_marks, reading_names
from tournaments.core.visibility import build_name_marks
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.results.forms.evenings import OpenTableForm
from tournaments.results.forms.table_code import SeatForm
from tournaments.results.queries.sheets import SheetSeat
from tournaments.results.services import results
from tournaments.rounds.models import Round
from tournaments.rounds.services import rounds
from tournaments.seating.services import play

rows = rows_of(__file__)

NAMELESS = {"penalty-slips", "room-code", "ruling-slips", "rulebook", "signs", "table-cards"}
"""Papers of the printing page that name no player here."""


@rows
def test_what_tells_namesakes_apart(players: list[dict[str, Any]], told_apart: list[str]) -> None:
    named = [
        SimpleNamespace(pk=at, sort_name="", native_name="", **({"number": at, "club": "", "country": ""} | player))
        for at, player in enumerate(players, 1)
    ]
    found = map_marks(named)
    assert [found.get(player.pk, "") for player in named] == told_apart


@pytest.fixture
@remembered
def event(db: None) -> Tournament:
    """Eight players; the first two have one name, and clubs of their own."""
    made = small_tournament(8)
    people(made)
    for number, club in ((1, "Lyon"), (2, "Porto")):
        Entry.objects.filter(number=number).update(family_name="Kim", given_name="Ana", club=club)
    Tournament.objects.update(published=True)
    published(made.rounds.get(number=1))
    return made


def test_the_projector_tells_namesakes_apart(event: Tournament) -> None:
    page = Client().get(reverse("screen", args=[event.slug, "seating"])).text
    assert (page.count("(Lyon)"), page.count("(Porto)")) == (1, 1)


@pytest.mark.parametrize("page", ["event", "event_players", "event_seating", "event_standings", "event_results"])
def test_public_pages_tell_namesakes_apart(page: str, event: Tournament) -> None:
    played(event, 1, ((60, 20, -30, -50), (10, 5, -5, -10)))
    rounds.release(acting(), event.rounds.get(number=1))
    text = Client().get(reverse(page, args=[event.slug])).text
    names = re.findall(r">(?:Ana Kim|<span class=\"family\">Kim</span> Ana)( \(\w+\))?<", text)
    assert (page, set(names)) == (page, {" (Lyon)", " (Porto)"})


def test_the_organisers_standings_board_and_sheets_tell_namesakes_apart(event: Tournament) -> None:
    olga = signed_in("olga")
    rounds.start(acting(), event.rounds.get(number=1))
    results.confirm_sheet(acting("ren"), enter(table_of(event), (60, 20, -30, -50)))
    for page, *numbers in (
        ("manage_standings",),
        ("manage_board_round", 1),
        ("manage_table", 1, 1),
        ("manage_hands", 1, 1),
    ):
        text = olga.get(reverse(page, args=[event.slug, *numbers])).text
        names = re.findall(r"Ana Kim( \(\w+\))?", re.search(r"(?s)<main.*</main>", text)[0])
        assert (page, set(names)) == (page, {" (Lyon)", " (Porto)"})


@pytest.mark.parametrize(
    "template",
    [
        "duplicate/standings",
        "duplicate/traveller",
        "events/manage/audit_moment",
        "results/_stale",
        "results/hands",
        "results/table",
        "rounds/screen/_needs",
        "rounds/screen/_plan",
        "rounds/screen/_seating",
        "rounds/screen/_standings",
        "seating/manage/_play_tables",
        "seating/public/hall",
        "standings/manage/_standings_tables",
        "standings/public/_selected_player",
        "standings/public/_player_now",
        "standings/public/_player_why",
        "standings/manage/_competing",
        "standings/screen/_ceremony_name",
        "standings/screen/ceremony",
    ],
)
def test_each_name_of_a_page_where_names_decide_has_its_mark(template: str, settings: Any) -> None:
    text = (settings.BASE_DIR / "templates" / f"{template}.html").read_text(encoding="utf-8")
    names = re.findall(r"\|(?:person|family_first)(:marks)?", text)
    assert (bool(names), set(names)) == (True, {":marks"})


@pytest.mark.parametrize("key", sorted({each.key for each in list_offered_papers()} - NAMELESS))
def test_each_name_on_a_paper_has_its_mark(key: str, event: Tournament) -> None:
    Tournament.objects.update(rounds_planned=1)
    event.rounds.exclude(number=1).delete()
    played(event, 1, ((60, 20, -30, -50), (10, 5, -5, -10)))
    event.rounds.update(released_at=timezone.now(), state=Round.State.FINISHED)
    event.refresh_from_db()
    if key in ("award-certificates", "awards-poster"):
        awards.add(acting(), event, figure="games", title="", category=None, least=1, one_prize=False)
        awards.publish(acting(), event)
    round_ = None if key == "certificates" else event.rounds.get(number=1)
    sheets = pdf.fill_leaves(find_paper(key).run(Order(event, "https://hall.example", round_), "a4"))
    text = " ".join(re.sub(r"<[^>]+>", " ", "".join(sheet.html for sheet in sheets)).split())
    names = re.findall(r"(?:Ana Kim|Kim Ana)(?: \(\w+\))?", text)
    assert {name[len("Ana Kim") :] for name in names} == {" (Lyon)", " (Porto)"}


def test_a_select_box_tells_namesakes_apart(event: Tournament) -> None:
    entries = list(event.entries.order_by("number"))
    seats = [SheetSeat(order, order, entry) for order, entry in enumerate(entries[:4])]
    (_none, (_here, here), (_there, others)) = SeatForm(seats=seats, others=entries).fields["player"].choices
    assert [name for _pk, name in here][:2] == ["Ana Kim (Lyon)", "Ana Kim (Porto)"]
    assert "Ana Kim" not in [name for _pk, name in others]


@pytest.mark.django_db
def test_evenings_of_one_day_have_distinct_names() -> None:
    evenings = [play.begin(acting(), preset_key="mcr-ema", players="8") for _evening in range(3)]
    assert [evening.name.removeprefix(evenings[0].name) for evening in evenings] == ["", " (2)", " (3)"]


def test_players_of_an_open_evening_are_told_apart(event: Tournament) -> None:
    form = OpenTableForm(tournament=event, newcomers=False)
    offered_names = [name for _pk, name in form.fields["entry_1"].choices]
    assert {name for name in offered_names if name.startswith("Ana Kim")} == {"Ana Kim (Lyon)", "Ana Kim (Porto)"}


@pytest.mark.django_db
def test_an_event_s_marks_are_read_by_one_query(django_assert_num_queries):
    event = small_tournament(8)
    event.entries.filter(number__lte=2).update(family_name="Chen", given_name="Li", club="", country="FR")
    event.entries.filter(number=2).update(shown_name="L. C.", country="JP")
    for full in (True, False):
        with reading_names(full=full), django_assert_num_queries(1):
            marks = build_name_marks(event)
        assert marks == map_marks(event.entries.all()) if not full else set(marks.values()) == {"France", "Japan"}
