"""The word error rate of a TSV file, with all alignments."""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import typer

from mondegreen.compat.jiwer.alignment import visualize_alignment
from mondegreen.compat.jiwer.process import process_words
from mondegreen.compat.stt_benchmark import run
from mondegreen.errors import InputError, ParseError, UsageError, did_you_mean, visible
from mondegreen.text.normalizers import normalizer
from mondegreen.written import written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from os import PathLike

__all__ = ["calc_wer"]

_Kind = Literal["None", "Whisper", "English"]
_NAMES: Final = {"Whisper": "whisper-basic", "English": "whisper-english"}
_DROPPED: Final = str.maketrans("", "", "\u201c\u201d\u201e\u2018\u2019\u2014\u2013\u2026")
_app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)


def calc_wer(
    tsvfile: str | PathLike[str],
    outputfile: str | PathLike[str],
    *,
    hypothesis_column_name: str = "prediction",
    text_normalizer: _Kind = "Whisper",
) -> float | None:
    """Score a TSV file, write all alignments, and return the pooled rate as a fraction.

    The last block of the output, ``(Average)``, is that rate: errors of all rows over reference words
    of all rows. A row without reference words has no rate if it has errors.

    Args:
        tsvfile: with the columns ``file_path`` and ``target``, and one of hypotheses.
        outputfile: what is written; its folder is made.
        hypothesis_column_name: of the hypotheses.
        text_normalizer: ``None`` drops quotation marks, dashes and ellipses of typesetters alone;
            ``Whisper`` is `whisper-basic`, ``English`` is `whisper-english`.

    Returns:
        ``None`` where there are errors and no reference words.

    Raises:
        InputError: a file cannot be read or written, or a column is not there.
        ParseError: a row has more or fewer cells than the header.
        UsageError: no such normalizer.
    """
    change = _normalizer(text_normalizer)
    blocks = []
    hits = substitutions = deletions = insertions = 0
    for name, said, heard in _rows(Path(tsvfile), hypothesis_column_name):
        out: Any = process_words(change(said), change(heard))
        hits, substitutions = hits + out.hits, substitutions + out.substitutions
        deletions, insertions = deletions + out.deletions, insertions + out.insertions
        own = _rate(out.hits, out.substitutions, out.deletions, out.insertions)
        shown = visualize_alignment(out, show_measures=False, skip_correct=False)
        lines = shown.splitlines()[1:]
        blocks.append("\n".join([visible(name), f"WER: {_percent(own)}", *lines, ""]))
    words = hits + substitutions + deletions
    rate = _rate(hits, substitutions, deletions, insertions)
    blocks += ["(Average)", f"Word count: {words}", f"WER: {_percent(rate)}"]
    target = Path(outputfile)
    try:
        target.absolute().parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{visible(str(target))}: cannot be written: {error.strerror}") from None
    with written(target, text=True) as file:
        file.write("\n".join(blocks) + "\n")
    sys.stdout.write(f"WER: {_percent(rate)} ({words} words) -> {visible(str(target))}\n")
    return rate


def _rate(hits: int, substitutions: int, deletions: int, insertions: int) -> float | None:
    length = hits + substitutions + deletions
    errors = substitutions + deletions + insertions
    return errors / length if length else None if errors else 0.0


def _percent(rate: float | None) -> str:
    return "n/a (no reference words)" if rate is None else f"{100 * rate:.1f}%"


def _normalizer(name: str) -> Callable[[str], str]:
    if name == "None":
        return lambda text: text.translate(_DROPPED).replace("...", "")
    if name not in _NAMES:
        known = ("None", *_NAMES)
        raise UsageError(
            f"--text_normalizer {name}: expected {', '.join(known)}.{did_you_mean(name, known)}"
        )
    return normalizer(_NAMES[name])


def _rows(path: Path, hypotheses: str) -> Iterator[tuple[str, str, str]]:
    where = visible(str(path))
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.reader(file, delimiter="\t")
            header = next(reader, [])
            wanted = ("file_path", "target", hypotheses)
            lacking = next((name for name in wanted if name not in header), None)
            if lacking is not None:
                shown = ", ".join(map(visible, header)) or "nothing"
                raise InputError(f"{where}: has no column {lacking}; there are {shown}")
            places = [header.index(name) for name in wanted]
            for row in reader:
                if not row:
                    continue
                if len(row) != len(header):
                    raise ParseError(
                        where,
                        reader.line_num,
                        f"got {len(row)} cells, expected {len(header)} as in the header",
                    )
                name, said, heard = (row[at] for at in places)
                yield name, said, heard
    except UnicodeDecodeError as error:
        raise InputError(f"{where}: is not UTF-8: {error.reason}; save it as UTF-8") from None
    except csv.Error as error:
        raise InputError(f"{where}: cannot be read as TSV: {error}") from None
    except OSError as error:
        raise InputError(f"{where}: cannot be read: {error.strerror}") from None


@_app.command()
def _command(
    tsvfile: Annotated[Path, typer.Option("--tsvfile", help="TSV: file_path, target, prediction.")],
    outputfile: Annotated[Path, typer.Option("--outputfile", help="File of alignments.")],
    hypothesis_column_name: Annotated[
        str, typer.Option("--hypothesis_column_name", help="Column of hypotheses.")
    ] = "prediction",
    text_normalizer: Annotated[
        str, typer.Option("--text_normalizer", help="None, Whisper or English.")
    ] = "Whisper",
) -> None:
    """Score a TSV file."""
    calc_wer(
        tsvfile,
        outputfile,
        hypothesis_column_name=hypothesis_column_name,
        text_normalizer=text_normalizer,  # type: ignore[arg-type]  # checked there
    )


if __name__ == "__main__":
    raise SystemExit(run(_app))
