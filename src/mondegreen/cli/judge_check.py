"""``mondegreen judge check``: does a judge keep the laws that any judge of meaning must keep?"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mondegreen.cli.groups import with_options
from mondegreen.cli.panels import INPUT, OUTPUT
from mondegreen.cli.streams import say, show
from mondegreen.errors import InputError, UsageError, visible
from mondegreen.metrics import METRICS
from mondegreen.options.judging import Judging
from mondegreen.report.json import to_json
from mondegreen.scoring.options import Options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.judges.metamorphic import LawResult

_BROKEN = 1


@with_options("model", "base_url", "protocol", "cache", "record", "lang")
def check(
    *,
    judge: Annotated[
        str,
        typer.Argument(
            metavar="JUDGE", help="Name of a judged metric, or of a judge of a plug-in."
        ),
    ] = "semantic-wer",
    options: Options,
    law: Annotated[
        list[str] | None,
        typer.Option("--law", metavar="NAME", help="Check only this law. Repeat it for more."),
    ] = None,
    texts: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="File of correct texts, one per line. Default: the shipped texts.",
            rich_help_panel=INPUT,
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON.", rich_help_panel=OUTPUT)
    ] = False,
) -> int:
    """Ask a judge about pairs with known answers.

    Examples of such laws: a text equals itself; a dropped 'not' changes the meaning. The exit status is
    1 if a law is broken or could not be judged.

    \b
    Examples:
      mondegreen judge check semantic-wer --model replay:answers.jsonl
    """  # noqa: D301 - a real backspace keeps the lines apart
    # Judges are loaded where one is asked.
    from mondegreen.judges.metamorphic import LAWS, SENTENCES, check_laws, law_pairs
    from mondegreen.judges.sync import run

    pairs = law_pairs(SENTENCES if texts is None else _lines(texts), law or LAWS)
    if not pairs:
        raise InputError(
            f"{texts}: no text gives a pair of these laws; give texts with not and digits"
        )
    for name in dict.fromkeys(law or LAWS):
        if not any(pair.law == name for pair in pairs):
            say(f"{name}: not asked, as no text has {_WANTING.get(name, 'what it changes')}")
    results = run(check_laws(_rate(judge, options), pairs))
    if as_json:
        show(to_json(_as_json(judge, results)))
    else:
        _show(results)
    return 0 if all(result.kept for result in results) else _BROKEN


_WANTING = {
    "dropped-not": "an English not or never; other languages' are not known here",
    "changed-number": "a digit",
    "order-swap": "an English not or a digit",
}


def _rate(judge: str, options: Options) -> Any:
    """Return what gives the rates of pairs: a metric, or a plain function of a plug-in."""
    from mondegreen.judges.custom import JUDGES, ask_custom  # as above

    if judge in JUDGES.names():
        function = JUDGES.get(judge)

        async def by_function(pairs: Sequence[tuple[str, str]]) -> list[float | None]:
            return [outcome.score for outcome in await ask_custom(function, pairs)]

        return by_function
    if not METRICS.get(judge).judged:
        raise UsageError(f"{judge} asks no judge; name a judged metric, as semantic-wer or facts")

    async def by_metric(pairs: Sequence[tuple[str, str]]) -> list[float | None]:
        return _rates(judge, pairs, options)

    return by_metric


def _rates(metric: str, pairs: Sequence[tuple[str, str]], options: Options) -> list[float | None]:
    from mondegreen.scoring.scorer import score  # as above

    references, hypotheses = zip(*pairs, strict=True)
    judging = options.judge or Judging()
    result = score(references, hypotheses, metrics=[metric], judge=judging.speaking(options.lang))
    unjudged = result.unjudged(metric)
    kind = result.metrics[metric]
    found: list[float | None] = []
    for row in range(len(pairs)):
        rate = None if result.id(row) in unjudged else result.rate(row, metric)
        # Errors over no words have no rate, and are errors all the same.
        if (
            rate is None
            and result.id(row) not in unjudged
            and kind.errors(result.counts(row, metric))
        ):
            rate = 1.0
        found.append(rate)
    return found


def _lines(path: Path) -> list[str]:
    try:
        lines = path.read_text("utf-8").split("\n")
    except OSError as error:
        raise UsageError(
            f"{path}: cannot be read: {error.strerror}; expected a file with one text per line"
        ) from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: is not UTF-8: {error.reason}; save it as UTF-8") from error
    return [line for line in lines if line.strip()]


def _show(results: Sequence[LawResult]) -> None:
    kept = Counter((result.pair.law, result.kept) for result in results)
    for law in dict.fromkeys(result.pair.law for result in results):
        broken, unjudged = kept[law, False], kept[law, None]
        parts = [f"{kept[law, True]} kept"]
        parts += [f"{broken} broken"] if broken else []
        parts += [f"{unjudged} without an answer"] if unjudged else []
        show(f"{law:<22}{', '.join(parts)}")
    for result in results:
        if not result.kept:
            said = "no answer" if result.rate is None else f"{100 * result.rate:.1f} %"
            wanted = "above 0" if result.pair.wrong else "0"
            show(f"\n{result.pair.law}: {said}, expected {wanted}")
            show(f"  reference   {visible(result.pair.reference)}")
            show(f"  hypothesis  {visible(result.pair.hypothesis)}")


def _as_json(judge: str, results: Sequence[LawResult]) -> dict[str, Any]:
    listed = [
        {
            "law": result.pair.law,
            "reference": result.pair.reference,
            "hypothesis": result.pair.hypothesis,
            "expected": "errors" if result.pair.wrong else "no errors",
            "rate": result.rate,
            "kept": result.kept,
        }
        for result in results
    ]
    return {"judge": judge, "kept": all(result.kept for result in results), "pairs": listed}
