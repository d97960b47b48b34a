"""``score --engine ray``: files are read, scored and summed on the workers of Ray, and sums alone come back."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from mondegreen.cli.summing import Summed, is_summed
from mondegreen.corpus import Corpus
from mondegreen.corpus.places import files_of, shown
from mondegreen.errors import MissingDependencyError, UsageError
from mondegreen.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Callable

    from mondegreen.scoring.options import Options
    from mondegreen.scoring.recipe import Recipe
    from mondegreen.scoring.result import Result

__all__ = ["summed_on_ray"]

_ENGINES: Registry[Callable[..., Result]] = Registry(
    "engine", "mondegreen.engines", {"ray": "mondegreen.compat.ray:score"}
)
_READERS: Final = {".parquet": "read_parquet", ".jsonl": "read_json", ".ndjson": "read_json"}


def summed_on_ray(paths: tuple[str, str | None], options: Options, made: Recipe) -> Summed:
    """Score files on a cluster, that of ``RAY_ADDRESS`` or one on this machine.

    Raises:
        UsageError: what is asked for needs the utterances, or the files are of another kind.
        MissingDependencyError: ray is not installed.
        InputError: no utterances, or a column is not there.
    """
    path, hypothesis = paths
    if not is_summed(paths, options, made) or options.per_utterance or options.resume:
        raise UsageError(
            "--engine ray adds up wer, cer, mer, wil, wip and sentence, and nothing else comes back: leave out what "
            "shows or keeps utterances and what asks a judge, or leave out --engine"
        )
    files = files_of(path) or [path]
    endings = {PurePath(file.partition("?")[0]).suffix for file in files}
    if hypothesis is not None or len(endings) != 1 or not endings <= {*_READERS}:
        raise UsageError(
            f"--engine ray reads .parquet or .jsonl with both sides: one file, 'a pattern*' or a folder; got {shown(path)}"
        )
    try:
        import ray.data  # optional, and slow to import
    except ImportError:
        raise MissingDependencyError("ray", "ray", "--engine ray") from None
    ray.data.DataContext.get_current().enable_progress_bars = options.progress
    dataset = getattr(ray.data, _READERS[endings.pop()])(files)
    result = _ENGINES.get("ray")(dataset, options, by=options.by or ())
    return Summed(Corpus(None, [], [], {}, shown(path)), result)
