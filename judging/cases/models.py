from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from judging.desk.models import Call
from judging.rulebook.text.hands import HAND_EFFECTS
from tournaments.accounts.models import User
from tournaments.core.models import refusals
from tournaments.entries.models.entries import Entry
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.results.models.results import TableResult
from tournaments.rounds.models import GameTable, Round
from tournaments.standings.models import Forfeit, ScoreLine

if TYPE_CHECKING:
    from judging.law.stored import StoredClaim, StoredFinding, StoredProposal, StoredTransfer


class Case(models.Model):
    """One incident. `version` grows with every step, so that a form opened before it is refused."""

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("state of a case", "Open")
        RULED = "ruled", _("Ruled")
        APPEALED = "appealed", _("Appealed")
        DROPPED = "dropped", _("Dropped")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="cases")
    number = models.PositiveIntegerField(_("case"))
    kind = models.CharField(_("kind"), max_length=40)
    round = models.ForeignKey(Round, on_delete=models.PROTECT, null=True, blank=True, related_name="cases")
    table = models.ForeignKey(GameTable, on_delete=models.PROTECT, null=True, blank=True, related_name="cases")
    result = models.ForeignKey(TableResult, on_delete=models.PROTECT, null=True, blank=True, related_name="cases")
    hand = models.PositiveSmallIntegerField(_("hand"), null=True, blank=True)
    call = models.OneToOneField(Call, on_delete=models.PROTECT, null=True, blank=True, related_name="case")
    note = models.TextField(_("what happened"), blank=True)
    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.OPEN)
    opened_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    opened_at = models.DateTimeField(default=timezone.now, editable=False)
    version = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["tournament", "-number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"],
                name="case_number_once",
                violation_error_message=refusals.MEANWHILE,
            ),
            models.CheckConstraint(
                condition=Q(state__in=["open", "ruled", "appealed", "dropped"]),
                name="case_state_known",
                violation_error_message=refusals.CHOICE,
            ),
            models.CheckConstraint(
                condition=Q(hand__isnull=True) | Q(hand__gte=1),
                name="case_hand_positive",
                violation_error_message=refusals.FROM_ONE,
            ),
            models.CheckConstraint(
                condition=Q(table__isnull=True) | Q(round__isnull=False),
                name="case_table_in_a_round",
                violation_error_message=refusals.ROUND,
            ),
        ]

    def __str__(self) -> str:
        return gettext("Case %(number)s") % {"number": self.number}

    @property
    def referee(self) -> User | None:
        """The referee who handles the case: the last one it was handed to, else who opened it."""
        handed = list(self.handovers.all())
        return handed[-1].to if handed else self.opened_by


class Handover(models.Model):
    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="handovers")
    by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("From")
    )
    to = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", verbose_name=_("Referee"))
    note = models.TextField(_("Left to do"), blank=True)
    handed_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["handed_at", "pk"]

    def __str__(self) -> str:
        return f"{self.case}: {self.to}"

    @property
    def tournament(self) -> Tournament:
        return self.case.tournament


