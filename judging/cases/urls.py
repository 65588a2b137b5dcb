from __future__ import annotations

from django.urls import path

from judging.cases.api import views as api
from judging.cases.views import book, cases, facts, on_phone, without_server
from tournaments.core.api import request_parts as request_parts

API = "api/v1/judging/"
CASES = API + "tournaments/<slug:slug>/cases/"

BASE = "t/<slug:slug>/manage/cases/"
urlpatterns = [
    path("e/<str:token>/rulings/", on_phone.rulings, name="table_rulings"),
    path("e/<str:token>/rulings/<int:number>/accept/", on_phone.answer, {"step": "accept"}, name="table_accept"),
    path("e/<str:token>/rulings/<int:number>/appeal/", on_phone.answer, {"step": "appeal"}, name="table_appeal"),
    path(API + "examine/", api.Examine.as_view(), name="api-judging-examine"),
    path(API + "kinds/<slug:ruleset>/", api.Kinds.as_view(), name="api-judging-kinds"),
    path(CASES + "<number:number>/", api.CaseDetail.as_view(), name="api-case"),
    path(API + "tournaments/<slug:slug>/overview/", api.DeskOverview.as_view(), name="api-judging-overview"),
    path(CASES + "<number:number>/facts/", api.CaseFacts.as_view(), name="api-case-facts"),
    path(BASE + "book/", book.book, name="manage_case_book"),
    path(BASE + "book/cases.pdf", book.book_pdf, name="manage_case_book_pdf"),
    path(BASE + "players/<int:number>/", book.player, name="manage_case_player"),
    path(BASE + "<int:number>/protocol.pdf", book.protocol, name="manage_case_protocol"),
    path(BASE + "<int:number>/slips.pdf", book.slips, name="manage_case_slips"),
    path("t/<slug:slug>/rulings/", book.digest, name="event_rulings"),
    path("rules/<slug:name>/ask/", facts.ask, name="rule_ask"),
    path("rules/<slug:name>/ask/<slug:kind>/", facts.ask, name="rule_ask_kind"),
    path(BASE + "without-server/", without_server.desk, name="manage_case_device"),
    path(BASE + "from-device/", without_server.arrive, name="manage_case_arrive"),
    path(BASE + "overview/", cases.overview, name="manage_case_overview"),
    path(BASE + "<int:number>/", cases.case, name="manage_case"),
    path(BASE + "<int:number>/facts/", facts.facts, name="manage_case_facts"),
]
