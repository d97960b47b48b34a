"""``mondegreen align``: who said what against who wrote what, word by word."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from mondegreen.alignment import align as align_texts
from mondegreen.alignment import align_many
from mondegreen.cli import files as f
from mondegreen.cli.groups import with_options
from mondegreen.cli.panels import INPUT, OUTPUT
from mondegreen.cli.streams import coloured, say, show
from mondegreen.corpus import read
from mondegreen.corpus.n_best import refuse_lists
from mondegreen.corpus.table import as_list
from mondegreen.errors import UsageError, visible
from mondegreen.options.reading import Reading
from mondegreen.scoring.forgiveness import left_out
from mondegreen.scoring.json_text import json_text
from mondegreen.scoring.options import Options
from mondegreen.scoring.recipe import settled
from mondegreen.scoring.ways import align_ways
from mondegreen.text.normalizers import normalizer as text_normalizer
from mondegreen.text.normalizers.registry import normalize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.alignment import Alignment
    from mondegreen.forgive.choosing import Forgiving
    from mondegreen.forgive.spans import Forgiven

WORDS: Final = ("word", "word-ascii-space")


@with_options(
    *(Reading, "unit", "normalizer", "alternatives", "dont_care", "forgive", "synonyms"),
    *("spellings", "lang", "guard", "entities", "ties", "edit_weights"),
)
def align(
    *,
    files: f.Files = None,
    reference: f.Reference = None,
    hypothesis: f.Hypothesis = None,
    text: Annotated[
        bool,
        typer.Option(
            "--text",
            help="The two arguments are texts: the reference, then the hypothesis.",
            rich_help_panel=INPUT,
        ),
    ] = False,
    options: Options,
    only_errors: Annotated[
        bool, typer.Option(help="Show errors only.", rich_help_panel=OUTPUT)
    ] = False,
    width: Annotated[
        int,
        typer.Option(
            metavar="COLUMNS", min=20, help="Maximum line length.", rich_help_panel=OUTPUT
        ),
    ] = 100,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object per line.", rich_help_panel=OUTPUT)
    ] = False,
) -> int:
    """Print how hypotheses align with references.

    \b
    Examples:
      mondegreen align --text "the cat sat" "the hat sat on"
      mondegreen align references.txt hypotheses.txt --only-errors | less
      mondegreen align --text "it cost five dollars" "it cost \\$5" --forgive agent
    """  # noqa: D301 - a real backspace keeps the lines apart
    options = settled(options)
    how: dict[str, Any] = {"unit": options.unit or "word", "ties": options.ties}
    how["edit_weights"] = options.edit_weights
    dont_care = options.dont_care
    by = text_normalizer(options.normalizer)
    chosen = _forgivers(options)
    if chosen and (how["unit"] not in WORDS or options.edit_weights is not None):
        raise UsageError(
            "--forgive goes with words and no --edit-weights; leave out --unit and --edit-weights"
        )
    if text:
        if len(files or ()) != 2 or reference or hypothesis:  # noqa: PLR2004
            raise UsageError('give two texts: mondegreen align --text "REFERENCE" "HYPOTHESIS"')
        assert files is not None  # noqa: S101 - for the type checker; just checked
        if options.alternatives or dont_care is not None:
            reads = options.alternatives, dont_care, [None], how, options.normalizer
            (single,) = align_ways([files[0]], [files[1]], *reads, forgiving=chosen)
        else:
            single = align_texts(*map(by, files), **how)
        (why,) = _why([single], chosen, by, [files[0]], [files[1]])
        shown = single.render(width=width, only_errors=only_errors, colour=coloured())
        show(json_text({**single.to_dict(), **_plain(why)}) if as_json else f"{shown}{_text(why)}")
        return 0
    paths = f.two_files(files, reference, hypothesis)
    # os.path, since a text may be longer than a path can be, which pathlib raises for.
    if len(paths) > 1 and all(" " in path and not os.path.exists(path) for path in paths):  # noqa: PTH110
        raise UsageError(f"{visible(paths[0])}: no such file; for two texts, add --text")
    with f.watching_order("mondegreen align", paths, named=reference is not None) as order:
        corpus = order(read(*paths, options=options))
    refuse_lists(corpus.hypotheses)
    hypotheses = as_list(normalize(by, corpus.hypotheses))
    given = options.alternatives
    alternatives = (corpus.alternatives or None) if given is None else given
    if alternatives is not None or dont_care is not None:
        reads = alternatives, dont_care, [None] * len(corpus), how, options.normalizer
        pairs = align_ways(corpus.references, corpus.hypotheses, *reads, forgiving=chosen)
    else:
        pairs = align_many(
            as_list(normalize(by, corpus.references)),
            [item if isinstance(item, str) else "" for item in hypotheses],
            **how,
        )
    reasons = _why(pairs, chosen, by, corpus.references, corpus.hypotheses)
    for row, (alignment, why) in enumerate(zip(pairs, reasons, strict=True)):
        if only_errors and not alignment.errors:
            continue
        name = str(row + 1) if corpus.ids is None else corpus.ids[row]
        if as_json:
            show(json_text({**alignment.to_dict(), **_plain(why), "id": name}))
            continue
        note = "" if isinstance(hypotheses[row], str) else " (no hypothesis)"
        shown = alignment.render(width=width, only_errors=only_errors, colour=coloured())
        show(f"{visible(name)}{note}\n{shown}{_text(why)}\n")
    return 0


def _forgivers(options: Options) -> Forgiving | None:
    lang = options.lang or "en"
    if not options.forgive:
        if options.lang or options.entities or not options.guard:
            raise UsageError(
                "--lang, --entity and --no-guard are for forgivers; name some with --forgive"
            )
        return None
    from mondegreen.forgive.choosing import Forgiving  # imported only if needed

    if without := left_out(options.forgive, (), lang):
        say(without)
    names = [phrase.text for phrase in options.entities or ()]
    return Forgiving.choose(options.forgive, language=lang, guard=options.guard, entities=names)


def _why(
    pairs: Sequence[Alignment],
    chosen: Forgiving | None,
    by: Any,
    references: Any,
    hypotheses: Any,
) -> Sequence[Forgiven | None]:
    if chosen is None:
        return [None] * len(pairs)
    from mondegreen.forgive.forgiving import forgive_aligned  # as above
    from mondegreen.scoring.before import before

    # forgivers read the texts before a normalizer of ours, as they do for `score`
    return forgive_aligned(pairs, chosen, before(by, references, hypotheses, {}))


def _text(why: Forgiven | None) -> str:
    return "" if why is None or not why.strict else f"\n{why}"


def _plain(why: Forgiven | None) -> dict[str, Any]:
    if why is None:
        return {}
    return {
        "forgiven": [span.to_dict() for span in why.spans],
        "remaining": [span.to_dict() for span in why.remaining],
    }
