"""Hands of sheets as the rules' own settlement reads them: limit hands by name, free events with the points themselves."""

from django.db import migrations

LIMIT = 13
"""Han that stood for a yakuman on a sheet; twice as many for two."""

BASE = 8
"""What every loser of a free event's hand paid beside the value."""


def limits_by_name(apps, schema_editor):
    """13 han become a yakuman: what they were paid as, whatever the rules count so many han."""
    hands = apps.get_model("tournaments", "HandRecord")
    for hand in hands.objects.exclude(more={}).iterator():
        changed = False
        for place in ("", "_2"):
            han = hand.more.get(f"han{place}")
            if isinstance(han, int) and han >= LIMIT:
                hand.more[f"yakuman{place}"] = han // LIMIT
                del hand.more[f"han{place}"]
                hand.more.pop(f"fu{place}", None)
                changed = True
        if changed:
            hand.save(update_fields=["more"])


def limits_by_han(apps, schema_editor):
    """A yakuman becomes 13 han again."""
    hands = apps.get_model("tournaments", "HandRecord")
    for hand in hands.objects.exclude(more={}).iterator():
        changed = False
        for place in ("", "_2"):
            if (limits := hand.more.pop(f"yakuman{place}", None)) is not None:
                hand.more[f"han{place}"] = LIMIT * limits
                changed = True
        if changed:
            hand.save(update_fields=["more"])


def points_of_free_hands(apps, schema_editor):
    """Free events have no rules to settle a value by; their hands keep the points that they were paid."""
    hands = apps.get_model("tournaments", "HandRecord")
    free = hands.objects.filter(
        table__round__tournament__family="free", result__isnull=False, winner__isnull=False, value__isnull=False
    )
    for hand in free.iterator():
        order = dict(hand.result.seats.values_list("entry_id", "order"))
        if hand.winner_id not in order or "file" in hand.more:
            continue
        points = dict.fromkeys(order.values(), 0)
        for entry, seat in order.items():
            if entry != hand.winner_id:
                pays = BASE + (hand.value if hand.discarder_id in (None, entry) else 0)
                points[seat] -= pays
                points[order[hand.winner_id]] += pays
        hand.more |= {f"hand_points_{seat}": own for seat, own in points.items()}
        hand.save(update_fields=["more"])


def points_away(apps, schema_editor):
    """The value alone again."""
    hands = apps.get_model("tournaments", "HandRecord")
    for hand in hands.objects.filter(table__round__tournament__family="free").iterator():
        hand.more = {name: value for name, value in hand.more.items() if not name.startswith("hand_points_")}
        hand.save(update_fields=["more"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0014_sentences_of_0_1")]

    operations = [
        migrations.RunPython(limits_by_name, limits_by_han),
        migrations.RunPython(points_of_free_hands, points_away),
    ]
