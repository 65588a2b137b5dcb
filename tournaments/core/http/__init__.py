"""Parts of requests that every subject uses: limits, problems, repeated requests, stored responses, commit state."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

Handler = Callable[[HttpRequest], HttpResponseBase]