class Party(models.Model):
    """A player at the case's table, seated in turn order from East; a later swap of seats changes nothing."""

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="parties")
    seat = models.PositiveSmallIntegerField(_("seat"))
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="parties")
    concerned = models.BooleanField(_("concerned"), default=False)
    accepted = models.ForeignKey(
        "Ruling", models.SET_NULL, null=True, blank=True, related_name="accepted_by", verbose_name=_("Accepted")
    )

    class Meta:
        ordering = ["case", "seat"]
        constraints = [
            models.UniqueConstraint(
                fields=["case", "seat"],
                name="party_seat_once",
                violation_error_message=refusals.SAME_SEAT,
            ),
            models.UniqueConstraint(
                fields=["case", "entry"],
                name="party_player_once",
                violation_error_message=refusals.LISTED_TWICE,
            ),
            models.CheckConstraint(
                condition=Q(seat__lte=3),
                name="party_seat_known",
                violation_error_message=refusals.WIND,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.case}: {self.entry}"

    @property
    def tournament(self) -> Tournament:
        return self.case.tournament


class ClaimRecord(models.Model):
    """One version of the facts with its findings and rules, never changed; `key` makes sending idempotent."""

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="claims")
    number = models.PositiveSmallIntegerField()
    key = models.UUIDField(null=True, blank=True, unique=True)
    kind = models.CharField(_("kind"), max_length=40)
    claim: models.JSONField[StoredClaim, StoredClaim] = models.JSONField()
    further: models.JSONField[list[StoredClaim], list[StoredClaim]] = models.JSONField(
        default=list, blank=True, help_text="Claims of further infractions at the table, examined with the first."
    )
    findings: models.JSONField[list[StoredFinding], list[StoredFinding]] = models.JSONField(default=list)
    proposals: models.JSONField[list[StoredProposal], list[StoredProposal]] = models.JSONField(default=list)
    verdict = models.CharField(_("verdict"), max_length=10)
    clauses = models.TextField(blank=True, help_text="Every clause of the findings, between spaces, for the search.")
    ruleset = models.ForeignKey(RulesetVersion, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    ruleset_name = models.CharField(max_length=80)
    parameters = models.JSONField(default=dict)
    engine_version = models.CharField(max_length=40)
    recorded_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    recorded_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["case", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["case", "number"],
                name="claim_number_once",
                violation_error_message=refusals.MEANWHILE,
            ),
            models.CheckConstraint(
                condition=Q(verdict__in=["holds", "fails", "undecided"]),
                name="claim_verdict_known",
                violation_error_message=refusals.CHOICE,
            ),
        ]

    def __str__(self) -> str:
        return gettext("Case %(case)s, facts %(number)s") % {"case": self.case.number, "number": self.number}

    @property
    def claims(self) -> list[StoredClaim]:
        return [self.claim, *self.further]

    @property
    def undecided(self) -> bool:
        waits = not self.proposals and any(finding.get("missing") for finding in self.findings)
        return waits or self.verdict == "undecided"

    @property
    def tournament(self) -> Tournament:
        return self.case.tournament


class Ruling(models.Model):
    """A referee's decision on a version of the facts. A database constraint allows one in force per case.

    transfers: [{"from": seat, "to": seat, "amount": points, "reason": text}] in points of the game.
    """

    class Hand(models.TextChoices):
        CONTINUES = "continues", HAND_EFFECTS["continues"]
        WON = "won", HAND_EFFECTS["won"]
        OVER = "over", HAND_EFFECTS["over"]
        REFUSED = "refused", HAND_EFFECTS["refused"]
        TAKEN_BACK = "taken_back", HAND_EFFECTS["taken_back"]
        HIDDEN_DEAD = "hidden_dead_hand", HAND_EFFECTS["hidden_dead_hand"]
        DEAD = "dead_hand", HAND_EFFECTS["dead_hand"]
        ENDS = "ends", HAND_EFFECTS["ends"]
        DRAWN = "drawn", HAND_EFFECTS["drawn"]
        REPLAY = "replay", HAND_EFFECTS["replay"]
        VOID = "void", HAND_EFFECTS["void"]

    class Payments(models.TextChoices):
        NONE = "none", _("The payments are not booked")
        SHEET = "sheet", _("The players write the payments on their sheet")
        LEDGER = "ledger", _("The payments are booked in the ledger")

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="rulings")
    number = models.PositiveSmallIntegerField()
    claim = models.ForeignKey(ClaimRecord, on_delete=models.PROTECT, related_name="rulings")
    in_force = models.BooleanField(default=True)
    supersedes = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="superseded_by"
    )
    as_proposed = models.BooleanField(_("as proposed"), default=True)
    reason = models.TextField(_("reason"), blank=True)
    note = models.TextField(_("message to players"), blank=True)
    hand_effect = models.CharField(_("hand"), max_length=16, choices=Hand.choices, default=Hand.CONTINUES)
    minutes = models.PositiveSmallIntegerField(_("extra minutes"), default=0)
    payments = models.CharField(_("payments"), max_length=6, choices=Payments.choices, default=Payments.NONE)
    transfers: models.JSONField[list[StoredTransfer], list[StoredTransfer]] = models.JSONField(default=list, blank=True)
    appeal_until = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    decided_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["case", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["case", "number"],
                name="ruling_number_once",
                violation_error_message=refusals.MEANWHILE,
            ),
            models.UniqueConstraint(
                fields=["case"],
                condition=Q(in_force=True),
                name="ruling_one_in_force",
                violation_error_message=_("Another ruling of this case is already in force. Reload the page."),
            ),
            models.CheckConstraint(
                condition=~Q(reason="") | Q(as_proposed=True, supersedes__isnull=True),
                name="ruling_own_has_reason",
                violation_error_message=refusals.REASON,
            ),
        ]

    def __str__(self) -> str:
        return gettext("Case %(case)s, ruling %(number)s") % {"case": self.case.number, "number": self.number}

    @property
    def tournament(self) -> Tournament:
        return self.case.tournament

    @property
    def measures(self) -> list[StoredProposal]:
        return [sanction.proposal for sanction in self.sanctions.all()]

    @property
    def undecided(self) -> bool:
        return self.claim.undecided


