"""Pages for frames on other sites: who may frame which page, parameters, what they show, and overlays of streams."""

from __future__ import annotations

import html
import re

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from tests.roles.cast import Cast, without_what_takes_long
from tests.roles.rows import Row, methods, routes
from tests.support.people import acting, people, signed_in, small_tournament
from tests.support.play import published, released
from tests.support.remembered import remembered
from tests.support.slices import in_slice
from tools.checks import ROOT
from tournaments.events import embedding
from tournaments.events.models import Tournament
from tournaments.events.validators import check_origins
from tournaments.exchange.document.reading import read_document
from tournaments.exchange.document.visitor import compute_projection_mark
from tournaments.exchange.document.writing import build_visitor_part
from tournaments.exchange.models import Mirror
from tournaments.exchange.services import event_files, mirroring
from tournaments.exchange.services.mirroring import Delivery
from tournaments.results.services import settings as settings_service
from tournaments.standings.views import embed

pytestmark = pytest.mark.django_db

EMBED = "/t/spring-open/embed/"
PAGES = ("standings/", "seating/", "clock/", "table/1/", "player/1/")
SITES = "https://club.example https://liga.example:8443"


@pytest.fixture
@remembered
def event() -> Tournament:
    made = small_tournament(rounds=2)
    made.entries.filter(number=1).update(country="FIN")
    people(made)
    released(made, 1)
    published(made.rounds.get(number=2))
    Tournament.objects.filter(pk=made.pk).update(embed_sites=SITES)
    return Tournament.objects.get()


def policy(response) -> dict[str, str]:
    return dict(part.strip().split(" ", 1) for part in response.headers["Content-Security-Policy"].split(";"))


def words(response) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", response.content.decode()).split())


def test_only_the_sites_of_the_event_may_frame_its_light_pages(event):
    for page in PAGES:
        answer = Client().get(EMBED + page)
        assert (answer.status_code, answer.headers.get("X-Frame-Options"), answer.cookies.output()) == (200, None, "")
        assert policy(answer)["frame-ancestors"] == f"'self' {SITES}"
        assert policy(answer)["form-action"] == "'none'"
        assert not re.search("<(form|input|button)", answer.content.decode())
    settings_service.edit(acting(), event, facts={"embed_sites": ""})
    assert policy(Client().get(EMBED + "standings/"))["frame-ancestors"] == "'self'"


def test_every_other_page_of_the_site_refuses_frames():
    cast = Cast()
    Tournament.objects.update(embed_sites=SITES)
    light = {pattern.name for pattern in embed.urlpatterns}
    policies = {}
    readable = [name for name, pattern in routes().items() if "GET" in methods(pattern)]
    with without_what_takes_long():
        for name in sorted({*in_slice(readable, 5), *light, "manage_print_preview"}):
            answer = cast.ask(Row("GET", name, "", frozenset()), "director")
            policies[name] = (answer.headers.get("X-Frame-Options"), policy(answer)["frame-ancestors"])
    framed = {name: found for name, found in policies.items() if found != ("DENY", "'none'")}
    # The printing page shows a paper beside its form.
    of_the_site = {"manage_print_preview": ("SAMEORIGIN", "'self'")}
    assert framed == dict.fromkeys(light, (None, f"'self' {SITES}")) | of_the_site
    assert len(policies) > len(readable) // 5


def test_no_other_module_lets_a_page_be_framed():
    words = re.compile("xframe_options|csp_exempt|csp_replace|frame-ancestors|X_FRAME|X-Frame")
    files = [path for package in ("tournaments", "judging") for path in (ROOT / package).rglob("*.py")]
    named = {str(path.relative_to(ROOT)) for path in files if words.search(path.read_text(encoding="utf-8"))}
    assert named == {
        "tournaments/standings/views/embed.py",
        "tournaments/events/views/printing.py",
        "tournaments/site/settings.py",
    }


def test_no_session_is_read_and_who_is_signed_in_sees_what_everybody_sees(event):
    olga = signed_in("olga")
    for page in PAGES[:2]:
        answer = olga.get(EMBED + page)
        assert (answer.cookies.output(), answer.content) == ("", Client().get(EMBED + page).content)
        assert not answer.wsgi_request.session.accessed
    Tournament.objects.update(published=False)
    assert [olga.get(EMBED + page).status_code for page in PAGES] == [404] * len(PAGES)


def test_pages_take_no_forms_and_come_from_the_cache_of_responses(event, django_assert_num_queries):
    assert {Client().post(EMBED + page).status_code for page in PAGES} == {405}
    first = Client().get(EMBED + "standings/?rows=3")
    kept = Client().get(EMBED + "standings/?rows=3")
    assert (kept.headers["ETag"], policy(kept)) == (first.headers["ETag"], policy(first))
    assert "X-Frame-Options" not in kept.headers


