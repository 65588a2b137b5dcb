"""Root addresses. Each page group has one module in `tournaments.views` and one line here."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.views import health, jobs

urlpatterns: list[URLPattern | URLResolver] = [
    path("i18n/", include("django.conf.urls.i18n")),
    *health.urlpatterns,
    *jobs.urlpatterns,
]
