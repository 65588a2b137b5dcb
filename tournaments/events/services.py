from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from engine.errors import RulesetError
from engine.family import ruleset
from engine.match.scoring import MatchScoring
from engine.sentences import gettext_noop, sentence
from tournaments.accounts.models import Membership, Role
from tournaments.accounts.services import limits
from tournaments.core.audit import Change, change, next_number, site_change, snapshot
from tournaments.core.errors import UserError
from tournaments.core.open_items import OpenItemStep, require_or_accept
from tournaments.core.text.sentences import in_words
from tournaments.events.models import Announcement, HouseRule, RulesetVersion, Stage, Tournament
from tournaments.events.presets import SUBSTITUTE_POLICY, preset
from tournaments.events.settings import FACTS, INITIAL
from tournaments.rounds.models import Round

MAX_ANNOUNCEMENTS = 50
RULE_FACTS = ("preset", "parameters", "match_scoring", "tie_breaks", "substitute_policy")
HOUSE_RULES = "house_rules"


@site_change("tournament.create", gettext_noop("Event created"))
def create(
    change: Change,
    *,
    preset_key: str,
    name: str,
    slug: str = "",
    rounds: int | None = None,
    facts: dict[str, Any] | None = None,
    rules: dict[str, Any] | None = None,
) -> Tournament:
    """Create a tournament from a preset, with rules, a stage and rounds; the actor becomes its director.

    `facts` (fields of `FACTS`) and `rules` (of `RULE_FACTS`) override the preset. Raises `UserError`.
    """
    limits.check_new_event(change.user)
    row = preset(preset_key)
    count = rounds or row.rounds
    usual = {"minutes_per_round": row.minutes} | {name: deepcopy(INITIAL[name]) for name in INITIAL.keys() & set(FACTS)}
    values = usual | _require_columns(facts or {}, FACTS) | {"name": name}
    tournament = Tournament(
        slug=slug or slugify(name)[:60] or "tournament", family=row.family, rounds_planned=count, **values
    )
    try:
        with transaction.atomic():
            change.create(tournament)
    except IntegrityError:
        if Tournament.objects.filter(slug=tournament.slug).exists():
            raise UserError(
                _("There is a tournament “%(slug)s” already; choose another short name.") % {"slug": tournament.slug},
                field="slug",
            ) from None
        raise UserError(_("The last day lies before the first, or the best scores exceed the team.")) from None
    change.tournament = tournament
    first = {
        "preset": row.rules,
        "match_scoring": row.match_scoring,
        "tie_breaks": row.tie_breaks,
        "substitute_policy": SUBSTITUTE_POLICY,
    } | _require_columns(rules or {}, RULE_FACTS)
    check_rules(first)
    change.create(RulesetVersion(tournament=tournament, number=1, created_by=change.user, **first))
    stage = change.create(Stage(tournament=tournament, number=1, name=sentence(gettext_noop("Qualification"))))
    for number in range(1, count + 1):
        change.create(Round(tournament=tournament, stage=stage, number=number, minutes=tournament.minutes_per_round))
    if change.user is not None:
        change.create(Membership(tournament=tournament, user=change.user, role=Role.DIRECTOR))
    return tournament


def enable(change: Change, tournament: Tournament, feature: Tournament.Feature) -> None:
    """Show an optional feature in menus and forms once it is used."""
    if feature not in tournament.features:
        with change.edit(tournament):
            tournament.features = [*tournament.features, feature.value]


@change("rules.change", gettext_noop("Rules changed"))
def change_rules(change: Change, tournament: Tournament, *, rules: dict[str, Any], reason: str = "") -> RulesetVersion:
    """Change the rules: in place before play, later as a new version; started rounds keep theirs.

    Raises `UserError` for invalid numbers, or without a reason after play has begun.
    """
    return _change_rules(change, tournament, rules, reason)


