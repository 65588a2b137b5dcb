"""Language switch of every page."""

from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

# A foreign site could at most change the language of what a visitor reads; without a token the public pages need no
# cookie and can be cached for everybody.
urlpatterns = [path("language/", csrf_exempt(set_language), name="set_language")]
