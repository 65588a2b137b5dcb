"""What a measure does to the place in the event is stored under that name; it was called the standing."""

from django.db import migrations

OLD, NEW = "standing", "place_in_event"


def renamed(proposal, old, new):
    """The proposal, and those that may be chosen instead, with the one key called ``new``; the order of keys stays."""
    found = {new if key == old else key: value for key, value in proposal.items()}
    if found.get("options"):
        found["options"] = [renamed(option, old, new) for option in found["options"]]
    return found


def rename(apps, schema_editor, old, new):
    alias = schema_editor.connection.alias
    claims = apps.get_model("judging", "ClaimRecord").objects.using(alias)
    for claim in claims.exclude(proposals=[]).only("pk", "proposals").iterator():
        turned = [renamed(proposal, old, new) for proposal in claim.proposals]
        if turned != claim.proposals:
            claims.filter(pk=claim.pk).update(proposals=turned)
    sanctions = apps.get_model("judging", "Sanction").objects.using(alias)
    for sanction in sanctions.only("pk", "proposal").iterator():
        turned = renamed(sanction.proposal, old, new)
        if turned != sanction.proposal:
            sanctions.filter(pk=sanction.pk).update(proposal=turned)


def forwards(apps, schema_editor):
    rename(apps, schema_editor, OLD, NEW)


def backwards(apps, schema_editor):
    rename(apps, schema_editor, NEW, OLD)


class Migration(migrations.Migration):
    dependencies = [("judging", "0004_sentences_of_0_1")]
    operations = [migrations.RunPython(forwards, backwards)]
