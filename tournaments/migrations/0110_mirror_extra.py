from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0109_fetched_registrations'),
    ]

    operations = [
        migrations.AddField(
            model_name='mirror',
            name='extra',
            field=models.JSONField(
                default=dict, help_text='Shown beside the rows: openings of boards, sums of hands.'
            ),
        ),
    ]
