from __future__ import annotations

from django.db.models import QuerySet

from tournaments.awards.models import Award, PrizeHand
from tournaments.awards.queries import are_winners_public, query_prize_hands, query_public_hands
from tournaments.awards.serializers import AwardSerializer, PrizeHandSerializer
from tournaments.core.api.lists import EventList
from tournaments.core.permissions import can


class AwardList(EventList[Award]):
    """The event's awards: published ones with their winners, and all for organisers."""

    queryset = Award.objects.none()
    serializer_class = AwardSerializer

    def list_rows(self) -> QuerySet[Award]:
        awards = self.tournament.awards.select_related("category")
        if can(self.request.user, "results.release", self.tournament):
            return awards
        return awards.filter(published_at__isnull=False) if are_winners_public(self.tournament) else awards.none()


class PrizeHandList(EventList[PrizeHand]):
    """Hands declared for the largest hand, the largest first: of released rounds, and all for the staff of results."""

    queryset = PrizeHand.objects.none()
    serializer_class = PrizeHandSerializer

    def list_rows(self) -> QuerySet[PrizeHand]:
        if can(self.request.user, "results.view", self.tournament):
            return query_prize_hands(self.tournament).filter(voided_at=None)
        return query_public_hands(self.tournament)
