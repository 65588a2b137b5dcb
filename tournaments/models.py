"""Models of the app. Database constraints decide when two people write at once."""

from tournaments.accounts.models import (
    AccountRequest,
    AccountRules,
    ApiToken,
    Limits,
    Membership,
    Role,
    SignInLink,
    User,
)
from tournaments.awards.models import Award, AwardWinner, PrizeHand
from tournaments.branding.models import EventPicture, Sponsor, SponsorLogo
from tournaments.core.models.jobs import Job, PeriodicTask
from tournaments.core.models.log import AuditEntry, PersonalValue, SiteChain
from tournaments.core.models.public_files import PublicFile
from tournaments.core.models.site import IdempotencyKey, NewestBackup, SiteAddress, WorkerHeartbeat
from tournaments.duplicate.models.board_plays import BoardPlay, PlaySeat
from tournaments.duplicate.models.deals import Board, BoardSet
from tournaments.entries.models.categories import Category
from tournaments.entries.models.entries import Entry, MergedEntry, Portrait, StageEntry, StageTeam, Team
from tournaments.entries.models.mailings import Mailing
from tournaments.entries.models.questions import EntryQuestion
from tournaments.entries.models.registration import Application, Email, RegistrationDesk
from tournaments.events.models import Announcement, RulesetVersion, Stage, Tournament
from tournaments.exchange.models import FetchedRegistration, Loan, Mirror, Publication, PublicationKey, SealedBackup
from tournaments.fees.models import Fee, FeeDesk, Payment
from tournaments.figures.models import FigureSums, StoredFigures
from tournaments.people.models import (
    MergedLink,
    Person,
    PersonEntry,
    PersonMerge,
    PersonRating,
    SomebodyElse,
    StoredRatings,
)
from tournaments.results.models.logs import ReplayUpload, TableLog
from tournaments.results.models.photos import SheetPhoto
from tournaments.results.models.results import Confirmation, HandRecord, ResultSeat, TableResult
from tournaments.rounds.models import (
    GameTable,
    Round,
    RoundClock,
    Seat,
    SeatClaim,
    Seating,
    SeatWind,
    StandIn,
    TablePlace,
)
from tournaments.seasons.models import (
    Evening,
    Season,
    SeasonEvent,
    SeasonMerge,
    SeasonRole,
    SeasonTeamMerge,
    StoredResult,
    StoredStandings,
)
from tournaments.seating.models.attendance import Absence, Presence
from tournaments.seating.models.constraints import SeatingConstraint
from tournaments.seating.models.draws import SeatingDraw, SeedCommitment, StoredSchedule, ValueKind
from tournaments.seating.models.line_ups import LineUp, LineUpPlayer
from tournaments.standings.models import Forfeit, InputPlace, InputRecord, ScoreLine
from tournaments.webhooks.models import Webhook, WebhookMessage, WebhookSecret

__all__ = [
    "Absence",
    "AccountRequest",
    "AccountRules",
    "Announcement",
    "ApiToken",
    "Application",
    "AuditEntry",
    "Award",
    "AwardWinner",
    "Board",
    "BoardPlay",
    "BoardSet",
    "Category",
    "Confirmation",
    "Email",
    "Entry",
    "EntryQuestion",
    "Evening",
    "EventPicture",
    "Fee",
    "FeeDesk",
    "FetchedRegistration",
    "FigureSums",
    "Forfeit",
    "GameTable",
    "HandRecord",
    "IdempotencyKey",
    "InputPlace",
    "InputRecord",
    "Job",
    "Limits",
    "LineUp",
    "LineUpPlayer",
    "Loan",
    "Mailing",
    "Membership",
    "MergedEntry",
    "MergedLink",
    "Mirror",
    "NewestBackup",
    "Payment",
    "PeriodicTask",
    "Person",
    "PersonEntry",
    "PersonMerge",
    "PersonRating",
    "PersonalValue",
    "PlaySeat",
    "Portrait",
    "Presence",
    "PrizeHand",
    "PublicFile",
    "Publication",
    "PublicationKey",
    "RegistrationDesk",
    "ReplayUpload",
    "ResultSeat",
    "Role",
    "Round",
    "RoundClock",
    "RulesetVersion",
    "ScoreLine",
    "SealedBackup",
    "Season",
    "SeasonEvent",
    "SeasonMerge",
    "SeasonRole",
    "SeasonTeamMerge",
    "Seat",
    "SeatClaim",
    "SeatWind",
    "Seating",
    "SeatingConstraint",
    "SeatingDraw",
    "SeedCommitment",
    "SheetPhoto",
    "SignInLink",
    "SiteAddress",
    "SiteChain",
    "SomebodyElse",
    "Sponsor",
    "SponsorLogo",
    "Stage",
    "StageEntry",
    "StageTeam",
    "StandIn",
    "StoredFigures",
    "StoredRatings",
    "StoredResult",
    "StoredSchedule",
    "StoredStandings",
    "TableLog",
    "TablePlace",
    "TableResult",
    "Team",
    "Tournament",
    "User",
    "ValueKind",
    "Webhook",
    "WebhookMessage",
    "WebhookSecret",
    "WorkerHeartbeat",
]
