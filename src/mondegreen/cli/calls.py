"""``mondegreen calls``: a folder of calls of two parties, scored by up to three methods."""

from __future__ import annotations

import gc
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Annotated

import typer

from mondegreen.cli import files as f
from mondegreen.cli import gates as g
from mondegreen.cli.completion import completing
from mondegreen.cli.groups import with_options
from mondegreen.cli.judging import prepared
from mondegreen.cli.panels import INPUT, OUTPUT, SCORING
from mondegreen.cli.streams import say, show
from mondegreen.errors import InputError, UsageError, visible
from mondegreen.options.typed import listed
from mondegreen.patterns import pattern
from mondegreen.scoring.options import Options

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from mondegreen.calls.call import Call
    from mondegreen.calls.method import MethodResult
    from mondegreen.calls.roles import Role
    from mondegreen.calls.scoring_calls import SideResult
    from mondegreen.options.judging import Judging

_MODELS = pattern(r",\s*(?=[\w-]+:)")
"""Commas between models; others may be in the path of recorded answers."""
_NOT_ALL = 1
"""The exit status where a call is not in the rates, or a gate is not met."""


@with_options(
    *(
        "encoding",
        "hypothesis_encoding",
        "recipe",
        "normalizer",
        "forgive",
        "severities",
        "entities",
        "lang",
        "model",
        "base_url",
        "temperature",
        "concurrency",
    ),
    *("requests_per_minute", "budget", "record", "cache", "redact", "keep_texts"),
    *("fail_above", "min_judged"),
)
def calls(
    *,
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="CALLS | REFERENCE HYPOTHESIS",
            help="Folder with a folder per call, or a table of turns (.csv, .tsv or .jsonl). Or two folders "
            "with a file per call, or two files: the references, then the hypotheses.",
        ),
    ] = None,
    reference: f.Reference = None,
    hypothesis: f.Hypothesis = None,
    method: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            autocompletion=completing(("library", "canonical", "conversational", "all")),
            help="Method: library, canonical, conversational or all.",
            rich_help_panel=SCORING,
        ),
    ] = "library",
    speaker: Annotated[
        str,
        typer.Option(
            metavar="SIDE",
            autocompletion=completing(("agent", "customer", "all", "auto")),
            help="Speaker to score: agent, customer, all, or REFERENCE=HYPOTHESIS, such as Agent=assistant. auto "
            "scores all, and finds by least errors who is who in each call.",
            rich_help_panel=INPUT,
        ),
    ] = "agent",
    options: Options,
    systems: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME,...",
            help="Several systems: names of the hypotheses in each folder (nova.txt), or in the column side.",
            rich_help_panel=INPUT,
        ),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Also write a page.", rich_help_panel=OUTPUT),
    ] = None,
    output: Annotated[
        Path,
        typer.Option(metavar="DIR", help="Folder to write to.", rich_help_panel=OUTPUT),
    ] = Path("calls-output"),
    in_place: Annotated[
        bool,
        typer.Option(
            "--in-place", help="Write into the folder output/ of each call.", rich_help_panel=OUTPUT
        ),
    ] = False,
    timings: Annotated[
        bool,
        typer.Option(
            "--timings",
            help="Write how long each method took. The files then differ from run to run.",
            hidden=True,
            rich_help_panel=OUTPUT,
        ),
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON.", rich_help_panel=OUTPUT)
    ] = False,
) -> int:
    """Score calls of two parties.

    Shows rates per call and of all calls, turns and entities. The method library counts words, and
    words that sound alike are equal; the methods canonical and conversational need --model. A call is
    a folder with reference.txt and hypothesis.txt (lines such as 'Agent: hello'), or
    gt_transcript.json and ref_transcript.json.

    \b
    Examples:
      mondegreen calls calls/
      mondegreen calls calls/ --method all --model openai:gpt-5.2 --budget 2
      mondegreen calls references/ hypotheses/ --speaker all
      mondegreen calls calls/ --fail-above library=12%
    """  # noqa: D301 - a real backspace keeps the lines apart
    from mondegreen.calls.folding import NORMALIZER
    from mondegreen.calls.layout import to_json
    from mondegreen.calls.method import METHODS
    from mondegreen.calls.output_paths import folder_names
    from mondegreen.calls.roles import parse_roles
    from mondegreen.calls.scoring_calls import score_calls
    from mondegreen.cli.call_files import written_in_parts
    from mondegreen.report import calls as report

    folder, reference, hypothesis = _places(files or (), reference, hypothesis)
    methods = METHODS if method == "all" else tuple(part.strip() for part in method.split(","))
    if options.recipe not in {None, "seed-004", "seed-004@1", "seed-004@2"}:
        raise UsageError(
            f"--recipe {options.recipe}: expected seed-004, the one recipe of calls; leave --recipe out for the default"
        )
    names = _systems(systems, folder, in_place=in_place)
    normalizer = str(options.normalizer) if options.typed.get("normalizer") else NORMALIZER
    _refuse_for_library(options, methods, normalizer=normalizer != NORMALIZER)
    if html is not None:
        f.refuse_unwritable({"--html": html})
    options = prepared(options)
    judging = options.judge
    roles = parse_roles(speaker)
    limits, enough = _gates(options, methods, METHODS), options.min_judged
    keep = judging is None or judging.keep_texts
    folders = folder_names(name for name in names if name is not None)
    places = {name or "": output / folders[name] if name else output for name in names}
    score = partial(
        score_calls,
        methods=methods,
        judging=_judges(judging),
        loose=options.recipe is not None,
        entities=options.entities,
        redact=False if judging is None else judging.redact,
        lang=options.lang,
        timings=timings,
        processes=2,
        normalizer=normalizer,
        forgive=options.forgive,
        severities=options.severities,
    )
    by_library = set(methods) == {"library"}
    at_once = partial(
        _at_once,
        partial(_read, folder, reference, hypothesis, options, in_place=in_place, systems=names),
        roles,
        normalizer,
        score,
        target=folder if in_place and folder is not None else output,
    )
    in_parts = None
    # A page shows systems next to each other.
    several = len(names) > 1 and html is not None
    if by_library and folder and roles and not (options.forgive or options.lang or several):
        in_parts = partial(
            written_in_parts,
            folder,
            roles,
            score,
            encoding=options.encoding,
            loose=options.recipe is not None,
            keep_texts=keep,
            for_page=html is not None,
        )
    with _uncollected() if by_library else nullcontext():
        known, failed, refused = _score_systems(
            places, at_once, in_parts, folder if in_place else None, keep=keep
        )
        if html is not None:
            _write_page(html, known, failed, files or (), keep=keep, normalizer=normalizer)
        if as_json:
            plain = {
                name: report.content(sides, failed[name], keep_texts=keep)
                for name, sides in known.items()
            }
            whole = {"schema": "mondegreen/calls-of-systems@1", "systems": plain}
            show(to_json(whole if names[0] else plain[""], levels=6))
        elif names[0]:
            show(report.render_systems(known, failed, keep_texts=keep))
        else:
            show(report.render(known[""], failed[""], keep_texts=keep))
    lost = [
        _say_lost([each.call for each in sides[0].sides], failed[name], name)
        for name, sides in known.items()
    ]
    for name, why in refused.items():
        say(f"{visible(name)}: {why}")
    first = next(iter(known))
    _say_passed_over([each.call for each in known[first][0].sides], failed[first], output)
    unmet = g.say_unmet(
        f"{f'{name}: ' if name else ''}{side.role.name}: {why}"
        for name, sides in known.items()
        for side in sides
        for each_method in side.methods
        for why in _unmet(each_method, limits.get(each_method.method), enough)
    )
    scored = all(m.scored for sides in known.values() for side in sides for m in side.methods)
    return _NOT_ALL if any(lost) or refused or not scored else unmet


