"""Duplicate deals; triggers allow no seed twice and no changed promise; a board's text is stored once it is public."""

from __future__ import annotations

import hashlib

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.core.models import refusals
from tournaments.core.models.columns import SealedMomentField
from tournaments.duplicate.logic.seed_shares import is_list_of_shares
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.rounds.models import SeatWind
from tournaments.seating.models.draws import ValueKind


def format_board_name(session: int, board: int, reserve: int = 0) -> str:
    name = gettext("Session %(session)s, board %(number)s") % {"session": session, "number": board}
    return gettext("%(board)s, reserve %(reserve)s") % {"board": name, "reserve": reserve} if reserve else name


def check_seed_shares(value: object) -> None:
    if not is_list_of_shares(value):
        raise ValidationError(_("The shares of the seed have another form than release 0.3.0 gave them."))


class BoardSet(models.Model):
    """Deals of one event: one secret seed, committed to before entries close, opened after the last table.

    `promise`: text of the committed facts (`engine.commitments`), empty in the first kind. `sealed_seed` is encrypted;
    `seed` is empty until it is published. `corrections` of the public value have time and reason.
    """

    class Model(models.TextChoices):
        SEAT_WALLS = "seat34", _("A wall for each seat")
        SHARED = "shared", _("One wall for the table")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="board_sets")
    number = models.PositiveSmallIntegerField()
    event = models.CharField(max_length=60)
    ruleset = models.ForeignKey(RulesetVersion, on_delete=models.PROTECT, related_name="+")
    model = models.CharField(_("walls"), max_length=6, choices=Model.choices, default=Model.SEAT_WALLS)
    flowers = models.BooleanField(_("flowers among the tiles of the seats"), default=False)
    sessions = models.PositiveSmallIntegerField(
        _("sessions"), validators=[MinValueValidator(1), MaxValueValidator(99)], help_text=_("One session is a round.")
    )
    boards = models.PositiveSmallIntegerField(
        _("boards in a session"), validators=[MinValueValidator(1), MaxValueValidator(64)]
    )
    sealed_seed = models.TextField()
    commitment = models.CharField(max_length=64)
    promise = models.TextField(blank=True)
    value_kind = models.CharField(max_length=10, choices=ValueKind.choices, default=ValueKind.OTHER)
    value_source = models.CharField(max_length=200, blank=True)
    value_which = models.CharField(max_length=200, blank=True)
    corrections = models.JSONField(default=list, blank=True)
    value_name = models.CharField(_("the public value"), max_length=200)
    value_known_at = SealedMomentField(_("known from"))
    entries_close_at = SealedMomentField(_("entries close"), null=True, blank=True)
    committed_at = models.DateTimeField(default=timezone.now, editable=False)
    committed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_reason = models.TextField(blank=True)
    public_value = models.CharField(max_length=200, blank=True)
    value_at = models.DateTimeField(null=True, blank=True)
    made_at = models.DateTimeField(null=True, blank=True)
    seed = models.CharField(max_length=256, blank=True)
    seed_at = models.DateTimeField(null=True, blank=True)
    seed_shares = models.JSONField(null=True, blank=True, editable=False, validators=[check_seed_shares])
    """Rows of `logic.seed_shares.SeedShare` in events up to release 0.3.0, else null."""

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"],
                name="board_set_number_once",
                violation_error_message=refusals.MEANWHILE,
            ),
            # Unique by event only, because a copy of the event has the same seed.
            models.UniqueConstraint(
                fields=["tournament", "commitment"],
                name="board_set_seed_once",
                violation_error_message=refusals.USED_COMMITMENT,
            ),
            models.UniqueConstraint(
                fields=["tournament"],
                condition=Q(withdrawn_at__isnull=True),
                name="board_set_one_in_force",
                violation_error_message=_("This event already has boards. Withdraw them first."),
            ),
            models.CheckConstraint(
                condition=Q(model__in=["seat34", "shared"]),
                name="board_set_model_known",
                violation_error_message=refusals.CHOICE,
            ),
            models.CheckConstraint(
                condition=Q(sessions__gte=1, boards__gte=1),
                name="board_set_has_boards",
                violation_error_message=_("Enter at least 1 session and 1 board."),
            ),
            models.CheckConstraint(
                condition=Q(value_known_at__gt=F("committed_at")),
                name="board_set_value_later_than_commitment",
                violation_error_message=refusals.VALUE_LATER,
            ),
            # Entries must close before the public value is known; older promises have no closing time.
            models.CheckConstraint(
                condition=Q(entries_close_at__isnull=True)
                | Q(entries_close_at__gt=F("committed_at"), entries_close_at__lte=F("value_known_at")),
                name="board_set_entries_close_between",
                violation_error_message=_(
                    "Entries must close after the promise and not later than the public value becomes known."
                ),
            ),
            models.CheckConstraint(
                condition=Q(public_value="", value_at__isnull=True)
                | (~Q(public_value="") & Q(value_at__gte=F("value_known_at"))),
                name="board_set_value_when_known",
                violation_error_message=refusals.VALUE_EARLY,
            ),
            models.CheckConstraint(
                condition=Q(made_at__isnull=True) | ~Q(public_value=""),
                name="board_set_made_with_value",
                violation_error_message=_("Enter the public value before the boards are made."),
            ),
            # A promise whose deals could be known cannot be withdrawn.
            models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=True, withdrawn_reason="")
                | (Q(public_value="", seed="") & ~Q(withdrawn_reason="")),
                name="board_set_withdrawn_before_value",
                violation_error_message=_(
                    "Boards can be withdrawn only before the public value is entered, and with a reason."
                ),
            ),
            models.CheckConstraint(
                condition=Q(seed="", seed_at__isnull=True) | (~Q(seed="") & Q(made_at__isnull=False)),
                name="board_set_seed_after_deals",
                violation_error_message=_("Make the boards before the seed is shown."),
            ),
        ]

    def __str__(self) -> str:
        return gettext("Duplicate boards")


