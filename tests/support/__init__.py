"""Plug-ins and helpers of the test suite, one module a subject."""
