"""Kinds of background work. Each module of this folder registers its own with `services.jobs.job_kind`."""
