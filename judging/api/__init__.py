"""The judging part of the web API, below ``/api/v1/judging/``."""
