"""Play now: an event that plays at once, from round to round in one step."""

import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.support.pages import messages_of
from tests.support.people import acting, person, signed_in
from tests.support.rows import rows_of
from tests.support.tables import enter, table_of
from tournaments.core.errors import UserError
from tournaments.core.views import long_lists
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round, Seat, Seating
from tournaments.rounds.queries.participants import list_players_without_seat
from tournaments.rounds.services import rounds
from tournaments.seating.queries.hall_code import find_event_of_hall_code, make_hall_code
from tournaments.seating.services import play

pytestmark = pytest.mark.django_db

rows = rows_of(__file__)

NAMES = "Aino Laine\nBenoît Marchand\n新井 文子\nDorte Holm\nEmil Sørensen"


def pairs_of(event: Tournament) -> list[frozenset[int]]:
    """Return the tables of all published seatings as sets of numbers."""
    seats = Seat.objects.filter(seating__round__tournament=event, seating__state__in=Seating.LIVE)
    found: dict[tuple[int, int], set[int]] = {}
    for seat in seats.select_related("entry"):
        found.setdefault((seat.seating_id, seat.table_number), set()).add(seat.entry.number)
    return [frozenset(numbers) for numbers in found.values()]


def test_a_number_of_players_is_an_event_in_its_first_round() -> None:
    event = play.begin(acting(), preset_key="mcr-ema", players="16", time_zone="Asia/Tokyo")
    facts = (event.published, event.state, event.confirmations, event.entry_by, event.time_zone)
    assert facts == (True, "running", "none", "table_code", "Asia/Tokyo")
    assert {entry.status for entry in event.entries.all()} == {Entry.Status.CHECKED_IN}
    assert list(event.rounds.order_by("number").values_list("state", flat=True)) == ["playing", *["planned"] * 3]
    assert [len(table) for table in pairs_of(event)] == [4] * 4
    second = play.begin(acting(), preset_key="riichi-wrc", players="4", time_zone="Asia/Tokyo")
    assert (second.slug, second.family) == (f"{event.slug}-2", "riichi")


def test_rounds_follow_each_other_in_one_step_and_a_fifth_is_added() -> None:
    event = play.begin(acting(), preset_key="mcr-ema", players=NAMES)
    assert [str(entry) for entry in event.entries.order_by("number")][2] == "3 新井 文子"
    with pytest.raises(UserError, match="These tables have no confirmed sheet: 1"):
        play.play_on(acting(), event)
    for number in range(1, 5):
        enter(table_of(event, 1, number), [30, -10, -10, -10])
        assert play.play_on(acting(), event).number == number + 1
    assert [(one.state, one.released_at is not None) for one in event.rounds.order_by("number")] == [
        *[("finished", True)] * 4,
        ("playing", False),
    ]
    # Of five, each has sat out once in five rounds.
    assert sorted(next(iter({1, 2, 3, 4, 5} - table)) for table in pairs_of(event)) == [1, 2, 3, 4, 5]


def test_a_draft_is_drawn_anew_when_the_players_change() -> None:
    event = play.begin(acting(), preset_key="mcr-ema", players="8")
    enter(table_of(event, 1), [30, -10, -10, -10])
    enter(table_of(event, 2), [30, -10, -10, -10])
    Entry.objects.filter(tournament=event, number__gt=4).update(status=Entry.Status.DROPPED, dropped_from_round=2)
    play.play_on(acting(), event)
    assert frozenset({1, 2, 3, 4}) in pairs_of(event)


@rows
def test_too_few_players_are_refused_at_the_field(client: Client, players: str, error: str) -> None:
    client.force_login(person("ada"))
    answer = client.post(reverse("play_now"), {"preset": "mcr-ema", "players": players, "time_zone": "Mars/Base"})
    assert (answer.status_code, answer.context["form"].errors) == (422, {"players": [error]})
    assert Tournament.objects.count() == 0


def test_one_code_opens_every_table_of_the_round(client: Client) -> None:
    event = play.begin(acting(), preset_key="mcr-ema", players=NAMES)
    client.force_login(person("olga"))
    shown: Any = client.get(reverse("manage_play", args=[event.slug])).context
    path = "/hall/" + shown["address"].partition("/hall/")[2]
    client.logout()
    table = table_of(event)
    assert f"/e/{table.token}/" in client.get(path).content.decode()
    assert client.get(path[:-2] + "x/").status_code == 404
    # Where scorers alone enter results, the code opens nothing.
    event.entry_by = Tournament.EntryBy.SCORERS
    event.save()
    assert client.get(path).status_code == 404


