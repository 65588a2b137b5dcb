"""The addresses of the referee's desk; the site finds them by the app's config."""

from django.urls import URLPattern, URLResolver

from judging.views import calls, desk

urlpatterns: list[URLPattern | URLResolver] = [
    *calls.urlpatterns,
    *desk.urlpatterns,
]
