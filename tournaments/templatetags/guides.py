"""Link from a page to its section of the guide."""

from __future__ import annotations

from typing import Any, Final

from django import template
from django.urls import reverse

register = template.Library()

PLACES: Final = {
    "judging": "referee",
    "judging.rulebook.views": "referee#beside-the-desk",
    "tournaments.duplicate.actions.boards": "duplicate",
    "tournaments.duplicate.actions.deals": "duplicate",
    "tournaments.seating.actions.draws": "seating#to-be-above-suspicion-promise-the-draw",
    "tournaments.results.actions.evenings": "seasons#an-evening-of-a-club",
    "tournaments.events.actions": "organiser",
    "tournaments.exchange.actions.events": "organiser",
    "tournaments.exchange.actions.federation": "organiser",
    "tournaments.exchange.actions.loans": "organiser#in-the-hall-without-internet",
    "tournaments.rehearsal.actions": "organiser#try-it-before-the-day",
    "tournaments.rounds.actions.hall": "organiser#your-first-event-step-by-step",
    "tournaments.standings.actions.ledger": "scorer#beside-the-sheets",
    "tournaments.entries.actions.erasure": "personal-data#erasure",
    "tournaments.exchange.views.personal_data": "personal-data",
    "tournaments.entries.actions.countries": "settings#players",
    "tournaments.entries.actions.players": "settings#players",
    "tournaments.entries.actions.known_people": "formats#a-roster",
    "tournaments.people.views": "formats#a-roster",
    "tournaments.people.actions": "formats#a-roster",
    "tournaments.entries.actions.mailings": "organiser#e-mail-and-announcements",
    "tournaments.entries.actions.questions": "settings#questions",
    "tournaments.entries.actions.categories": "settings#categories",
    "tournaments.entries.actions.registrations": "settings#registration",
    "tournaments.fees.actions": "settings#fees",
    "tournaments.fees.views": "settings#fees",
    "tournaments.results.actions.results": "scorer#entering",
    "tournaments.rounds.actions.rounds": "settings#rounds-and-tables",
    "tournaments.seasons.actions": "seasons#make-a-season",
    "tournaments.seating.actions.seating": "settings#draws",
    "tournaments.seating.actions.swaps": "organiser#when-something-changes",
    "tournaments.seating.actions.swiss": "settings#draws",
    "tournaments.standings.actions.stages": "organiser#stages-and-cuts",
    "tournaments.standings.actions.standings": "organiser#hidden-standings-and-the-ceremony",
    "tournaments.results.actions.table_papers": "formats#a-log",
    "tournaments.entries.actions.teams": "settings#players",
    "tournaments.accounts.views.account": "organiser#programs",
    "tournaments.accounts.views.people": "deploy#a-site-for-thirty-clubs",
    "tournaments.accounts.views.sign_up": "deploy#a-site-for-thirty-clubs",
    "tournaments.exchange.views.backups": "deploy#backup",
    "tournaments.standings.views.ceremony": "organiser#hidden-standings-and-the-ceremony",
    "tournaments.exchange.views.check_event": "checking",
    "tournaments.duplicate.views.public": "duplicate#public-checks",
    "tournaments.seating.views.promises": "seating#to-be-above-suspicion-promise-the-draw",
    "tournaments.results.views.evenings": "seasons#an-evening-of-a-club",
    "tournaments.exchange.views.events": "formats#a-season-of-results",
    "tournaments.exchange.views.loans": "organiser#in-the-hall-without-internet",
    "tournaments.seating.views.explain_round": "seating#the-figures",
    "tournaments.game.views.hand": "formats#a-hand",
    "tournaments.core.views.jobs": "organiser",
    "tournaments.events.views.manage": "organiser",
    "tournaments.events.views.announcements": "organiser#e-mail-and-announcements",
    "tournaments.events.views.checklist": "organiser#your-first-event-step-by-step",
    "tournaments.events.views.audit": "deploy#looking-back",
    "tournaments.entries.actions.check_in": "organiser#at-the-door-and-on-the-screens",
    "tournaments.entries.views.check_in": "organiser#at-the-door-and-on-the-screens",
    "tournaments.duplicate.views.deals": "duplicate",
    "tournaments.entries.views.players": "formats#a-roster",
    "tournaments.exchange.views.federation": "settings#copies-and-files",
    "tournaments.results.views.hands": "scorer#entering",
    "tournaments.seating.views.library": "formats#a-schedule",
    "tournaments.events.views.printing": "settings#printing",
    "tournaments.entries.views.mailings": "organiser#e-mail-and-announcements",
    "tournaments.entries.views.registrations": "settings#registration",
    "tournaments.seating.actions.play": "organiser#play-now",
    "tournaments.seating.actions.outdated": "organiser#corrections-after-a-draw-or-a-cut",
    "tournaments.results.views.attendance": "organiser#attendance",
    "tournaments.results.actions.attendance": "organiser#attendance",
    "tournaments.seating.views.line_ups": "organiser#line-ups",
    "tournaments.seating.actions.line_ups": "organiser#line-ups",
    "tournaments.seating.actions.fixtures": "organiser#fixtures-of-teams",
    "tournaments.seating.views.play": "organiser#play-now",
    "tournaments.repairs.actions": "organiser#when-something-went-wrong",
    "tournaments.repairs.views": "organiser#when-something-went-wrong",
    "tournaments.results.actions.sheets": "scorer#entering",
    "tournaments.results.views.manage": "scorer#entering",
    "tournaments.results.views.corrections": "organiser#when-something-went-wrong",
    "tournaments.results.views.results_import": "formats#a-season-of-results",
    "tournaments.rounds.views.manage": "settings#rounds-and-tables",
    "tournaments.seasons.views.manage": "seasons#make-a-season",
    "tournaments.seating.views.manage": "settings#draws",
    "tournaments.standings.views.manage": "organiser#hidden-standings-and-the-ceremony",
    "tournaments.entries.views.portraits": "settings#players",
    "tournaments.events.views.public": "player#during-the-event",
    "tournaments.entries.views.public": "player#during-the-event",
    "tournaments.seating.views.public": "player#during-the-event",
    "tournaments.results.views.public": "player#during-the-event",
    "tournaments.standings.views.public": "player#during-the-event",
    "tournaments.entries.views.registration": "player#before-the-event",
    "tournaments.game.views.replay": "formats#a-log",
    "tournaments.game.views.rules": "referee#beside-the-desk",
    "tournaments.standings.views.team": "player#during-the-event",
    "tournaments.rounds.views.schedule": "player#during-the-event",
    "tournaments.rounds.views.screens": "organiser#at-the-door-and-on-the-screens",
    "tournaments.seasons.views.public": "seasons",
    "tournaments.seasons.views.ratings": "seasons#ratings",
    "tournaments.figures.views.public": "player#during-the-event",
    "tournaments.seating.views.draws": "seating#ways-to-draw",
    "tournaments.site.views.crawlers": "deploy#search-engines",
    "tournaments.site.views.site_address": "venue#before-the-event",
    "tournaments.duplicate.views.table_boards": "duplicate#timetable",
    "tournaments.results.views.table_code": "player#your-sheet",
    "tournaments.results.views.table_hands": "player#your-sheet",
    "tournaments.results.views.table_logs": "formats#a-log",
    "tournaments.results.views.table_photos": "scorer#a-photo-of-the-paper",
    "tournaments.results.views.table_seats": "player#before-the-first-hand",
}
OF_ROUTES: Final = {
    "event_copy": "organiser#try-it-before-the-day",
    "manage_board": "organiser#your-first-event-step-by-step",
    "manage_board_round": "organiser#your-first-event-step-by-step",
    "manage_case_settings": "settings#the-referees-desk",
    "manage_constraints": "settings#draws",
    "manage_categories": "settings#categories",
    "manage_edit": "settings#the-event",
    "manage_entry": "settings#players",
    "manage_entry_add": "settings#players",
    "manage_new": "settings#a-new-tournament",
    "manage_questions": "settings#questions",
    "manage_redraw": "seating#changes-of-players",
    "manage_remove": "organiser#afterwards",
    "manage_roles": "roles",
    "manage_federation": "settings#copies-and-files",
    "manage_house_rules": "settings#rules",
    "manage_rules": "settings#rules",
    "manage_schedules_use": "formats#a-schedule",
}


def place_of(module: str) -> str:
    return PLACES.get(module) or PLACES.get(module.partition(".")[0], "")


@register.simple_tag(takes_context=True)
def help_address(context: dict[str, Any]) -> str:
    match = getattr(context.get("request"), "resolver_match", None)
    module = getattr(match.func, "__module__", "") if match is not None else ""
    route = match.url_name or "" if match is not None else ""
    name, _hash, anchor = (OF_ROUTES.get(route) or place_of(module)).partition("#")
    if not name:
        return reverse("guide")
    return reverse("guide_page", args=[name]) + (f"#{anchor}" if anchor else "")
