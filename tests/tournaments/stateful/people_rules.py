"""Rules of players, registrations, payments, announcements and the event itself."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tests.support.people import acting
from tests.tournaments.stateful.record import Recorder, pick
from tests.tournaments.stateful.rounds_rules import INDEX, REASON
from tournaments.entries.models.registration import Application
from tournaments.entries.services import applications, players, teams
from tournaments.events import services as events
from tournaments.events.models import Announcement
from tournaments.seating.services import substitutes
from tournaments.standings.services import publishing

ROUND = st.integers(1, 4)


class PeopleRules(Recorder):
    """People come, go, return and are replaced."""

    @rule(status=st.sampled_from(["registered", "checked_in", "waiting"]), house=st.booleans())
    def add(self, status: str, house: bool) -> None:
        name = self.unique("New")
        numbers = set(self.given)
        made = self.attempt(
            f"add {name}, {status}, house: {house}",
            lambda: players.add(acting(), self.event, family_name=name, status=status, house=house),
            may=[("entry",)],
        )
        if made:
            assert made.number not in numbers, f"number {made.number} belonged to somebody else"

    @property
    def given(self) -> set[int]:
        """Numbers of players, also of those who are gone."""
        return self.numbers

    @rule(at=INDEX)
    def remove(self, at: int) -> None:
        entry = pick(self.entries(), at)
        own = [("entry", entry.pk), ("application",)]
        self.attempt(f"remove {entry}", lambda: players.remove(acting(), entry), may=own)

    @rule(at=INDEX, since=ROUND)
    def drop(self, at: int, since: int) -> None:
        entry = pick(self.entries(), at)
        own = {("entry", entry.pk, "status"): "dropped"}
        self.press(
            f"drop {entry} from round {since}",
            "manage_entry_drop",
            {"number": entry.number},
            may=[("entry", entry.pk, "dropped_from_round")],
            expect=own,
            from_round=since,
            reason=REASON,
        )

    @rule(at=INDEX, since=ROUND)
    def come_back(self, at: int, since: int) -> None:
        entry = pick(self.event.entries.filter(status="dropped").order_by("pk"), at)
        if entry is None:
            return
        others = [("entry", one.pk) for one in entry.substitutes.all()]
        self.press(
            f"{entry} is back from round {since}",
            "manage_entry_return",
            {"number": entry.number},
            may=[("entry", entry.pk), *others, *([("seats",)] if others else [])],
            from_round=since,
            reason=REASON,
        )

    @rule(at=INDEX, other=INDEX, since=ROUND, new=st.booleans())
    def substitute(self, at: int, other: int, since: int, new: bool) -> None:
        absent, stand_in = pick(self.entries(), at), pick(self.entries(), other)
        values: dict[str, Any] = {"family_name": self.unique("Sub")} if new else {"stand_in": stand_in}
        may: list[Any] = [("entry", absent.pk), ("seats",)]
        may += [("entry",)] if new else [("entry", stand_in.pk)]
        self.attempt(
            f"substitute for {absent} from round {since}: {'a new player' if new else stand_in}",
            lambda: substitutes.substitute(acting(), absent, from_round=since, reason=REASON, **values),
            may=may,
        )

    @rule(at=INDEX, waiting=st.booleans())
    def wait(self, at: int, waiting: bool) -> None:
        entry = pick(self.entries(), at)
        self.press(
            f"{entry} waits: {waiting}",
            "manage_entry_waiting",
            {"number": entry.number},
            may=[("entry", entry.pk)],
            waiting="yes" if waiting else "no",
        )

    @rule(at=INDEX, what=st.sampled_from(["club", "number", "family_name"]))
    def edit(self, at: int, what: str) -> None:
        entry, text = pick(self.entries(), at), self.unique("Club")
        value: Any = 50 + self.count if what == "number" else text
        self.attempt(
            f"{what} of {entry} is {value}",
            lambda: players.edit(acting(), entry, **{what: value}),
            expect={("entry", entry.pk, what): value},
        )

    @rule(at=INDEX, to=INDEX, leave=st.booleans())
    def change_team(self, at: int, to: int, leave: bool) -> None:
        entry, team = pick(self.entries(), at), pick(self.event.teams.order_by("code"), to)
        if not self.event.has_teams or team is None:
            return
        new = None if leave else team
        self.attempt(
            f"{entry} is of team {new}",
            lambda: teams.assign(acting(), entry, team=new),
            expect={("entry", entry.pk, "team_id"): new.pk if new else None},
        )

    # The office

    @rule(at=INDEX, step=st.sampled_from(["apply", "admit", "join", "refuse", "withdraw"]))
    def register(self, at: int, step: str) -> None:
        number: Any = None
        if step == "apply":
            facts = {"given_name": "Quentin", "family_name": self.unique("Quist"), "club": "West"}
            self.attempt(
                "somebody registers",
                lambda: applications.apply(acting("petra"), self.event, facts=facts, language="en"),
                may=[("application",)],
            )
            return
        sent = pick(self.event.applications.order_by("number"), at)
        if sent is None:
            return
        number = sent.number
        if step in ("admit", "join"):
            join = pick(self.entries(), at) if step == "join" else None
            self.press(
                f"admit registration {number}, join {join}",
                "manage_registration_admit",
                {"number": number},
                may=[("application",), ("entry",)],
                join=join.number if join else "",
            )
        elif step == "refuse":
            self.attempt(
                f"refuse registration {number}",
                lambda: applications.refuse(acting(), sent, reason=REASON),
                expect={("application", number): (Application.State.REFUSED, None)},
            )
        else:
            self.attempt(
                f"withdraw registration {number}",
                lambda: applications.withdraw(acting(), sent),
                may=[("application", number), ("entry",)],
            )

    @rule(at=INDEX)
    def pay(self, at: int) -> None:
        entry = pick(self.entries(), at)
        if self.event.fees.exists():
            self.press(
                f"{entry} pays",
                "manage_fee_pay",
                {"number": entry.number},
                may=[("payment",)],
                method="cash",
                amount="5",
            )

    @rule(
        at=INDEX, step=st.sampled_from(["add", "edit", "edit", "remove"]), level=st.sampled_from(["info", "important"])
    )
    def announce(self, at: int, step: str, level: str) -> None:
        known = pick(Announcement.objects.filter(tournament=self.key).order_by("pk"), at)
        text = self.unique("Lunch")
        if step == "add":
            self.press(
                f"announce {text}", "manage_announcement_add", {}, may=[("announcement",)], text=text, level=level
            )
            return
        if known is None:
            return
        parts = {"number": known.number}
        if step == "remove":
            self.press(f"remove “{known.text}”", "manage_announcement_remove", parts, may=[("announcement",)])
            return
        sent = {f"a{known.number}-text": known.text if at % 2 else text, f"a{known.number}-level": level}
        self.press(f"edit “{known.text}”", "manage_announcement_edit", parts, may=[("announcement",)], **sent)

    @rule(hidden=st.booleans(), first=ROUND)
    def hide(self, hidden: bool, first: int) -> None:
        self.attempt(
            f"hide the standings: {hidden}, from round {first}",
            lambda: publishing.hide_standings(
                acting(), self.event, hidden=hidden, from_round=first, results_open=False, continue_anyway="On time."
            ),
            may=[("event", "hidden")],
        )

    @rule(state=st.sampled_from(["running", "running", "finished"]))
    def set_state(self, state: str) -> None:
        self.attempt(
            f"the event is {state}",
            lambda: events.set_state(acting(), self.event, state=state, continue_anyway="It is over."),
            may=[("event",)],
        )
