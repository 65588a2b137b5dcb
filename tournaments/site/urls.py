"""Root addresses. Each page group has one module in `tournaments.views` and one line here."""

from django.urls import URLPattern, URLResolver

from tournaments import rooms
from tournaments.api import urls as api
from tournaments.views import (
    account,
    draws,
    events,
    hand,
    health,
    jobs,
    language,
    manage,
    manage_audit,
    manage_entries,
    manage_hands,
    manage_ledger,
    manage_library,
    manage_print,
    manage_replan,
    manage_results,
    manage_rounds,
    manage_seating,
    public,
    replay,
    rules,
    screens,
    table_code,
)

urlpatterns: list[URLPattern | URLResolver] = [
    *api.urlpatterns,
    *account.urlpatterns,
    *draws.urlpatterns,
    *health.urlpatterns,
    *jobs.urlpatterns,
    *language.urlpatterns,
    *manage.urlpatterns,
    *manage_audit.urlpatterns,
    *manage_entries.urlpatterns,
    *manage_library.urlpatterns,
    *manage_replan.urlpatterns,
    *manage_rounds.urlpatterns,
    *manage_seating.urlpatterns,
    *table_code.urlpatterns,
    *manage_results.urlpatterns,
    *manage_ledger.urlpatterns,
    *manage_print.urlpatterns,
    *manage_hands.urlpatterns,
    *events.urlpatterns,
    *public.urlpatterns,
    *screens.urlpatterns,
    *hand.urlpatterns,
    *replay.urlpatterns,
    *rules.urlpatterns,
    *rooms.addresses(),
]
