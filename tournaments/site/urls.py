"""Root addresses. Each page group has one module in `tournaments.views` and one line here."""

from django.urls import URLPattern, URLResolver

from tournaments.views import account, health, jobs, language, public, screens

urlpatterns: list[URLPattern | URLResolver] = [
    *account.urlpatterns,
    *health.urlpatterns,
    *jobs.urlpatterns,
    *language.urlpatterns,
    *public.urlpatterns,
    *screens.urlpatterns,
]
