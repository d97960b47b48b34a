"""``mondegreen bench ground-truth review``: listen, correct, approve, one sample after the other."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from mondegreen.cli.bench_options import Config, Database
from mondegreen.cli.ground_truth_options import By, Name, Run, bench_of, newest_run
from mondegreen.cli.groups import with_options
from mondegreen.cli.panels import INPUT
from mondegreen.cli.streams import say, show
from mondegreen.errors import UsageError, visible

if TYPE_CHECKING:
    from mondegreen.bench.clips import Clip
    from mondegreen.bench.ground_truth.playing import Player
    from mondegreen.bench.ground_truth.reviewing import Review

_KEYS: Final = {
    "p": "play", "r": "play", "e": "edit", "a": "approve", "n": "note", "enter": "skip",
    "b": "back", "q": "quit",
}  # fmt: skip
_HELP: Final = "[p]lay [e]dit [a]pprove [n]ote [Enter] skip [b]ack [q]uit > "


@with_options()
def review(
    *,
    run: Run = None,
    config: Config = Path("bench.toml"),
    db: Database = None,
    name: Name = None,
    by: By = "human",
    left: Annotated[
        bool,
        typer.Option(
            "--left",
            help="Review all clips that are not approved, also skipped and noted ones.",
            rich_help_panel=INPUT,
        ),
    ] = False,
    player: Annotated[
        str,
        typer.Option(
            metavar="COMMAND",
            help="Program that plays a WAV file. Default: the first installed of ffplay, mpv, play, afplay, "
            "pw-play, paplay and aplay.",
            rich_help_panel=INPUT,
        ),
    ] = "",
) -> int:
    """Review the drafts of a run on the terminal.

    Play, edit, approve, note or skip each draft. Each answer is stored at once. The same command
    continues with the first clip that this reviewer has not seen. Without a player, the path of the
    recording is shown.

    \b
    Examples:
      mondegreen bench ground-truth review
      mondegreen bench ground-truth review 2026-01-02_03-04-05 --by ada
      mondegreen bench ground-truth review --player "ffplay -nodisp -autoexit"
    """  # noqa: D301 - a real backspace keeps the lines apart
    from mondegreen.bench.ground_truth.playing import Player  # reads recordings
    from mondegreen.bench.ground_truth.reviewing import Review  # loads SQLAlchemy
    from mondegreen.cli.keys import pressed  # loads prompt_toolkit

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(
            "a review needs a terminal; without one correct a reference with: mondegreen bench "
            "ground-truth edit ID --text TEXT"
        )
    with bench_of(config, db, name) as (store, _, dataset):
        one = Review(store, dataset.id, newest_run(store, dataset.id, run), by, left=left)
        clips = {clip.id: clip for clip in dataset.clips}
        playing = Player(player)
        began, shown = one.at, -1
        try:
            while one.item is not None:
                if one.at != shown:
                    _show(one, clips.get(one.item.sample))
                    shown = one.at
                pressed_key = pressed(_HELP, _KEYS)
                if pressed_key == "quit":
                    break
                _do(pressed_key, one, playing, clips.get(one.item.sample))
        finally:
            playing.stop()
        counts = one.finish() if (one.at, shown) != (began, -1) else one.state.counts()
        if one.item is None and not one.total:
            say(f"{one.run}: nothing is left to review")
        elif one.item is None:
            say(f"{one.run}: all {one.total:,} samples are reviewed")
        else:
            say(f"{one.run}: {one.at:,} of {one.total:,}; the same command continues")
        say(", ".join(f"{count:,} {what}" for what, count in counts.items()))
    return 0


def _show(one: Review, clip: Clip | None) -> None:
    item = one.item
    if item is None:
        return
    seconds = f"  {clip.duration:.1f} s" if clip is not None and clip.duration else ""
    place = clip.audio if clip is not None else item.audio
    show()
    show(visible(f"{one.at + 1:,} of {one.total:,}  {item.sample}{seconds}  {place}"))
    if item.error:
        show(visible(f"  no draft: {item.error}"))
    if item.original is not None:
        show(visible(f"  draft: {item.original}"))
    if item.text is not None:
        show(visible(f"  text:  {item.text}"))
    for each in _places(one, item.sample):
        show(visible(f"  {each}"))
    if item.status:
        show(visible(f"  {item.status}{f': {item.note}' if item.note else ''}"))


def _places(one: Review, sample: str) -> list[str]:
    """Return where systems agree against the reference, of a queue of doubtful ones."""
    found: list[dict[str, Any]] = one.state.items[sample].places
    lines = []
    for place in found:
        seconds = place.get("seconds")
        where = "" if seconds is None else f" at {seconds:.1f} s"
        said, heard = (place.get(key) or "(nothing)" for key in ("reference", "heard"))
        lines.append(f"doubt: {said} -> {heard}, {place.get('systems')} systems{where}")
    return lines


def _do(what: str, one: Review, player: Player, clip: Clip | None) -> None:
    from mondegreen.cli.keys import edited  # loads prompt_toolkit

    item = one.item
    if item is None:
        return
    if what == "play":
        place = clip.audio if clip is not None else item.audio
        problem = player.play(place)
        if problem:
            show(visible(f"  {problem}: {Path(place).resolve()}"))
        return
    player.stop()
    if what in {"edit", "note"}:
        before = item.text or "" if what == "edit" else item.note
        text = edited("new text: " if what == "edit" else "note: ", before)
        if text is not None:
            take = one.edit if what == "edit" else one.note
            take(" ".join(text.split()))
    elif what == "approve":
        if not one.approve():
            show("  there is no text to approve; edit it")
    elif what == "skip":
        one.skip()
    else:
        one.back()
