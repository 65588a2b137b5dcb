"""The Django project: settings, root urls, servers' entry points, Celery."""
