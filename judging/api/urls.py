"""Addresses of the judging API."""

from __future__ import annotations

from django.urls import path

from judging.api import views
from tournaments.core.api import converters as converters

V1 = "api/v1/judging"
OF = f"{V1}/tournaments/<slug:slug>"

urlpatterns = [
    path(f"{V1}/examine/", views.Examine.as_view(), name="api-judging-examine"),
    path(f"{V1}/kinds/<slug:ruleset>/", views.Kinds.as_view(), name="api-judging-kinds"),
    path(f"{OF}/calls/", views.CallsView.as_view(), name="api-calls"),
    path(f"{OF}/calls/<number:pk>/<slug:step>/", views.CallStep.as_view(), name="api-call-step"),
    path(f"{OF}/cases/", views.Cases.as_view(), name="api-cases"),
    path(f"{OF}/cases/<number:number>/", views.CaseDetail.as_view(), name="api-case"),
    path(f"{OF}/cases/<number:number>/facts/", views.CaseFacts.as_view(), name="api-case-facts"),
    path(f"{OF}/cases/<number:number>/rulings/", views.CaseRulings.as_view(), name="api-case-rulings"),
]