def test_a_replaced_code_of_the_hall_opens_nothing(client: Client) -> None:
    event = play.begin(acting(), preset_key="mcr-ema", players=NAMES)
    codes = [make_hall_code(event)]
    for _again in range(2):
        play.replace_hall_code(acting(), event)
        codes.append(make_hall_code(event))
    opened = [client.get(reverse("hall", args=[code])).status_code for code in codes]
    assert opened == [404, 404, 200]
    client.force_login(person("olga"))
    page = client.get(reverse("manage_play", args=[event.slug]))
    assert page.context["address"].endswith(f"/hall/{codes[2]}/")
    assert "Replace the code" in page.text


@pytest.mark.parametrize(
    ("values", "opened"),
    [
        ({}, True),
        ({"state": Tournament.State.FINISHED}, False),
        ({"archived_at": timezone.now()}, False),
        ({"ends_on": datetime.date(2026, 5, 2)}, True),
        ({"ends_on": datetime.date(2026, 5, 1)}, False),
        ({"ends_on": None}, True),
    ],
)
def test_the_code_of_the_hall_ends_with_the_event(
    monkeypatch: pytest.MonkeyPatch, values: dict[str, Any], opened: bool
) -> None:
    """An evening goes on after midnight: a day later it is over, in the event's own time zone."""
    event = play.begin(acting(), preset_key="mcr-ema", players="4", time_zone="Asia/Tokyo")
    night = datetime.datetime(2026, 5, 2, 16, tzinfo=datetime.UTC)  # the third of May in Japan
    monkeypatch.setattr(timezone, "now", lambda: night)
    values = {"starts_on": None, "ends_on": datetime.date(2026, 5, 3)} | values
    Tournament.objects.filter(pk=event.pk).update(**values)
    assert (find_event_of_hall_code(make_hall_code(event)) == event) is opened


def test_a_finished_round_is_followed_by_the_next_one() -> None:
    event = play.begin(acting(), preset_key="mcr-ema", players="4")
    enter(table_of(event), [30, -10, -10, -10])
    rounds.finish(acting(), event.rounds.get(number=1))
    assert play.play_on(acting(), event).state == Round.State.PLAYING


def test_with_one_table_nobody_asks_for_its_number() -> None:
    event = play.begin(acting(), preset_key="mcr-ema", players="4")
    event.memberships.get_or_create(user=person("olga"), role="director")
    olga, table = signed_in("olga"), table_of(event)
    asked = reverse("hall", args=[make_hall_code(event)])
    assert Client().get(asked)["Location"] == reverse("table_code", args=[table.token])

    def shown(name: str, *parts: object, **query: str) -> Any:
        return olga.get(reverse(name, args=[event.slug, *parts]), query)

    entry = shown("manage_results", 1).content.decode()
    assert ("Sheet number" in entry, "Open the next empty table" in entry) == (False, False)
    forms = [
        (shown("manage_fix", problem="take-out").context["form"], "table"),
        (shown("manage_fix", problem="move-sheet").context["form"], "other_table"),
        (shown("manage_round", 1).context["extra_form"], "table"),
        (shown("manage_round", 1).context["name_form"], "table"),
        (shown("manage_case_new").context["form"], "table_number"),
    ]
    assert shown("manage_print").context["form"]["tables"].is_hidden
    assert [(form[name].field.widget.is_hidden, form[name].value()) for form, name in forms] == [(True, 1)] * 5
    enter(table, [30, -10, -10, -10])
    sent = {"round": "1", "table": "1", "reason": "Entered twice"}
    preview = olga.post(reverse("manage_fix_preview", args=[event.slug, "take-out"]), sent)
    assert (preview.status_code, preview.context["effects"].papers[0].number) == (200, 1)
    case = {"kind": forms[-1][0].fields["kind"].choices[0][0], "table_number": "1", "players": ["2"]}
    for round_number, expected in (("1", table), ("", None)):
        olga.post(reverse("manage_case_new", args=[event.slug]), case | {"round_number": round_number})
        assert event.cases.latest("number").table == expected


def test_a_hall_with_two_tables_or_people_who_sit_out_lists_them() -> None:
    two = play.begin(acting(), preset_key="mcr-ema", players="8")
    five = play.begin(acting(), preset_key="mcr-ema", players="5")
    for event, tables in ((two, 2), (five, 1)):
        page = Client().get(reverse("hall", args=[make_hall_code(event)]))
        assert (page.status_code, len(page.context["tables"])) == (200, tables)
    field = signed_in("olga")
    two.memberships.get_or_create(user=person("olga"), role="director")
    form = field.get(reverse("manage_fix", args=[two.slug]), {"problem": "take-out"}).context["form"]
    assert form["table"].field.widget.is_hidden is False


