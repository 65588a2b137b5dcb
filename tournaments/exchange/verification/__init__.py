"""The whole check of an event's public bundle, with all that the program draws, deals, counts and judges by.

`checks.check_bundle` gives a line for each thing that was checked, has failed, or cannot be known and why; pure
functions on the bundle's JSON value. The job of the event's page and `manage.py verify_event` run it. What strangers
download, `static/offline/mahjong-verify.py`, shares no code with it. Its lines are English.
"""
