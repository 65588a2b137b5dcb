"""Root addresses. Each page group has one module in `tournaments.views` and one line here."""

from django.urls import URLPattern, URLResolver

from tournaments.views import (
    account,
    health,
    jobs,
    language,
    manage,
    manage_audit,
    manage_entries,
    manage_rounds,
    manage_seating,
    public,
    screens,
)

urlpatterns: list[URLPattern | URLResolver] = [
    *account.urlpatterns,
    *health.urlpatterns,
    *jobs.urlpatterns,
    *language.urlpatterns,
    *manage.urlpatterns,
    *manage_audit.urlpatterns,
    *manage_entries.urlpatterns,
    *manage_rounds.urlpatterns,
    *manage_seating.urlpatterns,
    *public.urlpatterns,
    *screens.urlpatterns,
]
