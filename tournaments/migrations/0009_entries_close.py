"""When entries to duplicate boards close; what was committed to now includes it."""

from django.db import migrations, models

NAME = "board_set_stays"
TABLE = "tournaments_boardset"
FIXED = ["tournament_id", "event", "ruleset_id", "model", "flowers", "sessions", "boards", "sealed_seed", "commitment"]
ONCE = ["public_value", "seed"]
MORE = ["value_name", "value_known_at", "committed_at"]


def guard(*fixed):
    def make(apps, schema_editor):
        vendor = schema_editor.connection.vendor
        differs = {"sqlite": "OLD.{0} IS NOT NEW.{0}", "postgresql": "OLD.{0} IS DISTINCT FROM NEW.{0}"}[vendor]
        tests = [differs.format(column) for column in fixed]
        tests += [f"(OLD.{column} <> '' AND {differs.format(column)})" for column in ONCE]
        then = {
            "sqlite": "BEGIN SELECT RAISE(ABORT, 'what was committed to does not change'); END",
            "postgresql": f"EXECUTE FUNCTION {NAME}()",
        }[vendor]
        each = "FOR EACH ROW " if vendor == "postgresql" else ""
        condition = " OR ".join(tests)
        schema_editor.execute(
            f"CREATE TRIGGER {NAME} BEFORE UPDATE ON {TABLE} {each}WHEN ({condition}) {then}", params=None
        )

    return make


def release(apps, schema_editor):
    """The function of PostgreSQL stays; the trigger is made again for the new column."""
    where = "" if schema_editor.connection.vendor == "sqlite" else f" ON {TABLE}"
    schema_editor.execute(f"DROP TRIGGER {NAME}{where}")


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0008_seating_draw_kinds"),
    ]

    operations = [
        migrations.RunPython(release, guard(*FIXED, *MORE), hints={"guard": True}),
        migrations.AddField(
            model_name="boardset",
            name="entries_close_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="entries close"),
        ),
        migrations.AddConstraint(
            model_name="boardset",
            constraint=models.CheckConstraint(
                condition=models.Q(("entries_close_at__isnull", True))
                | models.Q(
                    ("entries_close_at__gt", models.F("committed_at")),
                    ("entries_close_at__lte", models.F("value_known_at")),
                ),
                name="board_set_entries_close_between",
            ),
        ),
        migrations.RunPython(guard(*FIXED, *MORE, "entries_close_at"), release, hints={"guard": True}),
    ]
