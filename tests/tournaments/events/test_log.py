"""The log says in the reader's words what was done; its files keep the codes."""

import ast
import os
import re
import subprocess
import sys
from functools import cache

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import translation

from tests.support.people import acting, person, small_tournament
from tests.support.remembered import remembered
from tournaments.accounts.services import roles
from tournaments.core.audit import ACTIONS, Actor, change
from tournaments.core.models.log import AuditEntry
from tournaments.entries.services import check_in
from tournaments.events.models import Tournament
from tournaments.events.text.changes import FORMER_ACTIONS, ORIGINS, describe_action, describe_origin
from tournaments.events.views.log_entries import filter_entries
from tournaments.seating.services import substitutes

SOURCES = settings.BASE_DIR / "tournaments"
DECLARING = ("change", "site_change", "season_change")
CODE = re.compile(r"\b[a-z_]+\.[a-z_]+\b")


@cache
def declared() -> list[tuple[str, str]]:
    """Every action's code in the sources of both apps, with the text of what stands beside it."""
    found = []
    for path in sorted([*SOURCES.rglob("*.py"), *(SOURCES.parent / "judging").rglob("*.py")]):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.FunctionDef):
                continue
            for decorator in node.decorator_list:
                if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) in DECLARING:
                    code, label = decorator.args
                    assert isinstance(code, ast.Constant)
                    found.append((code.value, ast.unparse(label)))
    return found


def test_every_action_is_declared_with_words_for_the_catalogues():
    found = declared()
    assert len(found) > 100
    assert [code for code, label in found if not re.fullmatch(r"gettext_noop\(['\"][A-Z][^.]+['\"]\)", label)] == []
    assert len({code for code, _ in found}) == len(found)
    assert len({label for _, label in found}) == len(found)


def test_a_web_process_that_has_just_started_knows_every_action():
    """A process of its own: the other tests of this one may have loaded what pages do not."""
    program = (
        "import django, sys; django.setup(); from django.urls import get_resolver; get_resolver().url_patterns\n"
        "from tournaments.events.text.changes import describe_action\n"
        "print(*(code for code in sys.argv[1:] if describe_action(code) == code))"
    )
    codes = sorted({code for code, _ in declared()})
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tournaments.site.settings"}
    unknown = subprocess.check_output([sys.executable, "-c", program, *codes], env=environment, text=True)
    assert unknown.split() == []


@pytest.mark.translations
def test_the_pages_know_every_action_and_say_it_in_every_language():
    codes = {code for code, _ in declared()}
    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            said = {describe_action(code) for code in codes}
            assert not said & codes
            assert language == "en" or not said & set(ACTIONS.values())


@pytest.mark.translations
def test_actions_of_earlier_releases_keep_their_words_in_every_language():
    assert set(FORMER_ACTIONS).isdisjoint(ACTIONS)
    assert describe_action("seating.prove") == "Proof of the seating kept"
    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            said = {describe_action(code) for code in FORMER_ACTIONS}
            assert len(said) == len(FORMER_ACTIONS)
            assert language == "en" or not said & set(FORMER_ACTIONS.values())


def test_a_code_that_no_service_has_stays_as_it_is():
    assert describe_action("entries.of_old") == "entries.of_old"
    assert describe_action("") == ""


@pytest.mark.translations
@pytest.mark.django_db
def test_where_it_was_done_is_said_in_every_language():
    assert describe_origin("elsewhere") == "elsewhere"
    assert {Actor.of_command("x").origin, Actor.of_task("x").origin, acting().origin} <= set(ORIGINS)
    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            said = {describe_origin(origin) for origin in ORIGINS}
            assert len(said) == len(ORIGINS)
            assert language == "en" or not said & set(ORIGINS.values())


def test_one_action_has_one_label():
    with pytest.raises(ValueError, match=r"entries\.drop"):
        change("entries.drop", "Something else")


@pytest.fixture
@remembered
def event() -> Tournament:
    event = small_tournament(4)
    roles.grant(Actor.of_command("test"), event, user=person("olga"), role="director")
    check_in.check_in(acting("olga"), event.entries.get(number=3), present=False)
    check_in.check_in_all(acting("olga"), event)
    substitutes.substitute(acting("olga"), event.entries.get(number=1), from_round=1, family_name="Late")
    return event


@pytest.mark.django_db
def test_the_page_of_the_log_shows_no_code(event, olga):
    for language, words in (
        ("en", "Substitute brought in"),
        ("ja", "交代選手を起用"),
        ("zh-hans", "安排替补选手"),
        ("zh-hant", "安排替補選手"),
    ):
        page = olga.get(reverse("manage_audit", args=[event.slug]), headers={"accept-language": language}).text
        main = page[page.index("<main") : page.index("</main")]
        shown = re.sub(r"<[^>]*>", " ", main)
        assert [code for code in CODE.findall(shown) if code in ACTIONS] == []
        assert re.search(rf'<option value="entries.substitute"[^>]*>\s*{words}\s*</option>', main)
        with translation.override(language):
            said = (words, describe_origin("web"), describe_origin("command"))
        assert [one for one in said if one not in shown] == []


@pytest.mark.django_db
def test_the_filter_takes_an_action_or_what_it_is_about(event):
    def actions(asked: str) -> set[str]:
        return {entry.action for entry in filter_entries(event, {"action": asked})}

    assert actions("entries.check_in") == {"entries.check_in"}
    everything = set(AuditEntry.objects.filter(tournament=event).values_list("action", flat=True))
    assert actions("entries") == actions("entries.") == {code for code in everything if code.startswith("entries.")}
    assert len(actions("entries")) > 3
