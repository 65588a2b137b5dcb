"""Sections of tournaments: players, rounds, seatings, results, ledger, deals, the log."""

from collections.abc import Mapping
from typing import Any

from tournaments.awards.models import Award, AwardWinner, PrizeHand
from tournaments.branding.models import EventPicture, Sponsor, SponsorLogo
from tournaments.core.models.log import AuditEntry, PersonalValue
from tournaments.duplicate.logic.seed_shares import SeedShare
from tournaments.duplicate.models.board_plays import BoardPlay, PlaySeat
from tournaments.duplicate.models.deals import Board, BoardSet
from tournaments.entries.fields import PLAYER, REGISTRATION, TEAM, list_columns_kept_here
from tournaments.entries.models.categories import Category
from tournaments.entries.models.entries import Entry, Portrait, StageEntry, StageTeam, Team
from tournaments.entries.models.questions import EntryQuestion
from tournaments.entries.models.registration import Application, RegistrationDesk
from tournaments.events.former_options import former_options
from tournaments.events.models import Announcement, RulesetVersion, Stage
from tournaments.exchange.document import former_amounts
from tournaments.exchange.document.sections import FORMER_SECTIONS, LEFT_BEHIND, add_section
from tournaments.fees.models import Fee, FeeDesk, Payment
from tournaments.results.models.logs import TableLog
from tournaments.results.models.photos import SheetPhoto
from tournaments.results.models.results import Confirmation, HandRecord, ResultSeat, TableResult
from tournaments.rounds.models import GameTable, Round, RoundClock, Seat, SeatClaim, Seating, StandIn, TablePlace
from tournaments.seasons.models import Evening
from tournaments.seating.models.attendance import Absence, Presence
from tournaments.seating.models.constraints import SeatingConstraint
from tournaments.seating.models.draws import SeatingDraw, SeedCommitment
from tournaments.seating.models.line_ups import LineUp, LineUpPlayer
from tournaments.standings.models import Forfeit, InputPlace, InputRecord, ScoreLine


def find_usual_currency(file: Mapping[str, Any], _row: Mapping[str, Any]) -> Any:
    """Return the event's currency: up to release 0.3.0 all its fees had the same one."""
    desks = file.get("fee_desks")
    desk = desks[0] if isinstance(desks, list) and desks else None
    return desk.get("currency") if isinstance(desk, dict) else None


def find_former_options(_file: Mapping[str, Any], row: Mapping[str, Any]) -> Any:
    """Return the former options of rules under which an earlier release has played."""
    return former_options(str(row.get("preset", ""))) if row.get("frozen_at") is not None else None


def find_former_shares(file: Mapping[str, Any], row: Mapping[str, Any]) -> Any:
    """Return the shares of the boards' seed, which had their own section up to release 0.3.0."""
    shares = file.get("board_shares")
    rows = [share for share in shares if isinstance(share, dict)] if isinstance(shares, list) else []
    set_shares = [share for share in rows if share.get("board_set") == row.get("number")]
    return [{name: share[name] for name in SeedShare._fields if name in share} for share in set_shares] or None


