"""Kinds of background work. Each module of this folder registers its own with `services.jobs.job_kind`."""

import pkgutil
from importlib import import_module

for module in pkgutil.iter_modules(__path__, f"{__name__}."):
    import_module(module.name)
