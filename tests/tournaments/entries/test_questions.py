"""An event's own questions: asked, shown to whom they concern, moved in files and erased with the person."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.pages import send_registration
from tests.support.people import acting, people, program, small_tournament
from tests.support.remembered import remembered
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.entries.files import as_csv, as_xlsx
from tournaments.entries.models.registration import Application
from tournaments.entries.reading import roster as roster
from tournaments.entries.services import applications, players, questions
from tournaments.events.models import Tournament
from tournaments.exchange.document.archive import pack, unpack
from tournaments.exchange.services import event_files, privacy

pytestmark = pytest.mark.django_db

ASKED: tuple[dict[str, Any], ...] = (
    {"label": "Meal", "kind": "choice", "choices": "Rice\nNoodles", "required": True},
    {"label": "Bluesky name", "kind": "text", "public": True},
    {"label": "Years of play", "kind": "number"},
    {"label": "Photos are fine", "kind": "checkbox"},
)
ANSWERS = {"1": "Noodles", "2": "@petra", "3": 0, "4": True}
PETRA = {"given_name": "Petra", "family_name": "Quist", "shown": "full", "consent": "on"}
SENT = PETRA | {"question_1": "Noodles", "question_2": " @petra ", "question_3": "０", "question_4": "on"}


@pytest.fixture
@remembered
def event() -> Tournament:
    made = small_tournament(4)
    people(made)
    applications.set_desk(acting(), made, facts={"is_open": True})
    for values in ASKED:
        questions.add(acting(), made, **values)
    return made


def register(event: Tournament, **values: str) -> Any:
    return send_registration(event, SENT | values)


def test_a_person_answers_changes_the_answers_and_is_erased_with_them(event: Tournament, olga: Client) -> None:
    refused = register(event, question_1="", question_3="many").context["form"].errors
    assert {name: list(texts) for name, texts in refused.items()} == {
        "question_1": ["This field is required."],
        "question_3": ["“many” is not a whole number."],
    }
    assert register(event, question_1="Bread").status_code == 422
    assert register(event).status_code == 302
    petra = Application.objects.get()
    assert petra.answers == ANSWERS
    assert "Noodles" in olga.get(reverse("manage_registrations", args=[event.slug])).content.decode()
    entry = applications.admit(acting(), petra).entry
    assert entry is not None
    assert entry.answers == ANSWERS
    # The organiser's correction is what the person then sees and changes.
    edited = olga.post(
        reverse("manage_entry_edit", args=[event.slug, entry.number]),
        {"number": entry.number, "given_name": "Petra", "family_name": "Quist", "question_1": "Rice"},
    )
    assert edited.status_code == 302
    own = Client().get(reverse("registration_own", args=[petra.token])).context["form"]
    assert [own[f"question_{number}"].value() for number in (1, 2, 3, 4)] == ["Rice", "", "", ""]
    Client().post(reverse("registration_own", args=[petra.token]), SENT | {"question_4": ""})
    entry.refresh_from_db()
    assert entry.answers == {"1": "Noodles", "2": "@petra", "3": 0}
    told = json.loads(olga.get(reverse("manage_entry_data", args=[event.slug, entry.number])).content)
    assert (told["player"]["answers"], told["registration"]["answers"]) == (entry.answers, entry.answers)
    assert privacy.erase(acting(), entry).answers == {}
    logged = json.dumps([[one.before, one.after] for one in AuditEntry.objects.all()], ensure_ascii=False)
    assert [word in logged for word in ("@petra", "Noodles\\\\nRice")] == [False, False]


def test_private_answers_are_seen_by_organisers_only(event: Tournament, olga: Client) -> None:
    players.edit(acting(), event.entries.get(number=1), answers=ANSWERS)
    public, manage = (reverse(name, args=[event.slug]) for name in ("event_players", "manage_entries"))
    shown = {page: client.get(page).content.decode() for page, client in ((public, Client()), (manage, olga))}
    seen = {page: [word in text for word in ("Bluesky name", "@petra", "Noodles")] for page, text in shown.items()}
    assert seen == {public: [True, True, False], manage: [True, True, True]}
    path = f"/api/v1/tournaments/{event.slug}/entries/"
    answers = {
        name: [
            (program(name) if name else Client()).get(address).json()
            for address in (f"{path}1/", path, f"/api/v1/tournaments/{event.slug}/questions/")
        ]
        for name in ("olga", "ren", None)
    }
    for name, (one, listed, asked) in answers.items():
        expected = ANSWERS if name == "olga" else {"2": "@petra"}
        assert (name, one["answers"], listed["results"][0]["answers"]) == (name, expected, expected)
        assert [row["label"] for row in asked["results"]] == [row["label"] for row in ASKED]
    # A question that nobody has answered takes no room.
    players.edit(acting(), event.entries.get(number=1), answers={})
    assert "Bluesky name" not in Client().get(public).content.decode()


def test_programs_give_answers_by_number(event: Tournament) -> None:
    olga, path = program("olga"), f"/api/v1/tournaments/{event.slug}/entries/"
    made = olga.post(path, {"given_name": "Petra", "answers": {"1": "Rice", "3": 12}}, format="json")
    assert (made.status_code, made.json()["answers"]) == (201, {"1": "Rice", "3": 12})
    one = f"{path}{made.json()['number']}/"
    changed = olga.patch(one, {"answers": {"4": True, "3": None}}, format="json")
    assert (changed.status_code, changed.json()["answers"]) == (200, {"1": "Rice", "4": True})
    assert olga.patch(one, {"club": "Harbour"}, format="json").json()["answers"] == {"1": "Rice", "4": True}
    for wrong in ({"1": "Bread"}, {"9": "x"}, {"1": ["Rice"]}, "Rice"):
        refused = olga.patch(one, {"answers": wrong}, format="json")
        assert (wrong, refused.status_code, refused.json()["field"]) == (wrong, 400, "answers")


def test_rosters_and_event_files_bring_the_answers_back(event: Tournament) -> None:
    players.edit(acting(), event.entries.get(number=1), answers=ANSWERS)
    for content in (as_csv(event), as_xlsx(event)):
        assert roster.preview(event, content).counts == {"add": 0, "change": 0, "same": 4, "skip": 0}
    text = "number,name,meal,Photos are fine\n1,,Rice,no\n9,Ada Rossi,Noodles,yes\n10,Bo Berg,Bread,perhaps\n"
    preview = roster.preview(event, text.encode())
    assert [(problem.line, problem.column) for problem in preview.errors] == [(4, "Meal"), (4, "Photos are fine")]
    rows = [row for row in preview.rows if row.number != 1]
    roster.save(
        acting(), event, rows=[*rows, *roster.preview(event, b"number,family_name,meal\n1,Family01,Rice\n").rows]
    )
    found = {entry.number: entry.answers for entry in event.entries.filter(number__in=(1, 9, 10))}
    assert found == {1: ANSWERS | {"1": "Rice"}, 9: {"1": "Noodles", "4": True}}
    whole, problems = unpack(pack(event))
    assert problems == []
    assert whole is not None
    copy = event_files.restore(acting("otto"), event=whole, slug="copy")
    asked = ("number", "label", "kind", "choices", "required", "public", "position")
    assert list(copy.questions.values(*asked)) == list(event.questions.values(*asked))
    assert {one.number: one.answers for one in copy.entries.filter(number__in=(1, 9))} == found


def test_a_question_changes_only_where_its_answers_still_fit(event: Tournament, olga: Client) -> None:
    first = event.entries.get(number=1)
    players.edit(acting(), first, answers=ANSWERS)
    meal, name, years, photos = event.questions.all()
    for question, values, field in (
        (meal, {"choices": "Rice\nBread"}, "choices"),
        (meal, {"public": True}, "public"),
        (name, {"kind": "number"}, "kind"),
        (name, {"label": "meal"}, "label"),
        (name, {"label": "Surname"}, "label"),
    ):
        with pytest.raises(UserError) as refusal:
            questions.edit(acting(), question, **values)
        assert (values, refusal.value.field) == (values, field)
    questions.edit(acting(), years, kind="text", label="Experience", position=1)
    questions.remove(acting(), photos)
    first.refresh_from_db()
    assert first.answers == {"1": "Noodles", "2": "@petra", "3": "0"}
    page = reverse("manage_questions", args=[event.slug])
    assert [row[0].label for row in olga.get(page).context["rows"]] == ["Meal", "Experience", "Bluesky name"]
    added = olga.post(reverse("manage_question_add", args=[event.slug]), {"label": "Shirt", "kind": "choice"})
    assert (added.status_code, sorted(added.context["form"].errors)) == (422, ["choices"])
    # A number that was removed last may be given again: its answers are gone.
    assert questions.add(acting(), event, label="Shirt").number == 4
