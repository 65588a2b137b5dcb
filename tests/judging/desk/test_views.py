import pytest
from django.urls import reverse

from judging.desk.models import Call
from tests.support.people import signed_in
from tests.support.tables import table_of

pytestmark = pytest.mark.django_db


def test_a_visitor_with_the_tables_code_calls_and_withdraws(event, client):
    token = table_of(event).token
    assert "Call the referee" in client.get(reverse("table_code", args=[token])).content.decode()
    answer = client.post(reverse("table_call", args=[token]), {"about": "win"}, follow=True)
    assert "Stop playing and touch no tile" in answer.content.decode()
    call = Call.objects.get()
    assert (call.table.number, call.about, call.state) == (1, "win", "waiting")
    assert client.post(reverse("table_call_withdraw", args=[token])).status_code == 302
    call.refresh_from_db()
    assert call.state == "withdrawn"
    assert client.get(reverse("table_call", args=["no-such-table"])).status_code == 404


def test_ren_sees_the_queue_and_goes(event, ren, client):
    client.post(reverse("table_call", args=[table_of(event, 2).token]))
    page = ren.get(reverse("manage_cases", args=[event.slug])).content.decode()
    assert "Table 2" in page
    call = Call.objects.get()
    assert ren.post(reverse("manage_call_step", args=[event.slug, call.pk, "take"])).status_code == 302
    part = ren.get(reverse("manage_case_calls", args=[event.slug])).content.decode()
    assert "A referee is coming" in part
    assert f'data-calls="{call.pk} "' not in ren.get(reverse("manage_case_watch", args=[event.slug])).content.decode()
    table_page = client.get(reverse("table_call", args=[call.table.token])).content.decode()
    assert "ren" in table_page


def test_the_board_tells_everybody_on_the_team(event, client):
    board = reverse("manage_board", args=[event.slug])
    assert "calls the referee" not in signed_in("olga").get(board).content.decode()
    client.post(reverse("table_call", args=[table_of(event).token]))
    olga, sam = (signed_in(name).get(board).content.decode() for name in ("olga", "sam"))
    desk = reverse("manage_cases", args=[event.slug])
    assert ("1 table calls the referee" in olga, f'href="{desk}">To the' in olga) == (True, True)
    assert ("1 table calls the referee" in sam, f'href="{desk}">To the' in sam) == (True, False)