class Board(models.Model):
    """Deal, encrypted in `sealed_deal`; `text` is empty until it is public; a `reserve` replaces a leaked one."""

    board_set = models.ForeignKey(BoardSet, on_delete=models.CASCADE, related_name="all_boards")
    session = models.PositiveSmallIntegerField(_("session"))
    number = models.PositiveSmallIntegerField(_("board"))
    reserve = models.PositiveSmallIntegerField(_("reserve set"), default=0)
    prevalent_wind = models.PositiveSmallIntegerField(
        _("prevalent wind"), choices=SeatWind.choices, default=SeatWind.EAST
    )
    sealed_deal = models.TextField()
    digest = models.CharField(max_length=64)
    text = models.TextField(blank=True)
    released_at = models.DateTimeField(null=True, blank=True)
    retired_at = models.DateTimeField(null=True, blank=True)
    retired_reason = models.TextField(blank=True)

    class Meta:
        ordering = ["board_set", "session", "number", "reserve"]
        constraints = [
            models.UniqueConstraint(
                fields=["board_set", "session", "number", "reserve"],
                name="board_once",
                violation_error_message=refusals.MEANWHILE,
            ),
            models.UniqueConstraint(
                fields=["board_set", "digest"],
                name="board_deal_once",
                violation_error_message=_("Another board already has this deal."),
            ),
            models.UniqueConstraint(
                fields=["board_set", "session", "number"],
                condition=Q(retired_at__isnull=True),
                name="board_one_in_force",
                violation_error_message=refusals.MEANWHILE,
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1, session__gte=1),
                name="board_numbers_from_one",
                violation_error_message=refusals.FROM_ONE,
            ),
            models.CheckConstraint(
                condition=Q(text="", released_at__isnull=True) | (~Q(text="") & Q(released_at__isnull=False)),
                name="board_text_only_when_released",
                violation_error_message=refusals.CONTRADICTION,
            ),
            models.CheckConstraint(
                condition=Q(retired_at__isnull=True, retired_reason="")
                | (Q(retired_at__isnull=False) & ~Q(retired_reason="")),
                name="board_retired_with_reason",
                violation_error_message=refusals.REASON,
            ),
            models.CheckConstraint(
                condition=Q(prevalent_wind__lte=3),
                name="board_wind_known",
                violation_error_message=refusals.WIND,
            ),
        ]

    def __str__(self) -> str:
        return format_board_name(self.session, self.number, self.reserve)

    @property
    def tournament(self) -> Tournament:
        return self.board_set.tournament

    @property
    def place(self) -> str:
        """Session, number and reserve in every language: `2/3`, `2/3 R1`."""
        return f"{self.session}/{self.number}" + (f" R{self.reserve}" if self.reserve else "")

    @property
    def mark(self) -> str:
        return self.digest[:8]

    @property
    def dealing_line(self) -> int:
        return (self.number - 1) % 4

    @property
    def dice(self) -> tuple[int, int]:
        """Two dice that fix the break of a shared wall instead of a throw."""
        first, second = hashlib.sha256(f"dice|{self.digest}".encode()).digest()[:2]
        return first % 6 + 1, second % 6 + 1