class Sanction(models.Model):
    """One measure of a ruling against one player; an earlier offence while its ruling is in force."""

    ruling = models.ForeignKey(Ruling, on_delete=models.CASCADE, related_name="sanctions")
    order = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="sanctions")
    infraction = models.CharField(_("infraction"), max_length=60, blank=True)
    clause = models.CharField(_("clause"), max_length=120, blank=True)
    title = models.CharField(_("title"), max_length=200)
    penalty = models.CharField(_("penalty"), max_length=40)
    repeat = models.PositiveSmallIntegerField(_("how often before"), default=0)
    as_proposed = models.BooleanField(default=True)
    proposal: models.JSONField[StoredProposal, StoredProposal] = models.JSONField(
        default=dict, help_text="The proposal that was chosen, whole."
    )

    class Meta:
        ordering = ["ruling", "order"]
        constraints = [
            models.UniqueConstraint(
                fields=["ruling", "order"],
                name="sanction_order_once",
                violation_error_message=refusals.MEANWHILE,
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.title}"


class RulingLine(models.Model):
    ruling = models.ForeignKey(Ruling, on_delete=models.CASCADE, related_name="lines")
    line = models.OneToOneField(ScoreLine, on_delete=models.PROTECT, related_name="ruling_line")

    class Meta:
        ordering = ["ruling", "pk"]

    def __str__(self) -> str:
        return f"{self.ruling}: {self.line}"


class RulingForfeit(models.Model):
    ruling = models.ForeignKey(Ruling, on_delete=models.CASCADE, related_name="forfeits")
    forfeit = models.OneToOneField(Forfeit, on_delete=models.PROTECT, related_name="ruling_forfeit")

    class Meta:
        ordering = ["ruling", "pk"]

    def __str__(self) -> str:
        return f"{self.ruling}: {self.forfeit}"


class Appeal(models.Model):
    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("state of a case", "Open")
        UPHELD = "upheld", _("The ruling stands")
        CHANGED = "changed", _("The ruling is changed")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    ruling = models.ForeignKey(Ruling, on_delete=models.CASCADE, related_name="appeals")
    by_entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="appeals")
    grounds = models.TextField(_("grounds"))
    filed_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    filed_at = models.DateTimeField(default=timezone.now, editable=False)
    late_reason = models.TextField(_("reason for late appeal"), blank=True)
    decide_by = models.DateTimeField(_("decision until"))
    state = models.CharField(_("state"), max_length=9, choices=State.choices, default=State.OPEN)
    decided_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    decided_at = models.DateTimeField(null=True, blank=True)
    decision = models.TextField(_("decision"), blank=True)
    new_ruling = models.OneToOneField(
        Ruling, on_delete=models.PROTECT, null=True, blank=True, related_name="decided_appeal"
    )

    class Meta:
        ordering = ["filed_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["ruling"],
                condition=Q(state="open"),
                name="appeal_one_open",
                violation_error_message=_("An appeal against this ruling is open already."),
            ),
            models.CheckConstraint(
                condition=Q(state="open", decided_at__isnull=True)
                | (Q(state__in=["upheld", "changed", "withdrawn"], decided_at__isnull=False) & ~Q(decision="")),
                name="appeal_decided_with_words",
                violation_error_message=_("Give the reasons for the decision."),
            ),
            models.CheckConstraint(
                condition=~Q(state="changed") | Q(new_ruling__isnull=False),
                name="appeal_change_is_a_ruling",
                violation_error_message=_("Enter the new ruling."),
            ),
        ]

    def __str__(self) -> str:
        return gettext("Appeal: %(ruling)s") % {"ruling": str(self.ruling)}

    @property
    def tournament(self) -> Tournament:
        return self.ruling.case.tournament
