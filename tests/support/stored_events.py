"""Events of a stored release, with people, hands, fees, mails, rulings, a mirror: made by the services that pages call.

`tests.support.make_release` calls `fill_all` beside its own events. Every model of the program gets a row, but `EMPTY`.
"""

from __future__ import annotations

import datetime
import re
from http import HTTPStatus
from typing import Any
from unittest import mock

from django.apps import apps
from django.test import Client, override_settings
from django.utils import timezone

from judging.cases.services import appeals, cases
from judging.desk import services as desk_services
from tests.support.cases import case_with_facts, facts, ruled
from tests.support.games import game
from tests.support.mirror_site import start_mirror
from tests.support.people import acting, people, person, program, seat_in_order, signed_in, small_tournament, token_of
from tests.support.photos import photo_of_a_sheet
from tests.support.play import published, released
from tests.support.seasons import played as imported
from tests.support.tables import table_of
from tests.support.team_leagues import add_play_off, team_league
from tournaments.accounts.services import accounts
from tournaments.accounts.services import people as accounts_of_site
from tournaments.awards import services as awards
from tournaments.branding import services as branding
from tournaments.core import jobs, pictures
from tournaments.core.models.jobs import PeriodicTask
from tournaments.core.models.site import SiteAddress
from tournaments.entries.models.entries import Team
from tournaments.entries.services import applications, categories, mail, mailings, players, portraits, questions
from tournaments.events import services as events
from tournaments.events.models import Tournament
from tournaments.exchange.backups import making
from tournaments.exchange.backups.sealing import MAGIC
from tournaments.exchange.document.archive import pack, unpack
from tournaments.exchange.jobs import SITE_COPY
from tournaments.exchange.models import Mirror, Publication
from tournaments.exchange.services import (
    event_files,
    fetched_registrations,
    loans,
    mirror_backups,
    mirroring,
    sealed_backups,
)
from tournaments.exchange.services import publishing as mirror_publishing
from tournaments.exchange.site_requests import SiteAnswer
from tournaments.fees import services as fees
from tournaments.figures import stored as figures
from tournaments.people import consent, ratings
from tournaments.people import services as persons
from tournaments.results.models.results import HandRecord
from tournaments.results.queries import sheets
from tournaments.results.services import forfeits, open_tables, photos, replays, results, table_phone
from tournaments.rounds.services import hall_plan, rounds
from tournaments.seasons import services as seasons
from tournaments.seasons import stored as standings_of_seasons
from tournaments.seasons.models import SeasonRole
from tournaments.seating.services import attendance, drafts, library, line_ups, seating
from tournaments.standings.models import Forfeit
from tournaments.standings.services import stages
from tournaments.webhooks.services import hooks

NAMES = ("Petra Quist", "Rosa Lind", "Olaf Berg", "Uwe Sand")
DAY = datetime.date(2026, 5, 1)
SITE = "https://club.example"


def fill_all() -> None:
    with override_settings(
        EMAIL_BACKEND="django.core.mail.backends.locmem.EmailBackend", MAIL_FROM="info@club.example"
    ):
        for fill in (
            fill_site,
            fill_people,
            fill_desk,
            fill_hall,
            fill_teams,
            fill_finals,
            fill_copies,
            fill_mirrors,
            fill_derived,
        ):
            fill()
    if missing := list_empty() ^ EMPTY:
        raise SystemExit(f"Models without a row, or with one against EMPTY: {sorted(missing)}")


EMPTY: set[str] = set()


def list_empty() -> set[str]:
    """Return the models of the program that have no row."""
    models = [model for app in ("tournaments", "judging") for model in apps.get_app_config(app).get_models()]
    return {model.__name__ for model in models if not model._base_manager.exists()}


def fill_site() -> None:
    """Accounts, their rules and requests, a token, a link, the address."""
    SiteAddress.objects.create(pk=1, address=SITE)
    person("ada")
    accounts_of_site.set_rules(acting("ada"), sign_up=True, max_events=20, max_mails=500, max_megabytes=2000)
    accounts_of_site.ask_for_account(acting("ada"), username="lyon", email="lyon@example.org", about="A club.")
    accounts.make_sign_in_link(acting("ada"), user=person("otto"))
    token_of("olga")


