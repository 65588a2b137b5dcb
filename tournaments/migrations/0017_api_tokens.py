"""Tokens of one's own in place of one an account: named, limited, with an end. Those there are go on, without an end.

Until now keys were kept as they are, in a table of REST framework's; a digest is enough.
"""

import datetime
import hashlib

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models
from django.utils.dateparse import parse_datetime

OLD = "authtoken_token"
SCOPES = ["read", "entries", "results", "ledger", "cases", "tournaments"]


def take_over(apps, schema_editor):
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        if OLD not in connection.introspection.table_names(cursor):
            return
        cursor.execute(f"SELECT key, created, user_id FROM {OLD}")  # noqa: S608 - a name of ours
        known = cursor.fetchall()
    tokens = apps.get_model("tournaments", "ApiToken").objects.using(connection.alias)
    for key, created, user in known:
        at = parse_datetime(created) if isinstance(created, str) else created
        tokens.create(
            user_id=user,
            name="API",
            digest=hashlib.sha256(key.encode()).hexdigest(),
            scopes=SCOPES,
            created_at=at if at.tzinfo else at.replace(tzinfo=datetime.UTC),
        )
    schema_editor.execute(f"DROP TABLE {OLD}")


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0016_site_address'),
    ]

    operations = [
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('scopes', models.JSONField(default=list, help_text='Keys of `tournaments.permissions.SCOPES`.')),
                ('by_sign_in', models.BooleanField(default=False, help_text='A program got it for a name and a password.')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('expires_at', models.DateTimeField(blank=True, null=True)),
                ('last_used_at', models.DateTimeField(blank=True, null=True)),
                ('tournament', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to='tournaments.tournament')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['user', '-created_at', '-pk'],
            },
        ),
        migrations.RunPython(take_over, migrations.RunPython.noop, elidable=True),
    ]
