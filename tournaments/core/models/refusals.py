"""Error messages for database constraints that share one cause."""

from django.utils.translation import gettext_lazy as _

MEANWHILE = _("Someone else saved at the same time. Reload the page and try again.")
CHOICE = _("Choose one of the values offered.")
FROM_ONE = _("Numbers start at 1.")
WIND = _("Choose East, South, West or North.")
REASON = _("Give a reason.")
CONTRADICTION = _("The details do not match. Reload the page and try again.")
FRACTION = _("The lower number of a fraction must be 1 or more.")
SAME_SEAT = _("Two players have the same seat. Give one of them another seat.")
LISTED_TWICE = _("A player is listed twice. Remove one of the two.")
USED_COMMITMENT = _("This promise was already made in this event. Make a new one.")
VALUE_LATER = _("Choose a public value that becomes known after the promise.")
VALUE_EARLY = _("Enter the public value after it has become known.")
TWO_PLAYERS = _("Choose two different players.")
TWO_TEAMS = _("Choose two different teams.")
LAST_DAY = _("The last day must not be before the first day.")
OF_TEAM = _("Enter a number from 1 to the number of players in a team.")
ROUND = _("Choose the round.")
NAME = _("A player needs a name.")
EMA_NUMBER = _("An EMA number has eight digits.")
