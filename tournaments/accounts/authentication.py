"""Token authentication of the API."""

from __future__ import annotations

from django.utils.translation import gettext as _
from rest_framework.authentication import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

from tournaments.accounts.models import ApiToken, User
from tournaments.accounts.services import tokens
from tournaments.core.permissions import build_limits


class ScopedTokenAuthentication(TokenAuthentication):
    """`Authorization: Token KEY`: the account, limited to the token's scopes."""

    def authenticate_credentials(self, key: str) -> tuple[User, ApiToken]:
        token = tokens.find_token(key)
        if token is None:
            raise AuthenticationFailed(_("There is no such token; it has expired or was taken back."))
        user = token.user
        user.limits = build_limits(token.tournament_id, token.scopes)
        return user, token
