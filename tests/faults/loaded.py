"""What the server of forks loads: the commands, and what they load when they run."""

import warnings

warnings.simplefilter("ignore")

import alembic.command  # noqa: E402,F401 - after the filter, for warnings of others
import jinja2  # noqa: E402,F401
import pyarrow.parquet  # noqa: E402,F401
import sqlalchemy  # noqa: E402,F401
import starlette.applications  # noqa: E402,F401
import uvicorn  # noqa: E402,F401
from pydantic_ai.models import anthropic  # noqa: E402,F401

import mondegreen.bench.running  # noqa: E402
import mondegreen.bench.scoring  # noqa: E402
import mondegreen.calls.scoring_calls  # noqa: E402
import mondegreen.cli.app  # noqa: E402
import mondegreen.cli.hints  # noqa: E402
import mondegreen.cli.summing  # noqa: E402
import mondegreen.corpus.parts  # noqa: E402
import mondegreen.corpus.tables_in_parts  # noqa: E402
import mondegreen.judges  # noqa: E402
import mondegreen.judges.client  # noqa: E402
import mondegreen.judges.connections  # noqa: E402
import mondegreen.judges.facts.facts  # noqa: E402
import mondegreen.providers.exchange  # noqa: E402
import mondegreen.providers.live.deepgram  # noqa: E402
import mondegreen.report.rows  # noqa: E402
import mondegreen.serve.application  # noqa: E402
import mondegreen.serve.server  # noqa: E402
import mondegreen.serve.worker  # noqa: E402
import mondegreen.store.database  # noqa: E402
import mondegreen.store.tables  # noqa: E402,F401

warnings.resetwarnings()
