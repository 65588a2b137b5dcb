"""Days and times lie from 1900 to 2200; those of any year broke the pages that show them."""

import datetime

from django.db import migrations, models

from tournaments.migrations._times import move_into_bounds
from tournaments.migrations._triggers import guard


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0060_fee_added'),
    ]

    operations = [
        move_into_bounds(
            Tournament=("starts_on", "ends_on"),
            Round=("day", "starts_at"),
            Announcement=("starts_at", "ends_at"),
            Payment=("made_at",),
            RegistrationDesk=("closes_at",),
        ),
        migrations.AddConstraint(
            model_name='announcement',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('starts_at__isnull', True), ('starts_at__range', (datetime.datetime(1900, 1, 1, 0, 0, tzinfo=datetime.timezone.utc), datetime.datetime(2200, 12, 31, 0, 0, tzinfo=datetime.timezone.utc))), _connector='OR'), models.Q(('ends_at__isnull', True), ('ends_at__range', (datetime.datetime(1900, 1, 1, 0, 0, tzinfo=datetime.timezone.utc), datetime.datetime(2200, 12, 31, 0, 0, tzinfo=datetime.timezone.utc))), _connector='OR')), name='announcement_within_years', violation_error_message='Choose a year from 1900 to 2200.'),
        ),
        migrations.AddConstraint(
            model_name='payment',
            constraint=models.CheckConstraint(condition=models.Q(('made_at__isnull', True), ('made_at__range', (datetime.datetime(1900, 1, 1, 0, 0, tzinfo=datetime.timezone.utc), datetime.datetime(2200, 12, 31, 0, 0, tzinfo=datetime.timezone.utc))), _connector='OR'), name='payment_within_years', violation_error_message='Choose a year from 1900 to 2200.'),
        ),
        migrations.AddConstraint(
            model_name='registrationdesk',
            constraint=models.CheckConstraint(condition=models.Q(('closes_at__isnull', True), ('closes_at__range', (datetime.datetime(1900, 1, 1, 0, 0, tzinfo=datetime.timezone.utc), datetime.datetime(2200, 12, 31, 0, 0, tzinfo=datetime.timezone.utc))), _connector='OR'), name='desk_within_years', violation_error_message='Choose a year from 1900 to 2200.'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('day__isnull', True), ('day__range', (datetime.date(1900, 1, 1), datetime.date(2200, 12, 31))), _connector='OR'), models.Q(('starts_at__isnull', True), ('starts_at__range', (datetime.datetime(1900, 1, 1, 0, 0, tzinfo=datetime.timezone.utc), datetime.datetime(2200, 12, 31, 0, 0, tzinfo=datetime.timezone.utc))), _connector='OR')), name='round_within_years', violation_error_message='Choose a year from 1900 to 2200.'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('starts_on__isnull', True), ('starts_on__range', (datetime.date(1900, 1, 1), datetime.date(2200, 12, 31))), _connector='OR'), models.Q(('ends_on__isnull', True), ('ends_on__range', (datetime.date(1900, 1, 1), datetime.date(2200, 12, 31))), _connector='OR')), name='tournament_within_years', violation_error_message='Choose a year from 1900 to 2200.'),
        ),
        guard("tournaments_tournament"),
    ]
