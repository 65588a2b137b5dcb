"""Full verification of an event's public bundle, with the code that draws, deals, scores and judges.

`checks.check_bundle` yields a line for each check: passed, failed, or unknown with the reason; pure functions on the
bundle's JSON value. The job of the event's page and `manage.py verify_event` run it. The downloadable verifier,
`static/offline/mahjong-verify.py`, shares no code with it. Its lines are English.
"""