def test_parameters_choose_rows_columns_language_and_ground(event):
    def rows(query):
        return Client().get(EMBED + "standings/" + query).content.decode().split("<tbody>")[1].count("<tr")

    assert (rows(""), rows("?rows=3"), rows("?rows=3&utm_source=x")) == (8, 3, 3)
    assert "Place Player" in words(Client().get(EMBED + "standings/?columns=none"))
    german = Client().get(EMBED + "standings/?lang=de").content.decode()
    assert ('lang="de"' in german, "Nach Runde 1" in " ".join(german.split())) == (True, True)
    media = {
        query: re.search('id="dark-colours".*?media="([^"]*)"', Client().get(EMBED + "clock/" + query).text, re.S)[1]
        for query in ("", "?dark=1", "?dark=0", "?transparent=1", "?transparent=1&dark=0")
    }
    assert list(media.values()) == ["screen and (prefers-color-scheme: dark)", "all", "not all", "all", "not all"]
    clear = Client().get(EMBED + "table/1/?transparent=1").text
    assert ("embed-clear" in clear, "<footer" in clear) == (True, False)


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("rows=0", "“rows” in the address: Ensure"),
        ("rows=x", "in the address: Enter a whole number."),
        ("lang=xx", "in the address: Select a valid choice."),
        ("dark=yes", "in the address: Select a valid choice."),
        ("columns=points,age", "Possible are progress, flag, team, points, figures, none."),
    ],
)
def test_a_wrong_parameter_is_named_in_one_sentence_that_the_frame_shows(event, query, sentence):
    answer = Client().get(f"{EMBED}standings/?{query}")
    assert (answer.status_code, answer.headers.get("X-Frame-Options")) == (400, None)
    assert sentence in words(answer)
    assert policy(answer)["frame-ancestors"] == f"'self' {SITES}"


def test_a_table_has_names_flags_and_points_of_the_public_standings(event):
    page = words(Client().get(EMBED + "table/2/"))
    assert ("Table 2" in page, "Round 2" in page) == (True, True)
    rows = Client().get(EMBED + "table/1/").text.split("<tr")[2:]
    assert ['<span class="flag" aria-hidden="true">FI</span>' in row for row in rows] == [True, False, False, False]
    # Table points of round 1, by place: player 1 has won, 2 was second.
    assert [re.findall(r'class="num key">([^<]*)<', row) for row in rows] == [["4"], ["2"], ["1"], ["0"]]
    absent = Client().get(EMBED + "table/9/"), Client().get(EMBED + "player/99/")
    assert [answer.status_code for answer in absent] == [404, 404]
    assert "There is no table 9 in this round." in words(absent[0])
    assert "This event has no player 99." in words(absent[1])


def test_hidden_standings_are_in_no_frame(event):
    assert 'class="place"' in Client().get(EMBED + "table/1/").text
    settings_service.edit(acting(), event, facts={"standings_hidden": True})
    for page in ("standings/", "player/1/"):
        assert "The standings are hidden until the ceremony" in words(Client().get(EMBED + page))
    assert 'class="place"' not in Client().get(EMBED + "table/1/").text


def test_sites_are_kept_as_origins_and_nothing_else_reaches_the_header(event):
    wanted = {
        "club.example": "https://club.example",
        "HTTPS://Club.Example/page?x=1": "https://club.example",
        "http://localhost:80, http://localhost:8080": "http://localhost http://localhost:8080",
        "https://münchen.example": "https://xn--mnchen-3ya.example",
    }
    assert {text: embedding.read_origins(text) for text in wanted} == wanted
    for text in (
        "ftp://club.example",
        "https://",
        "https://a@club.example",
        "https://club.example:0",
        "https://*",
        "'none'",
        "https://club.example;x",
        "https://club.example:99999",
    ):
        with pytest.raises(embedding.OriginError):
            embedding.read_origins(text)
    with pytest.raises(ValidationError):
        check_origins("https://club.example; script-src *")
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.update(embed_sites="https://club.example; script-src *")
    copy = event_files.copy(acting(), tournament=event, slug="copy")
    assert copy.embed_sites == SITES


def test_print_and_share_shows_code_and_preview(event):
    olga = signed_in("olga")
    event.name = 'Spring "Open"'
    event.save()
    answer = olga.get("/t/spring-open/manage/embed/")
    assert (answer.status_code, policy(answer)["frame-src"], answer["X-Frame-Options"]) == (200, "'self'", "DENY")
    chosen = "page=table&number=2&columns=flag&language=ja&dark=1&transparent=on"
    page = olga.get(f"/t/spring-open/manage/embed/?{chosen}")
    query = "lang=ja&dark=1&columns=flag&transparent=1"
    assert page.context["address"] == f"/t/spring-open/embed/table/2/?{query}"
    assert html.unescape(page.text.split("<textarea")[1].split(">", 1)[1].split("</textarea>")[0]) == (
        f'<iframe src="http://testserver/t/spring-open/embed/table/2/?{html.escape(query)}"'
        ' title="卓 – Spring &quot;Open&quot;" width="100%" height="260" loading="lazy"'
        ' style="border: 0; color-scheme: light"></iframe>'
    )
    assert Client().get(page.context["address"]).status_code == 200
    wrong = olga.get("/t/spring-open/manage/embed/?page=standings&rows=0&language=")
    assert "Ensure this value is greater than or equal to 1." in words(wrong)
    assert wrong.context["address"] == f"{EMBED}standings/"


def test_a_mirror_gets_the_sites_and_files_with_other_texts_are_refused():
    event = small_tournament(4)
    Tournament.objects.update(embed_sites=SITES)
    delivery = build_visitor_part(Tournament.objects.get())
    assert delivery["tournament"]["embed_sites"] == SITES
    Tournament.objects.update(embed_sites="")
    mirroring.make_key(acting(), event)
    Mirror.objects.update(epoch="e" * 32)
    sent = Delivery("e" * 32, 1, timezone.now(), delivery, {}, compute_projection_mark())
    mirroring.receive(Mirror.objects.get(), sent)
    assert Tournament.objects.get().embed_sites == SITES
    delivery["tournament"]["embed_sites"] = "https://club.example; script-src *"
    read, problems = read_document(delivery, {})
    assert (read, [problem.column for problem in problems]) == (None, ["tournament, embed_sites"])
