"""URLs of the API below `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularSwaggerSplitView

from tournaments.accounts.api import people as site_people
from tournaments.accounts.api import tokens
from tournaments.awards import api as award_api
from tournaments.branding import api as branding
from tournaments.core.api import jobs
from tournaments.core.api import request_parts as request_parts
from tournaments.core.api.endpoints import list_api_urls
from tournaments.core.api.root import ApiRoot
from tournaments.core.api.schema_page import SchemaPage
from tournaments.duplicate import api as deals
from tournaments.entries import api as entry_api
from tournaments.events.api import events, log
from tournaments.exchange.api import backups, files, loans
from tournaments.fees import api as fee_api
from tournaments.figures import api as figures
from tournaments.people import api as persons
from tournaments.results import api as sheets
from tournaments.rounds import api as round_api
from tournaments.seasons import api as seasons
from tournaments.seating import api
from tournaments.seating import api as draws
from tournaments.standings import api as standings_api

OF = "tournaments/<slug:slug>"
TABLE = f"{OF}/rounds/<number:number>/tables/<number:table>"

v1 = [
    path("tournaments/", events.TournamentList.as_view(), name="api-tournaments"),
    path(f"{OF}/", events.TournamentDetail.as_view(), name="api-tournament"),
    path(f"{OF}/teams/", entry_api.TeamList.as_view(), name="api-teams"),
    path(f"{OF}/payments/", fee_api.PaymentList.as_view(), name="api-payments"),
    path(f"{OF}/persons/", persons.Persons.as_view(), name="api-persons"),
    path(f"{OF}/open-items/", events.OpenItems.as_view(), name="api-open-items"),
    path(f"{OF}/rounds/", round_api.RoundList.as_view(), name="api-rounds"),
    path(f"{OF}/rounds/<number:number>/seating/", api.RoundSeatingView.as_view(), name="api-seating"),
    path(f"{OF}/rounds/<number:number>/seatings/", api.SeatingList.as_view(), name="api-seatings"),
    path(f"{OF}/rounds/<number:number>/clock/", round_api.Clock.as_view(), name="api-clock"),
    path(f"{OF}/rounds/<number:number>/tables/", round_api.TableList.as_view(), name="api-tables"),
    path(f"{OF}/stages/", standings_api.StageList.as_view(), name="api-stages"),
    path(f"{OF}/forfeits/", standings_api.ForfeitList.as_view(), name="api-forfeits"),
    path(f"{OF}/constraints/", api.ConstraintList.as_view(), name="api-constraints"),
    path(f"{OF}/registrations/", entry_api.RegistrationList.as_view(), name="api-registrations"),
    path(f"{OF}/registrations/emails/", entry_api.RegistrationEmailList.as_view(), name="api-registration-emails"),
    path(f"{OF}/standings/", standings_api.StandingsView.as_view(), name="api-standings"),
    path(f"{OF}/numbers/", figures.EventNumbers.as_view(), name="api-numbers"),
    path(f"{OF}/entries/<number:number>/numbers/", figures.PlayerNumbers.as_view(), name="api-player-numbers"),
    path(f"{OF}/prize-hands/", award_api.PrizeHandList.as_view(), name="api-prize-hands"),
    path(f"{OF}/look/", branding.EventLook.as_view(), name="api-look"),
    path(f"{OF}/pictures/<str:use>/keep/", branding.EventPictureKeep.as_view(), name="api-picture-keep"),
    path(f"{OF}/sponsors/<number:number>/logo/keep/", branding.SponsorLogoKeep.as_view(), name="api-sponsor-logo-keep"),
    path(f"{OF}/log/", log.LogList.as_view(), name="api-log"),
    path(f"{OF}/log/head/", draws.LogHead.as_view(), name="api-log-head"),
    path(f"{OF}/changes/", log.Changes.as_view(), name="api-changes"),
    path(f"{OF}/draws/", draws.Draws.as_view(), name="api-draws"),
    path(f"{OF}/rounds/<number:number>/boards/", deals.BoardPlayList.as_view(), name="api-boards"),
    path(f"{OF}/deals/", deals.Deals.as_view(), name="api-deals"),
    path(f"{OF}/deals/<number:session>/<number:number>/", deals.DealTraveller.as_view(), name="api-deal"),
    path(f"{OF}/deals/withdrawn/", deals.WithdrawnDeals.as_view(), name="api-deals-withdrawn"),
    path(f"{OF}/deals/standings/<str:scale>/", deals.DealStandings.as_view(), name="api-deal-standings"),
    path(f"{OF}/files/", files.Files.as_view(), name="api-files"),
    path(f"{OF}/files/<slug:key>/", files.File.as_view(), name="api-file"),
    path(f"{OF}/loan/file/", loans.LoanFile.as_view(), name="api-loan-file"),
    path(f"{OF}/loan/bring-back/", loans.BringBack.as_view(), name="api-bring-back"),
    path(f"{OF}/entries/<number:number>/photo/", entry_api.PlayerPhoto.as_view(), name="api-portrait"),
    path(f"{OF}/entries/<number:number>/photo/keep/", entry_api.PortraitKeep.as_view(), name="api-portrait-keep"),
    path(f"{TABLE}/logs/", sheets.TableLogs.as_view(), name="api-table-logs"),
    path(f"{TABLE}/photos/", sheets.Photos.as_view(), name="api-photos"),
    path(f"{TABLE}/photos/<number:photo>/", sheets.Photo.as_view(), name="api-photo"),
    path("events/import/", files.EventImport.as_view(), name="api-event-import"),
    path("jobs/<uuid:job>/", jobs.JobState.as_view(), name="api-job"),
    path("jobs/<uuid:job>/file/", jobs.JobFile.as_view(), name="api-job-file"),
    path("jobs/<uuid:job>/cancel/", jobs.JobCancel.as_view(), name="api-job-cancel"),
    path("site/accounts/", site_people.AccountList.as_view(), name="api-accounts"),
    path("site/accounts/rules/", site_people.Rules.as_view(), name="api-account-rules"),
    path("site/accounts/requests/", site_people.AccountRequestList.as_view(), name="api-account-requests"),
    path(
        "site/accounts/requests/<number:number>/approve/",
        site_people.RequestApprove.as_view(),
        name="api-account-request-approve",
    ),
    path(
        "site/accounts/requests/<number:number>/refuse/",
        site_people.RequestRefuse.as_view(),
        name="api-account-request-refuse",
    ),
    path("site/accounts/<str:account>/", site_people.AccountDetail.as_view(), name="api-account"),
    path(
        "site/accounts/<str:account>/deactivate/",
        site_people.Deactivate.as_view(),
        name="api-account-deactivate",
    ),
    path("site/accounts/<str:account>/activate/", site_people.Activate.as_view(), name="api-account-activate"),
    path("site/accounts/<str:account>/erase/", site_people.EraseAccount.as_view(), name="api-account-erase"),
    path("site/accounts/<str:account>/reset/", site_people.Reset.as_view(), name="api-account-reset"),
    path(
        "site/accounts/<str:account>/revoke-tokens/",
        site_people.RevokeTokens.as_view(),
        name="api-account-revoke-tokens",
    ),
    path("site/backups/", backups.Backups.as_view(), name="api-backups"),
    path("site/backups/rehearsal/", backups.RehearsalState.as_view(), name="api-backup-rehearsal"),
    path("site/backups/rehearsal/end/", backups.RehearsalEnd.as_view(), name="api-backup-rehearsal-end"),
    path("site/backups/<str:backup>/file/", backups.BackupFile.as_view(), name="api-backup-file"),
    path("site/backups/<str:backup>/rehearse/", backups.BackupRehearse.as_view(), name="api-backup-rehearse"),
    path("site/backups/<str:backup>/restore/", backups.BackupRestore.as_view(), name="api-backup-restore"),
    *list_api_urls(),
    *standings_api.list_table_file_urls(OF),
    path("people/", persons.PersonList.as_view(), name="api-people"),
    path("people/<str:key>/", persons.PersonDetail.as_view(), name="api-person"),
    path("people/<str:key>/numbers/", figures.PersonNumbers.as_view(), name="api-person-numbers"),
    path("ratings/", persons.SiteRatingLists.as_view(), name="api-ratings"),
    path("seasons/", seasons.SeasonList.as_view(), name="api-seasons"),
    path("seasons/import/", seasons.SeasonImport.as_view(), name="api-season-import"),
    path("seasons/<slug:season>/file/", seasons.SeasonFile.as_view(), name="api-season-file"),
    path("seasons/<slug:season>/", seasons.SeasonDetail.as_view(), name="api-season"),
    path("seasons/<slug:season>/teams/", seasons.SeasonTeams.as_view(), name="api-season-teams"),
    path("seasons/<slug:season>/ranking/", seasons.SeasonRanking.as_view(), name="api-season-ranking"),
    path("seasons/<slug:season>/numbers/", figures.SeasonNumbers.as_view(), name="api-season-numbers"),
    path("seasons/<slug:season>/ratings/", seasons.SeasonRatings.as_view(), name="api-season-ratings"),
    path("token/", tokens.Token.as_view(), name="api-token"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", ApiRoot.as_view(), name="api-root"),
    path("api/v1/", include(v1)),
    path("api/v1/schema/", SchemaPage.as_view(), name="api-schema"),
    path("api/v1/docs/", SpectacularSwaggerSplitView.as_view(url_name="api-schema"), name="api-docs"),
]
