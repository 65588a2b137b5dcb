"""The schema of release 0.3.0. A database of an earlier release is refused, see `tournaments.site.checks`."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    dependencies = [
        ("tournaments", "0038_own_confirmations"),
    ]

    operations = [
        # Calls
        migrations.CreateModel(
            name="Call",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("tournament", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="calls", to="tournaments.tournament")),
                ("table", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="calls", to="tournaments.gametable")),
                (
                    "about",
                    models.CharField(
                        blank=True,
                        choices=[("", "Something else"), ("win", "A win or its value"), ("call", "A chow, pung, kong or discard"), ("tiles", "Tiles: wrong number, shown, wall fallen"), ("time", "Time, absence or slow play"), ("conduct", "Conduct"), ("rules", "A question about the rules")],
                        max_length=8,
                        verbose_name="about",
                    ),
                ),
                ("state", models.CharField(choices=[("waiting", "Waiting"), ("taken", "A referee is coming"), ("arrived", "A referee is there"), ("closed", "Closed"), ("withdrawn", "Withdrawn by the table")], default="waiting", max_length=10, verbose_name="state")),
                ("called_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("taken_by", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("taken_at", models.DateTimeField(blank=True, null=True)),
                ("arrived_at", models.DateTimeField(blank=True, null=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["called_at", "pk"],
                "constraints": [
                    models.UniqueConstraint(condition=models.Q(("state__in", ["waiting", "taken", "arrived"])), fields=("table",), name="call_one_open", violation_error_message="A referee has already been called to this table."),
                    models.CheckConstraint(condition=models.Q(("state__in", ["waiting", "taken", "arrived", "closed", "withdrawn"])), name="call_state_known", violation_error_message="Choose one of the values offered."),
                    models.CheckConstraint(
                        condition=models.Q(models.Q(("ended_at__isnull", True), ("state__in", ["waiting", "taken", "arrived"])), models.Q(("ended_at__isnull", False), ("state__in", ["closed", "withdrawn"])), _connector="OR"),
                        name="call_ended_or_open",
                        violation_error_message="The details do not match. Reload the page and try again.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(models.Q(("state__in", ["taken", "arrived"]), _negated=True), models.Q(("taken_at__isnull", False), ("taken_by__isnull", False)), _connector="OR"), name="call_taken_by_somebody", violation_error_message="The details do not match. Reload the page and try again."
                    ),
                ],
            },
        ),
        # Cases
        migrations.CreateModel(
            name="Desk",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("tournament", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name="desk", to="tournaments.tournament")),
                ("head_referee", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("appeal_minutes", models.PositiveSmallIntegerField(default=30, verbose_name="minutes for an appeal")),
                ("appeals_from", models.CharField(choices=[("session", "The end of the session"), ("ruling", "The ruling")], default="session", max_length=7, verbose_name="counted from")),
            ],
        ),
        migrations.CreateModel(
            name="Case",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("tournament", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="cases", to="tournaments.tournament")),
                ("number", models.PositiveIntegerField(verbose_name="case")),
                ("kind", models.CharField(max_length=40, verbose_name="kind")),
                ("round", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="cases", to="tournaments.round")),
                ("table", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="cases", to="tournaments.gametable")),
                ("result", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="cases", to="tournaments.tableresult")),
                ("hand", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="hand")),
                ("call", models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="case", to="judging.call")),
                ("note", models.TextField(blank=True, verbose_name="what happened")),
                ("state", models.CharField(choices=[("open", "Open"), ("ruled", "Ruled"), ("appealed", "Appealed"), ("dropped", "Dropped")], default="open", max_length=8, verbose_name="state")),
                ("opened_by", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("opened_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("version", models.PositiveIntegerField(default=0)),
            ],
            options={
                "ordering": ["tournament", "-number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="case_number_once", violation_error_message="Someone else saved at the same time. Reload the page and try again."),
                    models.CheckConstraint(condition=models.Q(("state__in", ["open", "ruled", "appealed", "dropped"])), name="case_state_known", violation_error_message="Choose one of the values offered."),
                    models.CheckConstraint(condition=models.Q(("hand__isnull", True), ("hand__gte", 1), _connector="OR"), name="case_hand_positive", violation_error_message="Numbers start at 1."),
                    models.CheckConstraint(condition=models.Q(("table__isnull", True), ("round__isnull", False), _connector="OR"), name="case_table_in_a_round", violation_error_message="Choose the round."),
                ],
            },
        ),
        migrations.CreateModel(
            name="Party",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("case", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="parties", to="judging.case")),
                ("seat", models.PositiveSmallIntegerField(verbose_name="seat")),
                ("entry", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="parties", to="tournaments.entry")),
                ("concerned", models.BooleanField(default=False, verbose_name="concerned")),
            ],
            options={
                "ordering": ["case", "seat"],
                "constraints": [
                    models.UniqueConstraint(fields=("case", "seat"), name="party_seat_once", violation_error_message="Two players have the same seat. Give one of them another seat."),
                    models.UniqueConstraint(fields=("case", "entry"), name="party_player_once", violation_error_message="A player is listed twice. Remove one of the two."),
                    models.CheckConstraint(condition=models.Q(("seat__lte", 3)), name="party_seat_known", violation_error_message="Choose East, South, West or North."),
                ],
            },
        ),
        migrations.CreateModel(
            name="ClaimRecord",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("case", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="claims", to="judging.case")),
                ("number", models.PositiveSmallIntegerField()),
                ("key", models.UUIDField(blank=True, null=True, unique=True)),
                ("kind", models.CharField(max_length=40, verbose_name="kind")),
                ("claim", models.JSONField()),
                ("findings", models.JSONField(default=list)),
                ("proposals", models.JSONField(default=list)),
                ("verdict", models.CharField(max_length=10, verbose_name="verdict")),
                ("clauses", models.TextField(blank=True, help_text="Every clause of the findings, between spaces, for the search.")),
                ("ruleset", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.rulesetversion")),
                ("ruleset_name", models.CharField(max_length=80)),
                ("parameters", models.JSONField(default=dict)),
                ("engine_version", models.CharField(max_length=40)),
                ("device", models.JSONField(blank=True, default=dict)),
                ("recorded_by", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("recorded_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ],
            options={
                "ordering": ["case", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("case", "number"), name="claim_number_once", violation_error_message="Someone else saved at the same time. Reload the page and try again."),
                    models.CheckConstraint(condition=models.Q(("verdict__in", ["holds", "fails", "undecided"])), name="claim_verdict_known", violation_error_message="Choose one of the values offered."),
                ],
            },
        ),
        # Rulings and appeals
        migrations.CreateModel(
            name="Ruling",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("case", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="rulings", to="judging.case")),
                ("number", models.PositiveSmallIntegerField()),
                ("claim", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="rulings", to="judging.claimrecord")),
                ("in_force", models.BooleanField(default=True)),
                ("supersedes", models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="superseded_by", to="judging.ruling")),
                ("as_proposed", models.BooleanField(default=True, verbose_name="as proposed")),
                ("reason", models.TextField(blank=True, verbose_name="reason")),
                ("note", models.TextField(blank=True, verbose_name="message to players")),
                (
                    "hand_effect",
                    models.CharField(
                        choices=[
                            ("continues", "The hand goes on"),
                            ("refused", "The call is refused, the hand goes on"),
                            ("taken_back", "It is taken back, the hand goes on"),
                            ("hidden_dead_hand", "A player's hand is dead, unannounced"),
                            ("dead_hand", "A player's hand is dead"),
                            ("ends", "The hand ends"),
                            ("drawn", "The hand is drawn"),
                            ("replay", "The hand is played again"),
                            ("void", "The hand is void"),
                        ],
                        default="continues",
                        max_length=16,
                        verbose_name="hand",
                    ),
                ),
                ("minutes", models.PositiveSmallIntegerField(default=0, verbose_name="extra minutes")),
                ("payments", models.CharField(choices=[("none", "The payments are not booked"), ("sheet", "The players write the payments on their sheet"), ("ledger", "The payments are booked in the ledger")], default="none", max_length=6, verbose_name="payments")),
                ("transfers", models.JSONField(blank=True, default=list)),
                ("appeal_until", models.DateTimeField(blank=True, null=True)),
                ("decided_by", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("decided_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ],
            options={
                "ordering": ["case", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("case", "number"), name="ruling_number_once", violation_error_message="Someone else saved at the same time. Reload the page and try again."),
                    models.UniqueConstraint(condition=models.Q(("in_force", True)), fields=("case",), name="ruling_one_in_force", violation_error_message="Another ruling of this case is already in force. Reload the page."),
                    models.CheckConstraint(condition=models.Q(models.Q(("reason", ""), _negated=True), models.Q(("as_proposed", True), ("supersedes__isnull", True)), _connector="OR"), name="ruling_own_has_reason", violation_error_message="Give a reason."),
                ],
            },
        ),
        migrations.CreateModel(
            name="Sanction",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("ruling", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="sanctions", to="judging.ruling")),
                ("order", models.PositiveSmallIntegerField()),
                ("entry", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="sanctions", to="tournaments.entry")),
                ("infraction", models.CharField(blank=True, max_length=60, verbose_name="infraction")),
                ("clause", models.CharField(blank=True, max_length=120, verbose_name="clause")),
                ("title", models.CharField(max_length=200, verbose_name="title")),
                ("penalty", models.CharField(max_length=40, verbose_name="penalty")),
                ("repeat", models.PositiveSmallIntegerField(default=0, verbose_name="how often before")),
                ("as_proposed", models.BooleanField(default=True)),
                ("proposal", models.JSONField(default=dict, help_text="The proposal that was chosen, whole.")),
            ],
            options={
                "ordering": ["ruling", "order"],
                "constraints": [
                    models.UniqueConstraint(fields=("ruling", "order"), name="sanction_order_once", violation_error_message="Someone else saved at the same time. Reload the page and try again."),
                ],
            },
        ),
        migrations.CreateModel(
            name="RulingLine",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("ruling", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="lines", to="judging.ruling")),
                ("line", models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name="ruling_line", to="tournaments.scoreline")),
            ],
            options={
                "ordering": ["ruling", "pk"],
            },
        ),
        migrations.CreateModel(
            name="RulingForfeit",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("ruling", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="forfeits", to="judging.ruling")),
                ("forfeit", models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name="ruling_forfeit", to="tournaments.forfeit")),
            ],
            options={
                "ordering": ["ruling", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Appeal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("ruling", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="appeals", to="judging.ruling")),
                ("by_entry", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="appeals", to="tournaments.entry")),
                ("grounds", models.TextField(verbose_name="grounds")),
                ("filed_by", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("filed_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("late_reason", models.TextField(blank=True, verbose_name="reason for late appeal")),
                ("decide_by", models.DateTimeField(verbose_name="decision until")),
                ("state", models.CharField(choices=[("open", "Open"), ("upheld", "The ruling stands"), ("changed", "The ruling is changed"), ("withdrawn", "Withdrawn")], default="open", max_length=9, verbose_name="state")),
                ("decided_by", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                ("decision", models.TextField(blank=True, verbose_name="decision")),
                ("new_ruling", models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="decided_appeal", to="judging.ruling")),
            ],
            options={
                "ordering": ["filed_at", "pk"],
                "constraints": [
                    models.UniqueConstraint(condition=models.Q(("state", "open")), fields=("ruling",), name="appeal_one_open", violation_error_message="An appeal against this ruling is open already."),
                    models.CheckConstraint(
                        condition=models.Q(models.Q(("decided_at__isnull", True), ("state", "open")), models.Q(("decided_at__isnull", False), ("state__in", ["upheld", "changed", "withdrawn"]), models.Q(("decision", ""), _negated=True)), _connector="OR"),
                        name="appeal_decided_with_words",
                        violation_error_message="Give the reasons for the decision.",
                    ),
                    models.CheckConstraint(condition=models.Q(models.Q(("state", "changed"), _negated=True), ("new_ruling__isnull", False), _connector="OR"), name="appeal_change_is_a_ruling", violation_error_message="Enter the new ruling."),
                ],
            },
        ),
    ]
