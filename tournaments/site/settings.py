"""Django settings for every deployment; `environment.py` reads the differences (see docs/deploy.md)."""

import os
from datetime import timedelta
from pathlib import Path

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from tournaments.core import installation
from tournaments.site import environment
from tournaments.site.logs import build_logging_config

BASE_DIR = installation.ROOT
DATA_DIR = installation.make_data_folder()
SECRET_KEY = environment.read_secret_key(DATA_DIR)
DEBUG = os.environ.get("MAHJONG_DIRECTOR_DEBUG") == "1"

# Public URL of the site. Unset: a laptop in a hall, reached by any address it has there.
ALLOWED_HOSTS = ["*"]
# Without a slash at its end, or empty: then the organiser chooses the address in the hall on a page.
PUBLIC_ADDRESS = ""
if address := environment.read_public_address():
    scheme, host = address
    PUBLIC_ADDRESS = f"{scheme}://{host}"
    ALLOWED_HOSTS = [host.partition(":")[0], "localhost", "127.0.0.1"]
    CSRF_TRUSTED_ORIGINS = [f"{scheme}://{host}"]
    if scheme == "https":
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
        SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True
        SECURE_HSTS_SECONDS = 30 * 24 * 3600
        SECURE_SSL_REDIRECT = True
        # These are requested on the machine itself, without TLS.
        SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]

if "MAHJONG_DIRECTOR_TLS" in os.environ:
    raise ImproperlyConfigured(
        "MAHJONG_DIRECTOR_TLS is not supported any more: put Caddy in front, as docs/venue.md describes."
    )

# Token (`Authorization: Bearer`) to read /metrics from elsewhere. Empty: only the machine itself may.
METRICS_TOKEN = os.environ.get("MAHJONG_DIRECTOR_METRICS_TOKEN", "")

# Number of our own proxies; only their header about a visitor's address is trusted.
TRUSTED_PROXIES = int(os.environ.get("MAHJONG_DIRECTOR_PROXIES", "0"))

# Private networks in which webhooks may reach targets, such as 192.168.1.0/24; everywhere else only public addresses.
WEBHOOK_NETWORKS = environment.read_networks("MAHJONG_DIRECTOR_WEBHOOK_NETWORKS")

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.sitemaps",
    "tournaments.site.static_config.CollectedFilesConfig",
    "axes",
    "csp",
    "django_filters",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
    "tournaments",
    "judging",
]

MIDDLEWARE = [
    "tournaments.site.middleware.ClientAddressMiddleware",
    "tournaments.site.middleware.RequestLogMiddleware",
    "tournaments.core.http.response_cache.ResponseCacheMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "tournaments.site.static_files.StaticFilesMiddleware",
    "tournaments.site.middleware.CompressionMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "tournaments.site.middleware.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "tournaments.site.middleware.FormPageMiddleware",
    "tournaments.core.http.request_limits.RequestLimitMiddleware",
    "tournaments.core.http.faults.FaultMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "tournaments.site.urls"
WSGI_APPLICATION = "tournaments.site.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [installation.get_program_folder("templates")],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournaments.site.middleware.rehearsal",
            ],
            # Any page may show a table, a field, a name, a stored sentence.
            "builtins": [
                "tournaments.templatetags.components",
                "tournaments.templatetags.words",
            ],
        },
    },
]

# Data
DATABASES = environment.build_databases(DATA_DIR)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# Digest of the program's code, templates and translations, so that caches of other editions are not read.
EDITION = environment.compute_program_mark()
CACHES = environment.build_caches(DATA_DIR, EDITION)
# Files of events and jobs; several web machines share one folder, or a bucket (STORAGES).
MEDIA_ROOT = Path(os.environ.get("MAHJONG_DIRECTOR_MEDIA") or DATA_DIR / "media")
FILE_UPLOAD_PERMISSIONS = 0o600

# Mail: without a server nothing is sent, and everything works
EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
EMAIL_TIMEOUT = 20
if mail := environment.read_mail_server():
    EMAIL_HOST, EMAIL_PORT, EMAIL_USE_TLS, EMAIL_USE_SSL = mail.host, mail.port, mail.starttls, mail.tls
    EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = mail.user, mail.password
MAIL_FROM = os.environ.get("MAHJONG_DIRECTOR_MAIL_FROM", "") if mail else ""
# Backups (exchange.backups): a second place for each (a stick, another disk), minutes between two while an event runs,
# and where PostgreSQL's programs are found if not on the path
BACKUP_COPY = os.environ.get("MAHJONG_DIRECTOR_BACKUP_COPY", "")
BACKUP_MINUTES = int(os.environ.get("MAHJONG_DIRECTOR_BACKUP_MINUTES", "10"))
POSTGRESQL_PROGRAMS = os.environ.get("MAHJONG_DIRECTOR_POSTGRESQL_PROGRAMS", "")
# The moment of the backup that this site is a copy of, to rehearse on. It has cookies of its own, since browsers keep
# one set for all ports of a machine.
REHEARSAL = os.environ.get("MAHJONG_DIRECTOR_REHEARSAL", "")

