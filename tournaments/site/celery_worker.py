"""`python -m tournaments.site.celery_worker OPTIONS`: the same as `celery -q -A tournaments.site worker OPTIONS`.

That program brings a shell for people, with a terminal's editor and highlighter: 12 MB of each of its processes.
"""

from celery.bin.base import CLIContext
from celery.bin.worker import worker

from tournaments.site.celery import app


def main() -> None:
    """Run a worker with the options of the command line until it is told to end."""
    app.set_default()
    worker.params.extend(app.user_options["worker"])
    worker.main(prog_name="celery worker", obj=CLIContext(app=app, no_color=False, workdir=None, quiet=True))


if __name__ == "__main__":
    main()