def fill_people() -> None:
    """Three events and a season: persons who are linked, merged, parted, and consent; one is somebody else."""
    spring = imported("spring", [[40, 10, -20, -30], [30, 20, -10, -40]] * 5, NAMES)
    summer = imported("summer", [[-40, 10, 20, 10]], NAMES, day="2026-07-02")
    autumn = imported("autumn", [[12, -4, -4, -4]], (*NAMES[:3], "Uve Sand"), day="2026-10-03")
    persons.answer_somebody_else(acting(), entry=autumn.entries.get(number=2), same_as=spring.entries.get(number=2))
    for number in (1, 2, 3):
        persons.link(acting(), entry=summer.entries.get(number=number), same_as=spring.entries.get(number=number))
    petra = spring.entries.get(number=1)
    persons.merge(
        acting("ada"), stays=spring.entries.get(number=4), goes=autumn.entries.get(number=4), reason="A slip of the pen"
    )
    for number in (1, 2, 3):
        consent.record(
            acting(), spring.entries.get(number=number), consent_on=DAY, consent_source="paper", shows_photo=number == 1
        )
    consent.withdraw(acting(), summer.entries.get(number=3))
    players.link_account(acting(), petra, user=person("petra"))
    consent.give_own(acting("petra"), person=petra.person_link.person, shows_photo=True)
    portraits.keep(acting(), petra, small=pictures.downscale(photo_of_a_sheet(), portraits.SIDE))

    season = seasons.create(acting(), name="Club league", slug="league", published=True, rule={"drop": 1})
    for event in (spring, summer, autumn):
        seasons.add_event(acting(), season, tournament=event)
        Team.objects.create(tournament=event, code="T01", name=f"Dragons of {event.slug}")
    seasons.weigh_event(acting(), season, tournament=autumn, factor="3/2")
    spring_team, summer_team = spring.teams.get(), summer.teams.get()
    seasons.merge_teams(acting(), season, team=spring_team, same_as=summer_team)
    seasons.merge_people(acting(), season, entry=spring.entries.get(number=4), same_as=autumn.entries.get(number=4))
    seasons.grant(acting(), season, user=person("ren"), kind=SeasonRole.Kind.HELPER)
    hooks.add_to_season(acting(), season, address=f"{HOOKS}/season", style="json", kinds=["end"], language="fr")


HOOKS = "https://hooks.example.org"


def fill_desk() -> None:
    """Questions, registrations, mails, fees in two currencies, an announcement, house rules, a look of its own."""
    event = small_tournament(8, slug="desk", rounds=2)
    people(event)
    Tournament.objects.filter(pk=event.pk).update(state="planned")
    event.refresh_from_db()
    hooks.add(acting(), event, address=f"{HOOKS}/1", style="json", kinds=["seating", "start", "ruling"], language="de")
    shirt = questions.add(acting(), event, label="Shirt", kind="choice", choices="M\nXXL", required=False, public=True)
    juniors = categories.add(acting(), event, name="Juniors")
    first, second = (event.entries.get(number=number) for number in (1, 2))
    players.edit(acting(), first, club="Harbour", note="Vegetarian.", answers={str(shirt.number): "M"})
    categories.set_members(acting(), juniors, players=[second])
    facts_of_desk = {"is_open": True, "asks": {"email": "asked", "club": "asked"}, "fee": "40 €", "looks_first": True}
    applications.set_desk(acting(), event, facts=facts_of_desk)
    for name in ("Anna", "Bo", "Cleo"):
        sent = {"given_name": name, "family_name": "Holm", "email": f"{name.lower()}@example.org", "message": "Hello"}
        application = applications.apply(acting(), event, facts=sent, language="en")
        if name == "Anna":
            applications.admit(acting(), application)
        elif name == "Bo":
            applications.refuse(acting(), application, reason="All places are taken.")
    text: dict[str, Any] = {"language": "en", "subject": "{event}", "text": "Dear {name}: bring cash."}
    mailings.send(acting(), event, key="first", groups=["field", "pending"], **text)
    mail.deliver_waiting()
    mailings.send(acting(), event, key="second", groups=["field"], **text)
    pay_fees(event, shirt)
    events.announce(acting(), event, text="Lunch at noon.", level="important")
    events.set_house_rule(
        acting(), event, clause="MCR-6.8", text="A false win costs 5.", option="false_hu_payment", value=5
    )
    branding.choose_colour(acting(), event, colour="#8a1f4b")
    small = pictures.downscale(photo_of_a_sheet((60, 40)), 60, transparent=True)
    branding.keep_picture(acting(), event, use="logo", small=small)
    sponsor = branding.add_sponsor(
        acting(),
        event,
        name="Tea House",
        link="https://tea.example.org/",
        on_pages=True,
        on_screens=True,
        on_papers=True,
    )
    branding.keep_sponsor_logo(acting(), sponsor, small=small)
    judge(event)