# Static files
STATIC_URL = "static/"
# A wheel carries them collected.
STATIC_ROOT = installation.get_program_folder("static") if installation.INSTALLED else DATA_DIR / "static"
STATICFILES_DIRS = [] if installation.INSTALLED else [installation.get_program_folder("static")]
STORAGES = {
    "default": environment.read_file_storage(),
    "backups": environment.read_backup_storage(DATA_DIR),
    "staticfiles": {"BACKEND": "tournaments.site.static_files.StaticStorage"},
}
STATIC_ROOT.mkdir(exist_ok=True)
# The largest request that the web server takes: an event file (exchange.forms.events.MAX_EVENT_BYTES) with its form.
MAX_REQUEST_BODY = 101_000_000
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG

# People
AUTH_USER_MODEL = "tournaments.User"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
# Five wrong passwords for one name from one address lock that pair for a quarter of an hour; others sign in as ever.
AXES_FAILURE_LIMIT = 5
AXES_USERNAME_CALLABLE = "tournaments.core.http.lockout.find_tried_name"
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_ENABLE_ACCESS_FAILURE_LOG = False
# The table is never read, and would store the addresses of sign-in links.
AXES_DISABLE_ACCESS_LOG = True
AXES_VERBOSE = False
AXES_LOCKOUT_TEMPLATE = "accounts/locked.html"

# Languages and time: stored in UTC, shown in the tournament's time zone by the views
LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", _("English")),
    ("ja", _("Japanese")),
    ("zh-hans", _("Chinese (simplified)")),
    ("zh-hant", _("Chinese (traditional)")),
    ("fr", _("French")),
    ("de", _("German")),
]
# Code of a language -> name of the speaker who has reviewed its whole catalogue; the others say "machine translation".
TRANSLATION_REVIEWERS: dict[str, str] = {}
LOCALE_PATHS = [installation.get_program_folder("locale")]
USE_I18N = True
FORMAT_MODULE_PATH = ["tournaments.site.formats"]
USE_TZ = True
TIME_ZONE = "UTC"

# Security headers
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "media-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = (
    ("rehearsal_session", "rehearsal_csrf") if REHEARSAL else ("sessionid", "csrftoken")
)
SESSION_COOKIE_AGE = 14 * 24 * 3600

# API
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournaments.accounts.authentication.ScopedTokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PARSER_CLASSES": ["tournaments.core.api.request_parts.BoundedJSONParser"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_FILTER_BACKENDS": [
        "django_filters.rest_framework.DjangoFilterBackend",
        "rest_framework.filters.OrderingFilter",
    ],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
    "PAGE_SIZE": 100,
    "DEFAULT_THROTTLE_CLASSES": [
        "tournaments.core.api.throttles.AddressThrottle",
        "tournaments.core.api.throttles.AccountThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {"anon": "3000/min", "user": "1200/min"},
    "DEFAULT_SCHEMA_CLASS": "tournaments.core.api.schema.Schema",
    "EXCEPTION_HANDLER": "tournaments.core.api.base.respond_to_error",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Mahjong Director",
    "DESCRIPTION": "Tournaments, entries, rounds, seatings, results, ledger, standings, and the referee's desk.",
    # Of the API, with the promise in docs/api.md; releases have a version of their own.
    "VERSION": "1.1.0",
    "OAS_VERSION": "3.1.1",
    "SERVERS": [{"url": "/", "description": "This site"}],
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "tournaments.core.api.schema.add_problem_responses",
    ],
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "ENUM_NAME_OVERRIDES": {
        "AddConstraintRequestKindEnum": "tournaments.seating.models.constraints.SeatingConstraint.Kind",
        "CallStateEnum": "judging.desk.models.Call.State",
        "CaseStateEnum": "judging.cases.models.Case.State",
        "GrantSeasonRoleRequestKindEnum": "tournaments.seasons.models.SeasonRole.Kind",
        "LeaderboardKindEnum": [(kind, kind) for kind in ("count", "extreme", "mean", "rate")],
        "QuestionKindEnum": "tournaments.entries.models.questions.EntryQuestion.Kind",
        "ScopeEnum": "tournaments.standings.models.ScoreLine.Scope",
        "SeenStateEnum": "tournaments.rounds.models.Seating.State",
        "StatusEnum": "tournaments.entries.models.entries.Entry.Status",
        "WindLetterEnum": [(wind, wind) for wind in "ESWN"],
        "TournamentStateEnum": "tournaments.events.models.Tournament.State",
    },
}

# Background work: the Job row decides, the broker only carries its id (tournaments.core.jobs)
JOBS_APPLICATION = "tournaments.site.celery.app"
CELERY_BROKER_URL = environment.read_broker_url(DATA_DIR)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_DEFAULT_QUEUE = os.environ.get("MAHJONG_DIRECTOR_QUEUE", "mahjong")
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CONCURRENCY = 3
# Printing starts a child process, which the daemonic processes of the default pool may not do.
CELERY_WORKER_POOL = "threads"
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TIMEZONE = "UTC"
CELERY_BROKER_TRANSPORT_OPTIONS = environment.build_broker_options()
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0.2}
LOGGING = build_logging_config(os.environ.get("MAHJONG_DIRECTOR_LOG_LEVEL", "INFO"))
