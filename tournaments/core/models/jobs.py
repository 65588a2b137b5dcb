"""Background jobs and periodic tasks. The row decides; a broker's message only announces a waiting job."""

import uuid

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.core.models import refusals
from tournaments.core.models.sentences import SentenceField


def result_path(job: "Job", filename: str) -> str:
    return f"jobs/{job.pk}/{filename}"


class Job(models.Model):
    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=60)
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    progress = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    message = SentenceField(blank=True)
    params = models.JSONField(default=dict, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="jobs"
    )
    tournament = models.ForeignKey("tournaments.Tournament", models.CASCADE, null=True, blank=True, related_name="jobs")
    result = models.FileField(upload_to=result_path, max_length=300, blank=True)
    result_name = models.CharField(max_length=200, blank=True)
    result_url = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    sent_at = models.DateTimeField(default=timezone.now)
    heartbeat = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    # Run that owns the row; a run that was replaced as lost finds another one here.
    run = models.UUIDField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["state", "sent_at"], name="job_state_sent")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(progress__lte=models.F("total")),
                name="job_progress_within_total",
                violation_error_message=refusals.CONTRADICTION,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} ({self.state})"

    def get_absolute_url(self) -> str:
        return reverse("job", args=[self.pk])

    @property
    def is_over(self) -> bool:
        return self.state in (self.State.DONE, self.State.FAILED, self.State.CANCELLED)


class PeriodicTask(models.Model):
    class Name(models.TextChoices):
        JOBS = "jobs", _("Background work")
        EMAIL = "email", _("E-mail")
        OFFERS = "offers", _("Offers of free places")
        BACKUPS = "backups", _("Backups")
        PAPERS = "papers", _("Public papers")
        RESULTS = "results", _("Results of seasons and figures of events")
        PUBLISHING = "publishing", _("Deliveries to another site")
        SEALING = "sealing", _("Encrypted backups to another site")
        WEBHOOKS = "webhooks", _("Messages of webhooks")
        DISCARD = "discard", _("Removal of old files")
        DEMONSTRATION = "demonstration", _("New start of the demonstration")

    name = models.CharField(max_length=40, choices=Name.choices, unique=True)
    due_at = models.DateTimeField()
    run = models.UUIDField(null=True, editable=False)
    seen_at = models.DateTimeField(null=True, editable=False)

    def __str__(self) -> str:
        return self.name