add_section("rulesets", RulesetVersion, "tournament", "number", added={"former_options": find_former_options})
add_section("teams", Team, "tournament", "code", without=list_columns_kept_here(TEAM))
add_section("questions", EntryQuestion, "tournament", "number")
add_section("categories", Category, "tournament", "number")
add_section("entries", Entry, "tournament", "number", without=list_columns_kept_here(PLAYER))
add_section("portraits", Portrait, "entry__tournament", "entry")
add_section("event_pictures", EventPicture, "tournament", "use")
add_section("sponsors", Sponsor, "tournament", "number")
add_section("sponsor_logos", SponsorLogo, "sponsor__tournament", "sponsor")
add_section("announcements", Announcement, "tournament", "number")
add_section("stages", Stage, "tournament", "number")
add_section("stage_entries", StageEntry, "stage__tournament", "stage", "entry")
add_section("stage_teams", StageTeam, "stage__tournament", "stage", "team")
add_section("seating_constraints", SeatingConstraint, "tournament")
add_section("table_places", TablePlace, "tournament", "table_number")
add_section("rounds", Round, "tournament", "number")
add_section("seatings", Seating, "round__tournament", "round", "version")
add_section("seats", Seat, "seating__round__tournament")
# A table's secret opens its form: a new one is drawn at the destination.
add_section("tables", GameTable, "round__tournament", "round", "number", without=["token"])
add_section("seat_claims", SeatClaim, "table__round__tournament", "table", "wind")
add_section("clocks", RoundClock, "round__tournament", "round")
add_section("line_ups", LineUp, "round__tournament", "round", "team")
add_section("line_up_players", LineUpPlayer, "line_up__round__tournament", "line_up", "entry")
add_section("absences", Absence, "round__tournament", "round", "entry")
add_section("presences", Presence, "entry__tournament", "day", "entry")
add_section("stand_ins", StandIn, "round__tournament", "round", "entry")
add_section("results", TableResult, "table__round__tournament", "table", "version", **former_amounts.SHEET)
add_section("result_seats", ResultSeat, "result__table__round__tournament", "result", "order", **former_amounts.SEAT)
add_section("confirmations", Confirmation, "result__table__round__tournament")
add_section("hands", HandRecord, "table__round__tournament")
add_section("logs", TableLog, "table__round__tournament", "table", "number")
add_section("photos", SheetPhoto, "table__round__tournament", "table", "number")
add_section("prize_hands", PrizeHand, "table__round__tournament", "table", "number")
add_section("awards", Award, "tournament", "number")
add_section("award_winners", AwardWinner, "award__tournament", "award", "entry")
add_section("score_lines", ScoreLine, "tournament", **former_amounts.LINE)
add_section("forfeits", Forfeit, "tournament")
add_section("input_records", InputRecord, "tournament", "number")
add_section("input_places", InputPlace, "record__tournament")
add_section("seed_commitments", SeedCommitment, "tournament", "commitment")
add_section("draws", SeatingDraw, "tournament", "number", many=("seatings",), removed=["proof"])
add_section("board_sets", BoardSet, "tournament", "number", added={"seed_shares": find_former_shares})
add_section("boards", Board, "board_set__tournament", "board_set", "session", "number", "reserve")
add_section("board_plays", BoardPlay, "table__round__tournament", "table", "order")
add_section("play_seats", PlaySeat, "play__table__round__tournament", "play", "seat")
add_section("registration_desks", RegistrationDesk, "tournament")
add_section("applications", Application, "tournament", "number", without=list_columns_kept_here(REGISTRATION))
add_section("fee_desks", FeeDesk, "tournament")
add_section("fees", Fee, "tournament", "number", added={"currency": find_usual_currency})
add_section("payments", Payment, "tournament", "number", added={"currency": find_usual_currency})
# The code of a room opens tables of this site only.
add_section("evenings", Evening, "tournament", without=["token"])
add_section("log", AuditEntry, "tournament", "sequence")
add_section("personal_values", PersonalValue, "entry__tournament")

# Files up to release 0.3.0 had requests of two people; the log names the viewers of boards.
FORMER_SECTIONS |= {"board_looks", "board_sights", "board_replacements", "board_shares"}

LEFT_BEHIND |= {
    "Membership": "rights of accounts",
    "ApiToken": "rights of accounts",
    "Mirror": "the key of another site, for this address of the event alone",
    "Publication": "a copy must not publish beside this event",
    "Webhook": "a copy must not send messages beside this event",
    "WebhookMessage": "sent or waiting here; a copy must not send it again",
    "FetchedRegistration": "registrations that go along are known by the moment at which they were made",
    "Loan": "where an event on loan came from; its file of the loan says so",
    "SeasonEvent": "the season's own file",
    "SeasonMerge": "the season's own file",
    "SeasonTeamMerge": "the season's own file",
    "Email": "sent or waiting here; a copy must not send it again",
    "Mailing": "sent from here to addresses that a copy does not have; the log has its text",
    "MergedEntry": "only where two entries were merged can that be taken back",
    "PersonEntry": "persons belong to the site; an import suggests them again",
    "MergedLink": "persons belong to the site; an import suggests them again",
    "SomebodyElse": "persons belong to the site; an import suggests them again",
    "PublicFile": "papers and bundles, made again from the rows",
    "StoredFigures": "the sums of play, made again from the rows",
    "FigureSums": "the sums of play, made again from the rows",
    "StoredStandings": "the standings for seasons, made again from the rows",
    "StoredResult": "the standings for seasons, made again from the rows",
    "Job": "background work under way; what it made is in the rows",
    "StoredSchedule": "the library belongs to the site",
    "User": "accounts; who acted goes along by name",
}
