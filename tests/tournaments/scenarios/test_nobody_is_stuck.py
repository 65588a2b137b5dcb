"""From a new event to a closed one by what *Next* and the pages offer, with one account and with several people.

Before every step each person looks at the overview, and in a round at its results and its sheets: either the page
offers something that they can do, or it says for whom it waits.
"""

import re
from itertools import pairwise

import pytest
from django.test import Client

from tests.support.pages import Button, Form, Page, Person
from tests.support.people import person
from tests.support.play import MCR_TABLES
from tests.support.slices import in_slice
from tournaments.accounts.models import Role
from tournaments.core.permissions import ACTIONS
from tournaments.events.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.long]

MANAGE, RESULTS = "/t/club-day/manage/", "/t/club-day/manage/results/1/"
ROSTER = "given name,family name\n" + "\n".join(f"Given{number},Family{number}" for number in range(1, 9))
PLAYER = "player"
MAX_STEPS = 40


def words_of_next(page: Page) -> str:
    return page.words("next-step").removeprefix("Next ")


def button_of_next(page: Page) -> tuple[Form, Button] | None:
    """The button by which *Next* does the step at once; none where a page comes first."""
    said = words_of_next(page)
    forms = [form for form in page.forms if "next-step" in form.inside]
    return next(((form, one) for form in forms for one in form.buttons if said.startswith(one.label)), None)


def link_of_next(page: Page) -> str:
    """The address of the page that *Next* names first; the links behind it are of what is still open."""
    said = words_of_next(page)
    return next((href for href, words, names in page.links if "next-step" in names and said.startswith(words)), "")