def _judges(judging: Judging | None) -> list[Judging]:
    """Return a judge per model that ``--model`` names, with commas between.

    Raises:
        UsageError: answers of several are to be recorded, or read from a file of one.
    """
    if judging is None or not judging.model:
        return []
    models = _MODELS.split(judging.model) if isinstance(judging.model, str) else []
    if len(models) < 2:  # noqa: PLR2004 - one is as it is given
        return [judging]
    if judging.record is not None:
        raise UsageError(
            f"--record writes the answers of one model, and --model names {len(models)}; leave one out"
        )
    return [judging.replace(model=model) for model in models]


def _refuse_for_library(options: Options, methods: Sequence[str], *, normalizer: bool) -> None:
    """Refuse options of the method library without it, and forgivers that are not there.

    Raises:
        UsageError: -n or --forgive without the method library, or --severities without --forgive.
    """
    of_library = [f"-n {options.normalizer}"] * normalizer + ["--forgive"] * bool(options.forgive)
    if of_library and "library" not in methods:
        raise UsageError(
            f"{of_library[0]} is for the method library, and {', '.join(methods)} is chosen; leave it out"
        )
    if options.severities is not None and not options.forgive:
        raise UsageError(
            "--severities weighs what --forgive forgives; add --forgive, such as --forgive agent"
        )
    if options.forgive:
        from mondegreen.calls.forgiven import Forgiven  # whoever forgives nothing does not load it

        Forgiven(options.forgive, options.severities, options.lang).recipe()


