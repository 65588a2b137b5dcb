"""Printed papers of an event, one module each in the `papers` of a subject.

A paper is a function under `registry.paper` and a template below `templates/print`. The printing page, the background
jobs and the public URLs find it in the registry.
"""
