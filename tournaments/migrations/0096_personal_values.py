from collections.abc import Iterator
from typing import Final

import django.db.models.deletion
from django.db import migrations, models

from tournaments.core.models import refusals
from tournaments.migrations._triggers import Trigger, changed, guard, refusing

LOG: Final = "tournaments_auditentry"
VALUES: Final = "tournaments_personalvalue"
STAYS: Final = (
    "id", "tournament_id", "sequence", "at", "actor_id", "action", "object_type", "object_id", "origin", "elsewhere",
    "previous_digest", "digest", "form",
)  # fmt: skip
"""Columns of an entry that never change, not even where an erasure empties a former one."""
EMPTIED: Final = {"actor_name": "''", "object_name": "''", "reason": "''", "user_agent": "''", "ip_address": "NULL"}
"""Column -> its value once it is emptied."""


def _emptying(vendor: str) -> str:
    """Condition: an erasure, which lists it in an entry of its own, empties a former entry."""
    # PostgreSQL has no equality of `json`, but of `jsonb`, which Django makes.
    same = {"sqlite": "IS", "postgresql": "IS NOT DISTINCT FROM"}[vendor]
    emptied = [f"(OLD.{name} {same} NEW.{name} OR NEW.{name} {same} {empty})" for name, empty in EMPTIED.items()]
    lists = {
        "sqlite": "EXISTS (SELECT 1 FROM json_each(e.after, '$.emptied') n WHERE n.value = OLD.sequence)",
        "postgresql": "e.after -> 'emptied' @> to_jsonb(OLD.sequence)",
    }[vendor]
    listed = (
        f"EXISTS (SELECT 1 FROM {LOG} e WHERE e.tournament_id {same} OLD.tournament_id "
        f"AND e.sequence = NEW.redacted_by AND e.action IN ('log.erase', 'site.erase') AND {lists})"
    )
    return " AND ".join(
        [
            "OLD.form = 1",
            "NEW.redacted_by IS NOT NULL",
            f"({changed(vendor, 'redacted_by')})",
            f"NOT ({changed(vendor, *STAYS)})",
            *emptied,
            listed,
        ]
    )


def forgetting_log(vendor: str) -> Iterator[Trigger]:
    """Refuse changes of the log but the emptying of a former entry by an erasure, and any of a personal value."""
    refused = "audit entries are append-only"
    if vendor == "sqlite":
        make = (
            f"CREATE TRIGGER audit_entries_stay BEFORE UPDATE ON {LOG} WHEN NOT ({_emptying(vendor)})\n"
            f"BEGIN SELECT RAISE(ABORT, '{refused}'); END"
        )
        yield Trigger("audit_entries_stay", LOG, (make,))
    else:
        # Entries go with a rehearsal, or with an event after the site's log has said so.
        make = f"""CREATE OR REPLACE FUNCTION audit_entries_stay() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
IF TG_OP = 'UPDATE' THEN
    IF {_emptying(vendor)} THEN RETURN NEW; END IF;
ELSIF OLD.tournament_id IS NOT NULL AND (
    EXISTS (SELECT 1 FROM tournaments_tournament t WHERE t.id = OLD.tournament_id AND t.rehearsal)
    OR EXISTS (
        SELECT 1 FROM {LOG} s
        WHERE s.tournament_id IS NULL AND s.action = 'events.remove' AND s.object_type = 'tournament'
        AND s.object_id = OLD.tournament_id::text
    )
) THEN RETURN OLD; END IF;
RAISE EXCEPTION '{refused}';
END $$"""
        call = (
            f"CREATE TRIGGER audit_entries_stay BEFORE UPDATE OR DELETE ON {LOG} "
            "FOR EACH ROW EXECUTE FUNCTION audit_entries_stay()"
        )
        yield Trigger("audit_entries_stay", LOG, (make, call))
    values = changed(vendor, "entry_id", "key", "place", "salt", "value")
    yield refusing(vendor, "personal_values_stay", VALUES, values, "a personal value is erased, not changed")


class Migration(migrations.Migration):
    """New log entries hold commitments to personal values, which are rows of their own and can be erased."""

    dependencies = [("tournaments", "0095_idempotency_digest")]

    operations = [
        migrations.AddField("auditentry", "form", models.PositiveSmallIntegerField(default=1)),
        migrations.AddField(
            "auditentry",
            "personal",
            models.JSONField(
                default=dict, blank=True, help_text="Commitments to personal values of columns, which are empty."
            ),
        ),
        migrations.AddField(
            "auditentry",
            "redacted_by",
            models.PositiveBigIntegerField(
                null=True, blank=True, help_text="Number of the entry that erased personal values of this one."
            ),
        ),
        migrations.AddConstraint(
            "auditentry",
            models.CheckConstraint(
                condition=models.Q(form__in=[1, 2]),
                name="audit_form_known",
                violation_error_message=refusals.CHOICE,
            ),
        ),
        migrations.AddConstraint(
            "auditentry",
            models.CheckConstraint(
                condition=models.Q(redacted_by__isnull=True)
                | models.Q(form=1, redacted_by__gt=models.F("sequence")),
                name="audit_redacted_later",
                violation_error_message=refusals.CONTRADICTION,
            ),
        ),
        migrations.CreateModel(
            name="PersonalValue",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=32)),
                ("place", models.CharField(max_length=20)),
                ("salt", models.CharField(max_length=64)),
                ("value", models.TextField()),
                (
                    "entry",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="personal_values",
                        to="tournaments.auditentry",
                    ),
                ),
            ],
            options={
                "ordering": ["entry", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("entry", "key"),
                        name="personal_value_once",
                        violation_error_message=refusals.MEANWHILE,
                    )
                ],
            },
        ),
        guard(LOG, VALUES, triggers=forgetting_log),
    ]