def test_tables_of_a_large_hall_come_in_pages_with_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_lists, "TABLES", long_lists.Length(2, 2))
    event = play.begin(acting(), preset_key="mcr-ema", players="16")

    def tables(query: str) -> list[str]:
        page = Client().get(f"{reverse('hall', args=[make_hall_code(event)])}?{query}")
        return [table.called for table, _token in page.context["tables"]]

    assert [tables(f"page={page}") for page in (1, 2, "all")] == [["1", "2"], ["3", "4"], ["1", "2", "3", "4"]]
    (found,) = tables("q=7")
    seats = event.rounds.get(number=1).current_seating.seats
    assert int(found) == seats.get(entry__number=7).table_number
    assert tables("q=nobody") == []


def director(event: Tournament) -> Client:
    event.memberships.get_or_create(user=person("olga"), role="director")
    return signed_in("olga")


def test_olga_ends_the_evening_in_one_click_and_the_screen_shows_the_final_standings() -> None:
    event = play.begin(acting(), preset_key="mcr-ema", players=NAMES)
    olga, tables = director(event), reverse("manage_play", args=[event.slug])
    end = reverse("manage_play_end", args=[event.slug])
    assert f'action="{end}"' not in olga.get(tables).content.decode()
    assert messages_of(olga.post(end, follow=True)) == [
        "These tables have no confirmed sheet: 1. Confirm them, or give a reason to finish without."
    ]
    for number in (1, 2):
        enter(table_of(event, 1, number), [30, -10, -10, -10])
        if number == 1:
            play.play_on(acting(), event)
    assert f'action="{end}"' in olga.get(tables).content.decode()
    screen = reverse("screen", args=[event.slug, "standings"])
    answer = olga.post(end)
    assert (answer.status_code, answer.get("Location")) == (302, screen)
    event.refresh_from_db()
    assert event.state == "finished"
    ended = [(one.number, one.state, one.released_at is not None) for one in event.rounds.order_by("number")]
    assert ended == [(1, "finished", True), (2, "finished", True)]
    shown = Client().get(screen)
    assert (shown.status_code, "Standings after round 2" in shown.content.decode()) == (200, True)
    page = olga.get(tables).content.decode()
    assert (screen in page, "Start round 3" in page, f'action="{end}"' in page) == (True, False, False)


def test_who_sits_out_and_scans_the_code_reads_that() -> None:
    event = play.begin(acting(), preset_key="mcr-ema", players=NAMES)
    (out,) = list_players_without_seat(event.rounds.get(number=1).current_seating)
    page = Client().get(reverse("hall", args=[make_hall_code(event)])).content.decode()
    assert "Sit out this round:" in page
    assert out.name in page.partition("Sit out this round:")[2]


def test_players_are_added_from_the_page_of_the_tables_and_a_fourth_opens_a_table() -> None:
    event = play.begin(acting(), preset_key="mcr-ema", players="7")
    olga, tables = director(event), reverse("manage_play", args=[event.slug])
    add = reverse("manage_play_players", args=[event.slug])
    assert f'action="{add}"' in olga.get(tables).content.decode()
    refused = olga.post(add, {"players": " "})
    assert (refused.status_code, list(refused.context["players_form"].errors)) == (422, ["players"])
    fourth = olga.post(add, {"players": "Hans Hut"}, follow=True)
    assert messages_of(fourth) == ["Added: 8 Hans Hut. They play from the next round on."]
    eight = event.entries.get(number=8)
    assert (eight.status, eight.from_round, fourth.context["form"]["seat"].value()) == ("checked_in", 2, "open")
    sent = {"comes": 8, "seat": "open", "reason": "Came late"}
    olga.post(reverse("manage_fix_arrived", args=[event.slug]), sent)
    first = Seating.objects.filter(round__tournament=event, round__number=1, state="playing")
    assert sorted(first.values_list("seats__entry__number", flat=True)) == [1, 2, 3, 4, 5, 6, 7, 8]
    more = olga.post(add, {"players": "Gerda Gut\nIda Ik"}, follow=True)
    assert (messages_of(more)[1:], more.redirect_chain[-1][0]) == (
        ["Added: 9 Gerda Gut, 10 Ida Ik. They play from the next round on."],
        tables,
    )


def test_print_and_share_links_the_screens() -> None:
    event = play.begin(acting(), preset_key="mcr-ema", players="4")
    page = director(event).get(reverse("manage_print", args=[event.slug])).content.decode()
    for view in ("seating", "plan", "standings", "clock", "needs"):
        assert reverse("screen", args=[event.slug, view]) in page