class Team:
    """olga, who made the event, and perhaps somebody else with a role or a player of it."""

    def __init__(self, roles: tuple[str, ...], way: str) -> None:
        self.way, self.seen = way, []
        olga = person("olga")
        olga.is_staff = True
        olga.save()
        self.olga = Person("olga")
        self.olga.client.force_login(olga)
        self.people = {"olga": self.olga}
        self.olga.open("/manage/new/")
        self.olga.press("Create tournament", name="Club Day", rounds="1", preset="mcr-ema")
        for role in roles:
            if role == PLAYER:
                # Players need no account: a phone of their own and the table's code.
                self.petra = Person("petra", Client())
                continue
            self.invite(f"the-{role}", role)

    def invite(self, name: str, role: str) -> None:
        """By the page of people, and in by its link."""
        self.olga.open(MANAGE + "people/")
        page = self.olga.press("Assign role", username=name, role=role)
        link = next(words for _href, words, inside in page.links if "/sign-in/" in words and "invited" in inside)
        self.people[name] = Person(name)
        self.people[name].open(link)
        self.people[name].press("Sign in")

    def event(self) -> Tournament:
        return Tournament.objects.get()

    def told(self, page: Page, inside: str) -> bool:
        """Tell whether the page names one of the people for whom it waits."""
        words = page.words(inside)
        names = re.findall(r"(?:Waiting for|By): ([^.]*)\.", words)
        known = {*self.people, "a player of the table"}
        return bool(names) and {name.strip() for one in names for name in one.split(",")} <= known

    def who_can_act(self) -> list[tuple[Person, str]]:
        """Those to whom *Next* offers a button or a page that opens, with what it says.

        Fails where somebody else is not told who has to act.
        """
        able = []
        for each in self.people.values():
            page = each.open(MANAGE)
            assert page.status == 200
            if not button_of_next(page):
                link = link_of_next(page)
                if not link:
                    assert self.told(page, "next-step"), f"{each.name} is stuck: {page.words('next-step')}"
                    continue
                goal = each.open(link)
                control = link.partition("#")[2]
                assert goal.status == 200, (each.name, link)
                assert control in goal.ids, (each.name, link)
            able.append((each, words_of_next(page)))
        assert able, "nobody can act"
        return able

    def look_at_sheets(self) -> None:
        """Everybody who sees a waiting sheet can confirm it, is offered a way out, or is told who confirms."""
        for each in self.people.values():
            sheet = each.open(f"{RESULTS}table/1/")
            if sheet.status == 200 and "Waiting for confirmation" in sheet.words():
                offered = [sheet.button(label) for label in ("Confirm", "Confirm your own sheets from now on")]
                assert any(offered) or self.told(sheet, "main"), f"{each.name} is stuck: {sheet.words('main')}"

    def step(self) -> str:
        """One step by the first who can take it. Returns what *Next* said."""
        able = self.who_can_act()
        # Who can act stands on the page that has the button of *Next*, or to which it leads.
        actor, said = able[-1] if self.way == "last" else able[0]
        page = actor.page
        self.seen.append((said, actor.name))
        if at_once := button_of_next(page):
            actor.send(*at_once)
        elif said.startswith("Enter the players"):
            actor.press("Preview", text=ROSTER)
            form, button = next((f, b) for f in actor.page.forms for b in f.buttons if "confirmed" in f.values)
            actor.send(form, button)
        elif said.startswith("Publish"):
            form, button = next((f, b) for f in page.forms for b in f.buttons if "/publish/" in f.action)
            actor.send(form, button)
        elif said.startswith("Open public pages"):
            actor.press("Open public pages")
        elif said.startswith("Close the tournament"):
            actor.press("Set", state="finished")
        elif said.startswith("Enter and confirm"):
            self.sheets(actor)
        else:
            assert said.startswith("Seat round"), said
            actor.press("Draw")
        assert actor.page.status == 200, (said, actor.page.words("main"))
        return said

    def sheets(self, actor: Person) -> None:
        """Type what is missing; then whoever is offered it confirms, or olga takes the way out."""
        for number, points in enumerate(MCR_TABLES, 1):
            page = actor.open(f"{RESULTS}table/{number}/")
            if page.button("Save", based_on="0"):
                actor.press("Save", **{f"points_{at}": str(own) for at, own in enumerate(points)})
                self.look_at_sheets()
                return
        for each in self.people.values():
            for number in (1, 2):
                if each.open(f"{RESULTS}table/{number}/").button("Confirm"):
                    each.press("Confirm")
                    self.look_at_sheets()
                    actor.page = each.page
                    return
        page = actor.open(RESULTS)
        if "Nobody else can confirm the sheets of these tables: 1 2" in page.words():
            if self.way == "invite":
                actor.open(page.link("Invite a second person"))
                self.invite("nina", "scorer")
            elif self.way == "players":
                actor.press("Let the players confirm on their phones")
            else:
                actor.press("Confirm your own sheets from now on")
            return
        for number in (1, 2):
            sheet = actor.open(f"{RESULTS}table/{number}/")
            if "Waiting for confirmation" in sheet.words():
                self.petra.open(sheet.link("/e/"))
                form, button = self.petra.page.button("Confirm sheet")
                self.petra.send(form, button, player=form.choices["player"][1])
        actor.open(RESULTS)

    def walk(self) -> None:
        """Until the event is closed."""
        for _turn in range(MAX_STEPS):
            if self.event().state == Tournament.State.FINISHED:
                return
            self.step()
        raise AssertionError(f"no end: {self.seen[-5:]}")


PAIRS = [(pair, "last") for pair in pairwise(ACTIONS)]
FURTHER = [
    ((), "invite"),
    *(((role,), "olga") for role in (Role.SCORER, Role.REFEREE)),
    *(((role,), "last") for role in (Role.DIRECTOR, *ACTIONS) if role != Role.DISPLAY),
    *PAIRS[1::2],
]
TEAMS = [
    ((), "own"),
    ((PLAYER,), "players"),
    *in_slice([*PAIRS[::2], ((Role.DISPLAY,), "last")], 4),
    *(pytest.param(*team, marks=pytest.mark.release) for team in FURTHER),
]
"""Helpers beside olga, and who acts: with `last` the other one takes every step that they can, else olga does. olga is
there for what neither of two helpers may do. Each role acts in one of four runs.
"""


@pytest.mark.parametrize(("roles", "way"), TEAMS)
def test_an_event_comes_to_its_end_and_everybody_knows_for_whom_they_wait(roles, way):
    team = Team(roles, way)
    team.walk()
    assert team.event().state == Tournament.State.FINISHED