_Found = tuple["list[SideResult]", "dict[str, str]"]
"""The sides of calls, and why others could not be read."""


class _UnreadError(InputError):
    """No call of a system can be read."""


def _score_systems(
    places: Mapping[str, Path],
    at_once: Callable[[str | None], _Found],
    in_parts: Callable[..., _Found | None] | None,
    in_place: Path | None,
    *,
    keep: bool,
) -> tuple[dict[str, list[SideResult]], dict[str, dict[str, str]], dict[str, str]]:
    """Score the calls of each system and write their files: very many of them some at a time.

    Returns:
        The sides and the unread calls of each system, and why others have none.

    Raises:
        InputError: no call of any system can be read.
    """
    known: dict[str, list[SideResult]] = {}
    failed: dict[str, dict[str, str]] = {}
    refused: dict[str, _UnreadError] = {}
    not_written = []
    for name, place in places.items():
        try:
            found = in_parts and in_parts(system=name or None, places=(in_place, place))
            if found is None:
                found = at_once(name or None)
                not_written.append(name)
        except _UnreadError as error:
            refused[name] = error
            continue
        known[name], failed[name] = found
    if not known:
        raise next(iter(refused.values()))
    for name in not_written:
        _write(known[name], failed[name], in_place, places[name], keep=keep)
    return known, failed, {name: str(error) for name, error in refused.items()}


def _at_once(
    read: Callable[..., tuple[list[Call], dict[str, str]]],
    roles: tuple[Role, ...],
    normalizer: str,
    score: Callable[..., list[SideResult]],
    system: str | None,
    *,
    target: Path,
) -> _Found:
    """Score calls that are all there; without ``roles``, find who is who."""
    from mondegreen.calls.output_paths import refuse_unwritable  # as above

    calls, unread = read(system)
    calls, roles = _identified(calls, roles, normalizer)
    refuse_unwritable(target)
    return score(calls, roles=roles), unread


def _systems(
    named: Sequence[str] | None, folder: Path | None, *, in_place: bool
) -> list[str | None]:
    """Return the systems; one without a name if none is given.

    Raises:
        UsageError: the same system twice, or nothing that could have several.
    """
    names: list[str | None] = [name for name in listed(named or ()) if name]
    if not names:
        return [None]
    if folder is None:
        raise UsageError(
            "--systems is for a folder with a folder per call, or a table of turns; two folders or files are one system"
        )
    if in_place:
        raise UsageError(
            "--in-place writes next to one hypothesis; with --systems use --output DIR"
        )
    for name in names:
        if PurePath(str(name)).name != name:
            raise UsageError(
                f"--systems {name!r}: expected the name of a file without its ending, in the folder of each call"
            )
    same = [str(name).casefold() for name in names]  # as files are found
    twice = next((name for name in names if same.count(str(name).casefold()) > 1), None)
    if twice is not None:
        raise UsageError(f"--systems names {twice!r} twice, expected each system once")
    return names


def _write_page(
    path: Path,
    systems: dict[str, list[SideResult]],
    unread: dict[str, dict[str, str]],
    files: Sequence[str],
    *,
    keep: bool,
    normalizer: str,
) -> None:
    """Write the page, and say where."""
    from mondegreen.report.calls_page import render  # draws; nothing else here does
    from mondegreen.report.pages import Origin
    from mondegreen.written import written

    origin = Origin(files=files)
    page = render(systems, unread, origin=origin, keep_texts=keep, normalizer=normalizer)
    with written(path, text=True) as file:
        file.write(page)
    say(f"wrote {visible(str(path))}")


def _say_lost(calls: Sequence[Call], unread: dict[str, str], system: str) -> bool:
    """Say which calls are not in the rates, or heard nothing; return whether any is not in them."""
    of_system = f" of {visible(system)}" if system else ""
    lost = unread | {
        call.id: call.left_out + (of_system if call.absent else "")
        for call in calls
        if call.left_out
    }
    first = f"{visible(system)}: " if system else ""
    for name, why in lost.items():
        say(f"{first}{name} is not in the rates: {why}")
    silent = [call.id for call in calls if not (call.left_out or call.hypothesis)]
    if silent:
        say(
            f"{first}nothing was heard in {', '.join(silent)}, so all that was said there is deleted"
        )
    return bool(lost)


def _say_passed_over(calls: Sequence[Call], unread: dict[str, str], output: Path) -> None:
    """Say which folders among those of the calls are none."""
    parent = next((call.folder.parent for call in calls if call.folder is not None), None)
    if parent is None:
        return
    known = {call.id for call in calls} | {*unread}
    others = [
        path.name
        for path in sorted(parent.iterdir())
        if path.is_dir() and path.name[0] != "." and path.name not in known
        if path.resolve() != output.resolve()
    ]
    if others:
        say(f"passed over, since they hold no transcript of a call: {', '.join(others)}")