def pay_fees(event: Tournament, shirt: Any) -> None:
    first, second, third = event.entries.order_by("number")[:3]
    fees.set_up(acting(), event, currency="EUR", other_currency="JPY", issuer="Mahjong Club")
    fees.add(acting(), event, label="Entry", amount=4000)
    fees.add(acting(), event, label="Shirt", currency="JPY", amount=1500, question=shirt, choice="M")
    fees.pay(acting(), first, method="cash", currency="EUR")
    fees.pay(acting(), first, method="card", currency="JPY", amount=1500)
    fees.refund(acting(), first, method="cash", currency="EUR", amount=500, reason="Came late.")
    fees.reduce(acting(), second, amount=1000, reason="Helps at the desk.")
    fees.void(acting(), fees.pay(acting(), third, method="transfer"), reason="A mistake.")
    fees.pay(acting(), second, method="cash")


def judge(event: Tournament) -> None:
    """Round 1 with a call, a ruling, an appeal against it, one that is handed over, an absence before."""
    attendance.set_present(acting(), event, day=datetime.date(2026, 5, 2), players=list(event.entries.all()))
    seating.publish(acting(), seat_in_order(event.rounds.get(number=1)), leave_out=True)
    rounds.start(acting(), event.rounds.get(number=1))
    desk_services.set_desk(acting(), event, head_referee=person("olga"), appeal_minutes=45)
    desk_services.make(acting(), table_of(event))
    case, record = case_with_facts(event)
    ruling = ruled(case, record)
    appeal = appeals.file_appeal(
        acting("ren"), ruling, by_entry=case.parties.earliest("pk").entry, grounds="I had eight."
    )
    appeals.decide(acting(), appeal, state="upheld", decision="Seven points.")
    waiting, _record = case_with_facts(event, table=2)
    cases.hand_over_case(acting("ren"), waiting, to=person("olga"), note="Ask West about the pung.")
    out = cases.open_case(acting("ren"), event, kind="win", table=table_of(event, 2), hand=4)
    lost = {"kind": "session_lost", "clause": "MCR-8.8", "order": "", "points": 0, "uma": 0, "table_points": 0}
    lost |= {"takes_negative": False, "chair": "last", "present": []}
    proposal = {**record.proposals[0], "ledger": [], "transfers": [], "place_in_event": [lost]}
    ruled(out, facts(out, proposals=[proposal]))
    forfeits.add(
        acting("ren"), event.entries.get(number=6), kind=Forfeit.Kind.DISQUALIFIED, round_=None, reason="Cheating."
    )
    attendance.set_absent(acting(), event.rounds.get(number=2), players=[event.entries.get(number=3)], reason="A train")


