"""Pages of an event that travels or is published, which their views and actions show with their forms."""

from __future__ import annotations

from collections.abc import Sequence

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tournaments.core.permissions import can
from tournaments.core.printing.documents import make_qr_code
from tournaments.core.tabular.reading import RowProblem
from tournaments.core.views.manage import page
from tournaments.events import hall_address
from tournaments.events.models import Tournament
from tournaments.exchange.forms import BringBackForm, SiteCopyForm
from tournaments.exchange.models import Loan, Mirror, SealedBackup
from tournaments.exchange.queries import describe_publication, describe_sealing, list_sealed_deals


def show_loan(
    request: HttpRequest,
    tournament: Tournament,
    *,
    status: int = 200,
    form: BaseForm | None = None,
    take_back_form: BaseForm,
    problems: Sequence[RowProblem] = (),
) -> HttpResponse:
    return page(
        request,
        Tournament.objects.get(pk=tournament.pk),
        "exchange/manage/loan.html",
        "settings",
        status=status,
        form=form or BringBackForm(),
        take_back_form=take_back_form,
        loan=Loan.objects.filter(tournament=tournament).first(),
        problems=problems,
        sealed=bool(list_sealed_deals(tournament)),
    )


NEW_KEY = "new_mirror_key"
"""Place in the session of a key until the next page shows it, once."""


def show_publishing(
    request: HttpRequest,
    tournament: Tournament,
    *,
    status: int = 200,
    form: BaseForm,
    passphrase_form: BaseForm,
    copy_form: BaseForm | None = None,
) -> HttpResponse:
    new_key = request.session.pop(NEW_KEY, "")
    path = reverse("event", args=[tournament.slug])
    address = hall_address.make_absolute(request, path) or request.build_absolute_uri(path)
    link = f"{address}#mirror={new_key}" if new_key else ""
    return page(
        request,
        tournament,
        "exchange/manage/publishing.html",
        "publishing",
        status=status,
        form=form,
        passphrase_form=passphrase_form,
        copy_form=copy_form or SiteCopyForm(),
        sealing=describe_sealing(tournament),
        stored_backup=SealedBackup.objects.filter(mirror__tournament=tournament).defer("content").first(),
        state=describe_publication(tournament),
        mirror=Mirror.objects.filter(tournament=tournament).first(),
        may_import=can(request.user, "entries.import", tournament),
        may_receive=can(request.user, "events.import", tournament),
        link=link,
        code=make_qr_code(link),
    )