def _gates(options: Options, methods: Sequence[str], known: Sequence[str]) -> dict[str, float]:
    """Return the limits by method.

    Raises:
        UsageError: a method that does not score.
    """
    limits: dict[str, float] = options.fail_above or {}
    for name, limit in limits.items():
        if name in methods:
            continue
        todo = (
            f"add --method {name}"
            if name in known
            else f"type --fail-above {methods[0]}={limit * 100:g}%"
        )
        raise UsageError(
            f"--fail-above {name}: the gates of calls are the methods that score "
            f"({', '.join(methods)}); {todo}"
        )
    return limits


def _unmet(method: MethodResult, limit: float | None, enough: float | None) -> list[str]:
    """Return why the gates of one method are not met."""
    if limit is None and enough is None:
        return []
    return g.unmet_by(method, limit, enough)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Look for no cycles: millions of small things are made, and nearly all are kept to the end."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def _places(
    files: Sequence[str], reference: str | None, hypothesis: str | None
) -> tuple[Path | None, str | None, str | None]:
    """Return the folder of calls, or the references and hypotheses, however they were given.

    Raises:
        UsageError: neither the one nor the other.
    """
    if not files and reference is not None and hypothesis is not None:
        return None, reference, hypothesis
    if len(files) in {1, 2} and reference is None and hypothesis is None:
        one, *other = files
        return (None, one, other[0]) if other else (Path(one), None, None)
    named = [f"-r {reference}"] if reference is not None else []
    named += [f"-h {hypothesis}"] if hypothesis is not None else []
    given = " ".join([*files, *named]) or "nothing"
    raise UsageError(
        f"{visible(given)} is given, expected a folder of calls or a table of turns (mondegreen calls "
        "calls/), or the references and then the hypotheses (mondegreen calls reference.stm "
        "hypothesis.ctm)"
    )


def _read(
    folder: Path | None,
    reference: str | None,
    hypothesis: str | None,
    options: Options,
    name: str | None,
    *,
    in_place: bool,
    systems: Sequence[str | None],
) -> tuple[list[Call], dict[str, str]]:
    """Read the calls of one of the systems, and say of those that cannot be read why."""
    from mondegreen.calls.read_calls import (  # as above
        read_calls,
        read_recordings,
        read_two_folders,
    )

    if reference is not None and hypothesis is not None:
        if reference == hypothesis == "-":
            raise UsageError(
                "- - is given: standard input can be one of the two; give the other as a file"
            )
        encodings = options.encoding, options.hypothesis_encoding or options.encoding
        unread: dict[str, str] = {}
        if Path(reference).is_dir() and Path(hypothesis).is_dir():
            found, unread = read_two_folders(Path(reference), Path(hypothesis), encodings)
        else:
            found = read_recordings(reference, hypothesis, encodings)
    else:
        assert folder is not None  # noqa: S101 - for the type checker; `_places` says so
        others = [each for each in systems if each is not None]
        found, unread = read_calls(folder, options.encoding, name, others)
    if in_place and any(call.folder is None for call in found):
        raise UsageError("--in-place: there is no folder per call to write into; use --output DIR")
    if not found:
        call, why = next(iter(unread.items()))
        number = len(unread)
        none = f"none of the {number:,} calls can" if number > 1 else "the one call cannot"
        raise _UnreadError(f"{none} be read; {call}: {why}")
    return found, unread


def _identified(
    calls: list[Call], roles: tuple[Role, ...], normalizer: str
) -> tuple[list[Call], tuple[Role, ...]]:
    """Return calls and their sides; without ``roles``, those that are found by least errors."""
    if roles:
        return calls, roles
    from mondegreen.calls.folding import Folding  # as above
    from mondegreen.calls.identified import identify_all  # as above

    return identify_all(calls, Folding(normalizer))


def _write(
    sides: list[SideResult],
    unread: dict[str, str],
    in_place: Path | None,
    output: Path,
    *,
    keep: bool,
) -> None:
    """Write the files of all sides, and say where."""
    from mondegreen.calls.artifacts import artifacts  # as above
    from mondegreen.cli.call_files import CallFiles  # as above

    written = CallFiles(
        [side.role for side in sides],
        [each.call.id for side in sides for each in side.sides],
        in_place,
        output,
    )
    for side in sides:
        written.compare(side, unread)
        for method in side.methods:
            written.add(side, artifacts(side, method, keep_texts=keep))
    written.say()