def fill_hall() -> None:
    """Hands of the phone and of the desk, a log, a photo, seats that are said, places of tables, hands for prizes."""
    event = small_tournament(8, slug="hall", rounds=1)
    people(event)
    Tournament.objects.filter(pk=event.pk).update(entry_by=Tournament.EntryBy.TABLE_CODE)
    event.refresh_from_db()
    players.add(acting(), event, family_name="Late", status="checked_in")
    event.entries.filter(number=9).update(house=True)
    published(event.rounds.get(number=1))
    hall_plan.arrange(acting(), event, spots={1: (1, 1), 2: (1, 3)})
    table = table_of(event, 1)
    seats = sheets.list_seats(table)
    for wind, seat in enumerate(seats[:2]):
        table_phone.claim_seat(acting("petra"), table, entry=seat.entry, wind=wind)
    rounds.start(acting(), event.rounds.get(number=1))
    table, second_table = table_of(event, 1), table_of(event, 2)
    won = {"winner": seats[0].entry, "discarder": seats[2].entry, "value": 24}
    for number, values in enumerate((won, {}), 1):
        table_phone.add_hand(acting("petra"), table, hand=HandRecord(number=number, **values))
    sheet = results.submit_sheet(acting("sam"), table, points=(48, -8, -32, -8))
    results.confirm_sheet(acting("petra"), sheet, by_entry=seats[1].entry, device="a phone")
    text, points = game(hands=1)
    replays.attach(acting("ren"), second_table, text=text, file_name="table two.txt")
    replays.keep(acting("ren"), text)
    photos.add(acting("sam"), second_table, small=pictures.downscale(photo_of_a_sheet((40, 30))))
    results.confirm_sheet(
        acting(), results.submit_sheet(acting("sam"), second_table, points=points, reason="as the log")
    )
    rounds.finish(acting(), event.rounds.get(number=1))
    rounds.release(acting(), event.rounds.get(number=1))
    hand: dict[str, Any] = {"hand": "19m19p19s1234567z +1m", "by": "self_draw"}
    hand |= {"prevalent": "E", "seat": "E", "circumstances": {}}
    awards.declare(acting("sam"), table, winner=seats[1].entry, **hand)
    twice = awards.declare(acting("sam"), table, winner=seats[0].entry, **hand)
    awards.void(acting("sam"), twice, reason="Typed twice.")
    awards.add(acting(), event, figure="best_game", title="", category=None, least=1, one_prize=False)
    awards.publish(acting(), event)


def fill_teams() -> None:
    """Line-ups of a league of teams; tables that open whenever four are there."""
    event = small_tournament(20, slug="weeks", rounds=2)
    people(event)
    Tournament.objects.filter(pk=event.pk).update(team_size=5, line_up_size=4, features=["teams"])
    event.refresh_from_db()
    for at in range(4):
        team = Team.objects.create(tournament=event, code=f"T{at + 1:02}", name=f"Club {'ABCD'[at]}")
        event.entries.filter(number__gt=5 * at, number__lte=5 * at + 5).update(team=team)
    first = event.rounds.select_related("tournament", "stage").get(number=1)
    drafts.generate(acting("sue"), event, rounds=[first], seed="a seed")
    named = event.entries.filter(number__in=(6, 7, 8, 10))
    line_ups.name(acting(), first, team=event.teams.get(code="T02"), players=list(named), by_captain=False)
    evening = small_tournament(8, slug="evening", rounds=1)
    people(evening)
    open_tables.set_up(acting(), evening, is_open=True, newcomers=True)
    evening.refresh_from_db()
    open_tables.open_table(acting(), evening, sitters=list(evening.entries.order_by("number")[:4]), name="Window")
    library.store(acting("sue"), event, name="Club", text="1 2 3 4\n5 6 7 8\n\n1 2 5 6\n3 4 7 8\n")


def fill_finals() -> None:
    """A final in which another player plays for a finalist, and a play-off of teams."""
    event = small_tournament(8, slug="final", rounds=1)
    people(event)
    released(event, 1, ((60, -30, 20, -50), (40, -31, -39, 30)))
    stages.cut(acting(), stages.add(acting(), event, name="Final", cut_to=4, rounds=1))
    last = event.rounds.get(number=2)
    seating.publish(acting(), drafts.draft_by_standings(acting(), last))
    rounds.start(acting(), event.rounds.get(number=2))
    ill = {"round": 2, "leaves": 8, "comes": 2, "place": "plays_for", "reason": "Eight is ill."}
    if signed_in("olga").post(f"/t/{event.slug}/manage/fix/replaced/", ill).status_code != HTTPStatus.FOUND:
        raise AssertionError(event.slug)
    league = team_league(slug="teams")
    stages.cut(acting(), add_play_off(league), continue_anyway="A test.")