def _change_rules(change: Change, tournament: Tournament, rules: dict[str, Any], reason: str) -> RulesetVersion:
    current, names = tournament.ruleset, (*RULE_FACTS, HOUSE_RULES)
    values = {name: getattr(current, name) for name in names} | _require_columns(rules, names)
    if all(getattr(current, name) == values[name] for name in names):
        change.nothing()
        return current
    check_rules(values)
    if current.frozen_at is None:
        with change.edit(current):
            for name, value in values.items():
                setattr(current, name, value)
        return current
    if not reason.strip():
        raise UserError(_("Play has started: say why the rules change."), field="reason")
    before = snapshot(current)
    newer = RulesetVersion(
        tournament=tournament,
        number=current.number + 1,
        reason=reason,
        created_by=change.user,
        frozen_at=timezone.now(),
        former_options=current.former_options if values["preset"] == current.preset else {},
        **values,
    )
    newer.save(force_insert=True)
    change.note(newer, before=before, after=snapshot(newer))
    return newer


@change("rules.house", gettext_noop("House rule changed"))
def set_house_rule(
    change: Change,
    tournament: Tournament,
    *,
    number: int | None = None,
    clause: str,
    text: str,
    option: str = "",
    value: object = None,
    reason: str = "",
) -> HouseRule:
    """Add a house rule under the next number, or change that of `number` (see `change_rules`); set `option` to `value`.

    Raises `UserError` for an option of another house rule, or for a wrong value.
    """
    version = tournament.ruleset
    others = [rule for rule in version.exceptions if rule.number != number]
    if option and (same_option := next((rule for rule in others if rule.option == option), None)):
        raise UserError(
            _("%(rule)s changes this option already. Change that rule.") % {"rule": same_option}, field="option"
        )
    if number is None:
        numbers = [rule.number for version in tournament.rulesets.all() for rule in version.exceptions]
        number = max(numbers, default=0) + 1
    rule = HouseRule(number, clause, text, option)
    _store_house_rules(change, tournament, [*others, rule], {option: value} if option else {}, reason)
    return rule


@change("rules.house_remove", gettext_noop("House rule removed"))
def remove_house_rule(change: Change, tournament: Tournament, *, number: int, reason: str = "") -> None:
    """Remove a house rule and its option's value; other rules keep their numbers."""
    _store_house_rules(
        change, tournament, [rule for rule in tournament.ruleset.exceptions if rule.number != number], {}, reason
    )


def _store_house_rules(
    change: Change, tournament: Tournament, house_rules: Sequence[HouseRule], new: dict[str, object], reason: str
) -> None:
    """Store the house rules; `new`: values of options that they change."""
    version = tournament.ruleset
    freed = {rule.option for rule in version.exceptions} - {rule.option for rule in house_rules}
    others = {name: value for name, value in version.parameters.items() if name not in freed}
    rules: dict[str, Any] = {
        "parameters": others | new,
        HOUSE_RULES: [rule._asdict() for rule in sorted(house_rules)],
    }
    try:
        _change_rules(change, tournament, rules | _match_of(version, others | new), reason)
    except RulesetError as error:
        raise UserError(in_words(error), field="number") from error


def _match_of(version: RulesetVersion, parameters: dict[str, object]) -> dict[str, Any]:
    """Return match scoring and ranking as changed by options of the edition; other settings stay."""
    before, after = version.rules.match, ruleset(version.preset, version.former_options | parameters).match
    old, new = before.scoring.to_dict(), after.scoring.to_dict()
    changed = {name: value for name, value in new.items() if value != old[name]}
    changes: dict[str, Any] = {"match_scoring": version.match_scoring | changed} if changed else {}
    return changes | ({"tie_breaks": list(after.ranking)} if after.ranking != before.ranking else {})


@change("rules.freeze", gettext_noop("Rules frozen"))
def freeze_rules(change: Change, tournament: Tournament) -> RulesetVersion:
    """Freeze the newest rules when the first round starts. Has no effect on a frozen version."""
    current = tournament.ruleset
    if current.frozen_at is not None:
        change.nothing()
        return current
    with change.edit(current):
        current.frozen_at = timezone.now()
    return current


