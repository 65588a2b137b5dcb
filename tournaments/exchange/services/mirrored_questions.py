"""Questions of the hall at its mirror, beside those that registrations of this site have answered."""

from __future__ import annotations

from tournaments.entries.models.questions import EntryQuestion
from tournaments.entries.models.registration import Application
from tournaments.events.models import Tournament
from tournaments.exchange.document.reading import ReadEvent


def replace_questions(tournament: Tournament, event: ReadEvent) -> None:
    """Make the questions those of the delivery, and let the players' answers name them by their numbers here.

    A question with the same text keeps its number, which registrations name. Others that registrations have answered
    stay, but not in public, and so do those that fees of this site are for.
    """
    stored = {question.label: question for question in tournament.questions.all()}
    last = max((question.number for question in stored.values()), default=0)
    numbers: dict[str, str] = {}
    for row in event.rows["questions"]:
        question = stored.pop(row.values["label"], None)
        if question is None:
            last += 1
            question = EntryQuestion(tournament=tournament, number=last)
        for name, value in row.values.items():
            if name != "number":
                setattr(question, name, value)
        question.save()
        numbers[str(row.values["number"])] = question.key
    applications = Application.objects.filter(tournament=tournament).exclude(answers={})
    answered = {key for answers in applications.values_list("answers", flat=True) for key in answers}
    priced = set(tournament.fees.values_list("question_id", flat=True))
    for question in stored.values():
        if question.key not in answered and question.pk not in priced:
            question.delete()
        elif question.public:
            question.public = False
            question.save(update_fields=["public"])
    for row in event.rows["entries"]:
        answers = row.values.get("answers", {})
        row.values["answers"] = {numbers[key]: answer for key, answer in answers.items() if key in numbers}
