"""The papers of an event, a module each: what it reads, its leaves, and where it is offered.

A paper is one module here (or in another app's `papers`) with a function under `registry.paper`, and one template below
`templates/print`. The printing page, the background jobs and the public addresses find it by that.
"""