def fill_copies() -> None:
    """A lent event, a rehearsal, an event that is removed later, jobs of all kinds that keep a row, a backup."""
    lent = small_tournament(8, slug="lent")
    people(lent)
    released(lent, 1)
    for job in jobs.in_order():
        jobs.cancel(job)
    loans.lend(acting(), lent)
    of_the_hall, problems = unpack(pack(lent, loan=True, site=SITE))
    if of_the_hall is None:
        raise AssertionError(problems)
    event_files.restore(acting("ada"), event=of_the_hall, slug="lent-hall", hall=True)
    desk = Tournament.objects.get(slug="desk")
    trial = event_files.copy(acting(), tournament=desk, slug="trial", rehearsal=True)
    people(trial)
    hall = Tournament.objects.get(slug="hall")
    merged = program("olga").post(
        f"/api/v1/tournaments/{hall.slug}/repairs/merge/",
        {"stays": 1, "goes": 9, "reason": "One person."},
        format="json",
        headers={"Idempotency-Key": "k" * 20},
    )
    job = jobs.create(SITE_COPY, created_by=person("olga"), tournament=hall, params={"languages": ["en"]})
    if (run := jobs.claim(job.pk)) is None:
        raise AssertionError(job.state)
    jobs.perform(run)
    jobs.mark_worker_alive()
    making.make(making.HAND)
    PeriodicTask.objects.bulk_create(PeriodicTask(name=name, due_at=timezone.now()) for name in PeriodicTask.Name)
    if merged.status_code != HTTPStatus.OK:
        raise AssertionError(merged.content)


def fill_mirrors() -> None:
    """One event is published here by another one of this site, which takes its deliveries; one elsewhere."""
    mirror = small_tournament(0, slug="mirror", rounds=1)
    people(mirror)
    mirror.rounds.all().delete()
    key = mirroring.make_key(acting("ada"), mirror)
    hall = Tournament.objects.get(slug="hall")
    mirror_publishing.start(acting(), hall, address=f"{SITE}/t/mirror/#mirror={key}", send=send_here)
    publication = Publication.objects.select_related("tournament", "secret").get(tournament=hall)
    mirror_publishing.deliver(publication, send_here)
    publication.refresh_from_db()
    if (publication.number, publication.problem) != (1, ""):
        raise AssertionError(publication.problem)
    received = Mirror.objects.get(tournament=mirror)
    mirror_backups.store(received, epoch=received.epoch, content=MAGIC + b"sealed")
    desk = Tournament.objects.get(slug="desk")
    mirror_publishing.start(acting(), desk, address=start_mirror(), key="a key of the other site")
    sealed_backups.keep(acting(), desk, passphrase="nine gates in the hall")
    fetch_registrations()


def fetch_registrations() -> None:
    """The computer in the hall takes the registrations of the site for the public, where one waits and one is in."""
    public = small_tournament(0, slug="public", rounds=1)
    people(public)
    public.rounds.all().delete()
    key = mirroring.make_key(acting("ada"), public)
    applications.set_desk(acting(), public, facts={"is_open": True, "asks": {"email": "asked"}})
    for name in ("Dora", "Emil"):
        sent = {"given_name": name, "family_name": "Berg", "email": f"{name.lower()}@example.org"}
        applications.admit(acting(), applications.apply(acting(), public, facts=sent, language="en"))
    club = small_tournament(0, slug="club", rounds=1)
    people(club)
    address, olga = f"/t/{club.slug}/manage/publishing/registrations/", signed_in("olga")
    with mock.patch.dict(fetched_registrations.fetch.__kwdefaults__, {"send": send_here}):
        preview = olga.post(address, {"address": f"{SITE}/t/public/#mirror={key}"})
        token = re.search(r'name="confirmed"\s+value="([^"]+)"', preview.text)
        olga.post(address, {"confirmed": token.group(1) if token else ""})
    if club.entries.count() != 2:
        raise AssertionError(club.slug)


def send_here(url: str, *, headers: Any, body: bytes | None = None, method: str = "POST", **_more: Any) -> SiteAnswer:
    """Carry a request to this site itself."""
    path = url.removeprefix(SITE)
    answer = Client().generic(method, path, body or b"", content_type=headers["Content-Type"], headers=headers)
    return SiteAnswer(answer.status_code, answer.content)


def fill_derived() -> None:
    """Sums and lists that the worker keeps."""
    figures.store_stale()
    standings_of_seasons.store_stale()
    ratings.store_stale()
    Client().get("/seasons/league/ranking.xlsx", headers={"accept": "text/html"})
