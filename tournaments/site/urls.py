"""Root URLs. Each module of views of a subject has a line here."""

from django.urls import URLPattern, URLResolver, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from tournaments.accounts.views import account, sign_up
from tournaments.accounts.views import people as site_people
from tournaments.awards.views import awards, prize_hands
from tournaments.branding.views import pictures
from tournaments.core import extensions
from tournaments.core.actions import list_page_urls
from tournaments.core.views import jobs
from tournaments.duplicate.views import deals as manage_deals
from tournaments.duplicate.views import public as deals
from tournaments.duplicate.views import table_boards
from tournaments.entries.views import check_in as manage_check_in
from tournaments.entries.views import mailings, portraits, registration
from tournaments.entries.views import players as manage_entries
from tournaments.entries.views import public as public_players
from tournaments.entries.views import registrations as manage_registration
from tournaments.events.views import announcements, manage
from tournaments.events.views import audit as manage_audit
from tournaments.events.views import checklist as manage_checklist
from tournaments.events.views import printing as manage_print
from tournaments.events.views import public as public_events
from tournaments.exchange.views import (
    backups,
    check_event,
    events,
    files,
    loans,
    mirror,
    mirror_heard,
    own_data,
    personal_data,
    publishing,
)
from tournaments.exchange.views import demo as demo
from tournaments.exchange.views import federation as manage_federation
from tournaments.fees import views as fees
from tournaments.figures.views import public as figures
from tournaments.game.views import hand, replay, rules
from tournaments.people.views import manage as persons
from tournaments.people.views import own as own_page
from tournaments.people.views import public as people
from tournaments.people.views import ratings as people_ratings
from tournaments.people.views import sign_in as player_sign_in
from tournaments.previews import views as previews
from tournaments.repairs import views as repairs
from tournaments.results.views import (
    attendance,
    corrections,
    evenings,
    table_code,
    table_hands,
    table_logs,
    table_photos,
    table_seats,
)
from tournaments.results.views import hands as manage_hands
from tournaments.results.views import manage as manage_results
from tournaments.results.views import public as public_results
from tournaments.results.views import results_import as manage_results_import
from tournaments.rounds.views import manage as manage_rounds
from tournaments.rounds.views import schedule, screens
from tournaments.seasons.views import manage as manage_seasons
from tournaments.seasons.views import public as seasons
from tournaments.seasons.views import ratings as season_ratings
from tournaments.seating.views import draws as seating_draws
from tournaments.seating.views import explain_round, line_ups, play
from tournaments.seating.views import library as manage_library
from tournaments.seating.views import manage as manage_seating
from tournaments.seating.views import promises as draw_promises
from tournaments.seating.views import public as public_seating
from tournaments.site import api_urls as api
from tournaments.site.views import crawlers, guide, health, metrics, site_address
from tournaments.standings.views import ceremony, embed, embed_code, public_tables
from tournaments.standings.views import manage as manage_standings
from tournaments.standings.views import public as public_standings
from tournaments.standings.views import team as public_team
from tournaments.webhooks import views as webhooks

handler400 = "tournaments.core.http.faults.bad_request"
handler404 = "tournaments.core.http.faults.page_not_found"
handler500 = "tournaments.core.http.faults.server_error"

pages: list[URLPattern | URLResolver] = [
    *account.urlpatterns,
    *site_people.urlpatterns,
    *sign_up.urlpatterns,
    *announcements.urlpatterns,
    *backups.urlpatterns,
    *deals.urlpatterns,
    *persons.urlpatterns,
    *repairs.urlpatterns,
    *fees.urlpatterns,
    *demo.urlpatterns,
    *seating_draws.urlpatterns,
    *draw_promises.urlpatterns,
    *pictures.urlpatterns,
    *ceremony.urlpatterns,
    *embed.urlpatterns,
    *embed_code.urlpatterns,
    *check_event.urlpatterns,
    *site_address.urlpatterns,
    *crawlers.urlpatterns,
    *guide.urlpatterns,
    *health.urlpatterns,
    *jobs.urlpatterns,
    # A foreign site could at most change a visitor's language; without a token the public pages need no cookie and can
    # be cached for everybody.
    path("language/", csrf_exempt(set_language), name="set_language"),
    *metrics.urlpatterns,
    *manage.urlpatterns,
    *manage_audit.urlpatterns,
    *manage_checklist.urlpatterns,
    *manage_deals.urlpatterns,
    *manage_entries.urlpatterns,
    *manage_check_in.urlpatterns,
    *manage_library.urlpatterns,
    *manage_registration.urlpatterns,
    *mailings.urlpatterns,
    *manage_rounds.urlpatterns,
    *manage_seasons.urlpatterns,
    *manage_seating.urlpatterns,
    *manage_standings.urlpatterns,
    *line_ups.urlpatterns,
    *play.urlpatterns,
    *public_tables.urlpatterns,
    *table_boards.urlpatterns,
    *table_hands.urlpatterns,
    *portraits.urlpatterns,
    *previews.urlpatterns,
    *table_photos.urlpatterns,
    *table_seats.urlpatterns,
    *table_code.urlpatterns,
    *manage_results.urlpatterns,
    *corrections.urlpatterns,
    *manage_results_import.urlpatterns,
    *manage_print.urlpatterns,
    *manage_federation.urlpatterns,
    *manage_hands.urlpatterns,
    *attendance.urlpatterns,
    *evenings.urlpatterns,
    *events.urlpatterns,
    *explain_round.urlpatterns,
    *figures.urlpatterns,
    *awards.urlpatterns,
    *prize_hands.urlpatterns,
    *files.urlpatterns,
    *loans.urlpatterns,
    *mirror.urlpatterns,
    *mirror_heard.urlpatterns,
    *publishing.urlpatterns,
    *webhooks.urlpatterns,
    *personal_data.urlpatterns,
    *public_events.urlpatterns,
    *public_players.urlpatterns,
    *public_results.urlpatterns,
    *public_seating.urlpatterns,
    *public_standings.urlpatterns,
    *public_team.urlpatterns,
    *registration.urlpatterns,
    *screens.urlpatterns,
    *people.urlpatterns,
    *own_page.urlpatterns,
    *player_sign_in.urlpatterns,
    *own_data.urlpatterns,
    *people_ratings.urlpatterns,
    *seasons.urlpatterns,
    *season_ratings.urlpatterns,
    *hand.urlpatterns,
    *replay.urlpatterns,
    *rules.urlpatterns,
    *schedule.urlpatterns,
    *table_logs.urlpatterns,
    *list_page_urls(),
    *extensions.list_url_patterns(),
]

urlpatterns = [*api.urlpatterns, *pages]