@change("tournament.publish", gettext_noop("Public pages opened or closed"))
def publish(change: Change, tournament: Tournament, *, published: bool) -> Tournament:
    """Open or close the public pages. Raises `UserError` for a rehearsal, whose pages stay closed."""
    if published and tournament.rehearsal:
        raise UserError(_("A rehearsal is never public."))
    with change.edit(tournament):
        tournament.published = published
    return tournament


@change("tournament.state", gettext_noop("State of the event changed"))
def set_state(change: Change, tournament: Tournament, *, state: str, continue_anyway: str = "") -> Tournament:
    """Set the state to planned, running or finished.

    Raises `UserError` for finishing during a round, and `OpenItemsError` with open items, unless `continue_anyway`
    gives a reason.
    """
    if state not in Tournament.State.values:
        raise TypeError(state)
    playing = tournament.rounds.filter(state=Round.State.PLAYING).first()
    if state != Tournament.State.RUNNING and playing is not None:
        raise UserError(_("Round %(number)s is being played; finish it first.") % {"number": playing.number})
    if state == Tournament.State.FINISHED != tournament.state:
        require_or_accept(change.by, tournament, OpenItemStep.CLOSE, continue_anyway=continue_anyway)
    with change.edit(tournament):
        tournament.state = state
    return tournament


def require_not_closed(tournament: Tournament) -> None:
    """Raise `UserError` for a closed event: its rounds are not drawn or played, but its results may be corrected."""
    if tournament.state == Tournament.State.FINISHED:
        raise UserError(_("This event is closed. To play on, set its state to “Running” in the settings."))


@change("tournament.archive", gettext_noop("Event archived or brought back"), on_archived=True)
def archive(change: Change, tournament: Tournament, *, archived: bool) -> Tournament:
    """Archive the event (no lists, no changes), or restore it. Raises `UserError` while a round is being played."""
    if (tournament.archived_at is not None) == archived:
        change.nothing()
        return tournament
    playing = tournament.rounds.filter(state=Round.State.PLAYING).first()
    if archived and playing is not None:
        raise UserError(_("Round %(number)s is being played; finish it first.") % {"number": playing.number})
    with change.edit(tournament):
        tournament.archived_at = timezone.now() if archived else None
    return tournament


@change("announcements.add", gettext_noop("Announcement added"))
def announce(change: Change, tournament: Tournament, **values: Any) -> Announcement:
    """Add an announcement to the event's pages and the tables' phones. Raises `UserError`."""
    if tournament.announcements.count() >= MAX_ANNOUNCEMENTS:
        raise UserError(_("An event has at most %(most)s announcements.") % {"most": MAX_ANNOUNCEMENTS})
    number = next_number(tournament.announcements.all())
    announcement = Announcement(tournament=tournament, number=number, **values)
    _check_times(announcement)
    return change.create(announcement)


@change("announcements.edit", gettext_noop("Announcement changed"))
def edit_announcement(change: Change, announcement: Announcement, **values: Any) -> Announcement:
    """Change text, level or times; devices that dismissed it show a changed text again."""
    with change.edit(announcement):
        for name, value in values.items():
            setattr(announcement, name, value)
        _check_times(announcement)
    return announcement


@change("announcements.remove", gettext_noop("Announcement removed"))
def remove_announcement(change: Change, announcement: Announcement) -> None:
    change.delete(announcement)


def _check_times(announcement: Announcement) -> None:
    first, last = announcement.starts_at, announcement.ends_at
    if first and last and last <= first:
        raise UserError(_("Choose a time after the start."), field="ends_at")


def check_rules(rules: dict[str, Any]) -> None:
    """Raise `UserError` for invalid match scoring or tie-breaks."""
    try:
        MatchScoring.from_dict(rules["match_scoring"])
    except RulesetError as error:
        raise UserError(
            _("The match scoring cannot be used: %(why)s.") % {"why": in_words(error)}, field="match_scoring"
        ) from error
    if not rules["tie_breaks"]:
        raise UserError(_("Name at least one number that places the players."), field="tie_breaks")


def _require_columns(values: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    unknown = set(values) - set(names)
    if unknown:
        raise TypeError(f"unknown: {', '.join(sorted(unknown))}")
    return values
