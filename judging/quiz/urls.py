from __future__ import annotations

from django.urls import path

from judging.quiz import views

urlpatterns = [
    path("rules/<slug:name>/quiz/", views.quiz, name="rule_quiz"),
    path("rules/<slug:name>/quiz/<path:question>/", views.quiz_question, name="rule_quiz_question"),
    path("rules/<slug:name>/practice/", views.practice, name="rule_practice"),
]
