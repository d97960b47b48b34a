"""Draw the pictures of ``docs/speakers.md``: what each metric of sessions counts in one example.

    python docs/make_pictures.py            write the pictures
    python docs/make_pictures.py --check    name those that are not current; exit status 1 if any

The errors that are drawn are counted, and must be those of the metric.
"""

from __future__ import annotations

import itertools
import sys
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import mondegreen as mg
from mondegreen.speakers.meetings import Conditions, Meeting, Meetings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FOLDER = Path(__file__).parent / "images"
SAID = [
    ("ann", 0.0, 2.0, "so it goes on and on"),
    ("bo", 1.5, 4.0, "yes it does"),
    ("ann", 4.0, 6.0, "well then"),
]
HEARD = [
    ("s1", 0.1, 2.1, "so it goes on on"),
    ("s2", 1.5, 4.0, "yes it does"),
    ("s2", 4.1, 6.0, "well then"),
]
TALK = SAID, HEARD
LATE = (
    [("ann", 0.0, 2.5, "so it goes on"), ("bo", 2.0, 4.0, "yes it does")],
    [("s1", 0.1, 2.6, "so it goes on"), ("s2", 10.0, 12.0, "yes it does")],
)
MOVED = (
    [
        ("ann", 0.0, 2.5, "so it goes on"),
        ("bo", 2.0, 4.0, "yes it does"),
        ("bo", 4.2, 6.0, "well then"),
    ],
    [
        ("s1", 0.1, 2.6, "so it goes on"),
        ("s1", 4.2, 6.1, "well then"),
        ("s2", 10.0, 12.0, "yes it does"),
    ],
)
ONE_STREAM = (
    SAID,
    [
        ("s1", 0.5, 2.4, "yes it does"),
        ("s1", 2.4, 4.2, "so it goes on"),
        ("s1", 4.4, 6.0, "well then"),
    ],
)
COLLAR = 5
TIMED = {"tcpwer", "tcorc-wer", "di-tcpwer"}
NEAR = 0.5
LEFT, WIDTH, LANE, TOP = 96, 760, 30, 34
STYLE = """
text { font: 12px system-ui, sans-serif; fill: #1c1e23; }
.title { font-weight: 600; font-size: 13px; }
.fine { fill: #565c68; }
.paper { fill: #fcfcfa; }
.lane { stroke: #dfe0dc; }
.right { fill: #c3cbd6; }
.missed { fill: #fcfcfa; stroke: #9a3d06; stroke-width: 2; }
.extra { fill: #0a558f; }
.moved { fill: #8b2f6c; }
.on { fill: #ffffff; }
.arrow { fill: none; stroke: #565c68; stroke-width: 1.5; marker-end: url(#head); }
.head { fill: #565c68; }
@media (prefers-color-scheme: dark) {
  text { fill: #e8e8e4; }
  .fine { fill: #a6abb6; }
  .paper { fill: #15171b; }
  .lane { stroke: #34383f; }
  .right { fill: #4a515d; }
  .missed { fill: #15171b; stroke: #ffae7a; }
  .extra { fill: #8cc8f8; }
  .moved { fill: #e09cc6; }
  .on { fill: #15171b; }
  .arrow { stroke: #a6abb6; }
  .head { fill: #a6abb6; }
}
"""
NAMES = {"right": "right", "missed": "missed", "extra": "extra", "moved": "another speaker"}


class Row(NamedTuple):
    """A segment: its line, when it is said, its words."""

    line: str
    start: float
    end: float
    words: str


class Picture:
    """What is drawn, on lines of speakers and of streams."""

    def __init__(self, title: str, lines: list[str], end: float) -> None:
        self.title, self.end = title, end
        self.places = {name: TOP + 14 + at * LANE for at, name in enumerate(lines)}
        self.parts: list[str] = []
        self.used: list[str] = []

    def x(self, time: float) -> float:
        """Return where a time is."""
        return round(LEFT + time / self.end * (WIDTH - LEFT - 12), 1)

    def box(self, line: str, start: float, end: float, look: str, text: str = "") -> None:
        """Draw a stretch of a line."""
        x, width, y = self.x(start), self.x(end) - self.x(start) - 1.5, self.places[line]
        self.used.append(look)
        self.parts.append(
            f'<rect class="{look}" x="{x}" y="{y}" width="{width:.1f}" height="20" rx="2"/>'
        )
        if text:
            on = ' class="on"' if look in {"extra", "moved"} else ""
            self.parts.append(
                f'<text{on} x="{x + width / 2:.1f}" y="{y + 14}" text-anchor="middle">{escape(text)}</text>'
            )

    def arrow(self, line: str, other: str, time: float) -> None:
        """Draw where a segment goes."""
        down = self.places[other] > self.places[line]
        start = self.places[line] + (22 if down else -2)
        end = self.places[other] + (-4 if down else 24)
        x = self.x(time)
        self.parts.append(f'<path class="arrow" d="M{x} {start}V{end}"/>')

    def svg(self) -> str:
        """Return the whole picture."""
        bottom = max(self.places.values()) + LANE
        lanes = []
        for name, y in self.places.items():
            lanes.append(f'<text x="10" y="{y + 14}">{escape(name)}</text>')
            lanes.append(
                f'<line class="lane" x1="{LEFT}" x2="{WIDTH - 12}" y1="{y + 22}" y2="{y + 22}"/>'
            )
        key, x = [], LEFT
        for look, name in NAMES.items():
            if look in self.used:
                key.append(
                    f'<rect class="{look}" x="{x}" y="{bottom + 6}" width="14" height="10"/>'
                )
                key.append(f'<text class="fine" x="{x + 20}" y="{bottom + 15}">{name}</text>')
                x += 40 + 7 * len(name)
        inside = "\n".join([*lanes, *self.parts, *key])
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom + 26}" '
            f'width="{WIDTH}" height="{bottom + 26}" role="img">\n<style>{STYLE}</style>\n'
            '<defs><marker id="head" viewBox="0 0 8 8" refX="4" refY="4" markerWidth="7" markerHeight="7" '
            'orient="auto"><path class="head" d="M0 0L8 4L0 8z"/></marker></defs>\n'
            f'<rect class="paper" width="{WIDTH}" height="{bottom + 26}" rx="6"/>\n'
            f'<text class="title" x="10" y="22">{escape(self.title)}</text>\n{inside}\n</svg>\n'
        )


def session(talk: Any) -> Any:
    """Return the sessions, as Python gives them."""
    sides = [
        [
            {
                "session_id": "talk",
                "speaker": line,
                "start_time": start,
                "end_time": end,
                "words": words,
            }
            for line, start, end, words in side
        ]
        for side in talk
    ]
    return mg.sessions(*sides)


def meeting_of(talk: Any) -> Meeting:
    """Return the only session."""
    (found,) = Meetings(session(talk), Conditions(collar=COLLAR * 1_000_000))
    return found


def timed(row: Row) -> Iterator[tuple[str, float, float]]:
    """Yield the words of a segment with their times, in proportion to their letters."""
    words = row.words.split()
    letters, at = sum(map(len, words)), 0
    for word in words:
        begin, at = at, at + len(word)
        length = row.end - row.start
        yield word, row.start + length * begin / letters, row.start + length * at / letters


def same(name: str, drawn: float, counted: float) -> None:
    """Stop if something else is drawn than the metric counts."""
    if drawn != counted:
        sys.exit(f"{name}: {drawn} is drawn, and {counted} is counted")


Group = tuple[list[Row], list[Row]]


def draw_words(picture: Picture, groups: list[Group], *, collar: float | None = None) -> int:
    """Align the words of each group, draw them, and return the errors."""
    errors = 0
    for said, heard in groups:
        sides = [
            [(row.line, *word) for row in rows for word in timed(row)] for rows in (said, heard)
        ]
        alignment = mg.align([word[1] for word in sides[0]], [word[1] for word in sides[1]])
        pairs = [iter(side) for side in sides]
        for reference, hypothesis in alignment.pairs():
            first = next(pairs[0]) if reference is not None else None
            second = next(pairs[1]) if hypothesis is not None else None
            right = reference == hypothesis
            if right and first and second and collar is not None:
                right = abs(second[2] - first[2]) < collar
            for word, look in ((first, "missed"), (second, "extra")):
                if word is not None:
                    line, text, start, end = word
                    picture.box(line, start, end, "right" if right else look, text)
                    errors += not right
    return errors


def lines(talk: Any) -> list[str]:
    """Return the names of all lines."""
    return [*dict.fromkeys(row[0] for side in talk for row in side)]


def titled(name: str, talk: Any, about: str) -> tuple[str, Any]:
    """Return the title of a picture, and the metric."""
    collar = COLLAR if name in TIMED else None
    metric = mg.score(session(talk), metrics=name, collar=collar)[name]
    return f"{name}, {100 * float(metric):.1f} %: {about}", metric


def by_speaker(talk: Any) -> list[Group]:
    """Return the segments of each speaker, and of its stream."""
    meeting = meeting_of(talk)
    said = [Row(*row) for row in talk[0]]
    streams = [None if at is None else meeting.streams[at] for at in meeting.stream_of()]
    return [
        ([r for r in said if r.line == name], [Row(*row) for row in talk[1] if row[0] == stream])
        for name, stream in zip(meeting.speakers, streams, strict=True)
    ]


def cpwer(name: str, talk: Any, about: str, collar: float | None = None) -> Picture:
    """Draw the words of each speaker against those of its stream."""
    title, metric = titled(name, talk, about)
    picture = Picture(title, lines(talk), max(row[2] for row in talk[1]) + 0.1)
    errors = draw_words(picture, by_speaker(talk), collar=collar)
    same(name, errors, metric.errors)
    return picture


def assigned(name: str, about: str, *, swapped: bool, talk: Any = TALK) -> Picture:
    """Draw where each segment of one side goes."""
    title, metric = titled(name, talk, about)
    picture = Picture(title, lines(talk), max(row[2] for side in talk for row in side) + 0.1)
    own, other = reversed(talk) if swapped else talk
    names = [*dict.fromkeys(row[0] for row in other)]
    chosen = meeting_of(talk).assigned("exact", timed=name in TIMED, swapped=swapped)
    goes = [names[at] for at in chosen.streams]
    groups = []
    for line in names:
        mine = [Row(*row) for row, to in zip(own, goes, strict=True) if to == line]
        theirs = [Row(*row) for row in other if row[0] == line]
        groups.append((theirs, mine) if swapped else (mine, theirs))
    errors = draw_words(picture, groups, collar=COLLAR if name in TIMED else None)
    same(name, errors, metric.errors)
    for row, to in zip(own, goes, strict=True):
        picture.arrow(row[0], to, (row[1] + row[2]) / 2)
    return picture


def mimo_wer() -> Picture:
    """Draw where each segment goes, in the order of a stream that fits."""
    said, heard = ONE_STREAM
    title, metric = titled("mimo-wer", ONE_STREAM, "in any order that keeps that of each speaker")
    picture = Picture(title, lines(ONE_STREAM), 6.1)
    theirs = [Row(*row) for row in heard]
    orders = [
        [Row(*row) for row in order]
        for order in itertools.permutations(said)
        if all(
            [row for row in order if row[0] == line] == [row for row in said if row[0] == line]
            for line in lines((said, []))
        )
    ]
    words = " ".join(row.words for row in theirs)
    best = min(orders, key=lambda order: mg.wer(" ".join(row.words for row in order), words))
    same("mimo-wer", draw_words(picture, [(best, theirs)]), metric.errors)
    for line, start, end, _ in said:
        picture.arrow(line, "s1", (start + end) / 2)
    return picture


def wder() -> Picture:
    """Draw all words in one order, and those with another speaker."""
    title, metric = titled("wder", TALK, "aligned words with another speaker")
    picture = Picture(title, lines(TALK), 6.1)
    streams = {group[0][0].line: group[1][0].line for group in by_speaker(TALK)}
    sides = [
        [(row[0], *word) for row in side for word in timed(Row(*row))] for side in (SAID, HEARD)
    ]
    alignment = mg.align([word[1] for word in sides[0]], [word[1] for word in sides[1]])
    pairs = [iter(side) for side in sides]
    wrong = 0
    for reference, hypothesis in alignment.pairs():
        first = next(pairs[0]) if reference is not None else None
        second = next(pairs[1]) if hypothesis is not None else None
        both = first is not None and second is not None
        moved = first is not None and second is not None and streams[first[0]] != second[0]
        wrong += moved
        for word, alone in ((first, "missed"), (second, "extra")):
            if word is not None:
                line, text, start, end = word
                picture.box(
                    line, start, end, "moved" if moved else "right" if both else alone, text
                )
    same("wder", wrong, metric.errors)
    return picture


def stretches() -> Iterator[tuple[float, float, set[str], set[str]]]:
    """Yield stretches with who speaks, and who is heard, as speakers."""
    owner = {group[1][0].line: group[0][0].line for group in by_speaker(TALK)}
    heard = [(owner[line], start, end) for line, start, end, _ in HEARD]
    times = sorted({time for _, start, end, *_ in [*SAID, *heard] for time in (start, end)})
    for start, end in itertools.pairwise(times):
        middle = (start + end) / 2
        said, found = (
            {line for line, first, last, *_ in side if first < middle < last}
            for side in (SAID, heard)
        )
        yield start, end, said, found


def der() -> Picture:
    """Draw the time that is missed, too much, or another speaker's."""
    title, metric = titled("der", TALK, "time without its speaker, with one too many, or another")
    picture = Picture(title, [*lines(TALK), "counted"], 6.1)
    for line, start, end, _ in [*SAID, *HEARD]:
        picture.box(line, start, end, "right")
    wrong = 0.0
    for start, end, said, found in stretches():
        right = len(said & found)
        confused = min(len(said), len(found)) - right
        looks = [
            *["moved"] * confused,
            *["missed"] * max(0, len(said) - len(found)),
            *["extra"] * max(0, len(found) - len(said)),
        ]
        wrong += (end - start) * len(looks)
        if looks:
            picture.box("counted", start, end, looks[0])
    same("der", round(wrong * 1e6), metric.errors)
    return picture


def jer() -> Picture:
    """Draw, of each speaker, the time of both sides and of one alone."""
    title, metric = titled("jer", TALK, "of each speaker, the time that only one side has")
    picture = Picture(title, ["ann", "ann, heard", "bo", "bo, heard", "ann: ", "bo: "], 6.1)
    owner = {group[1][0].line: group[0][0].line for group in by_speaker(TALK)}
    for line, start, end, _ in SAID:
        picture.box(line, start, end, "right")
    for line, start, end, _ in HEARD:
        picture.box(f"{owner[line]}, heard", start, end, "right")
    rates = {}
    for name in ("ann", "bo"):
        alone = whole = 0.0
        for start, end, said, found in stretches():
            if name in said | found:
                whole += end - start
                both = name in said & found
                alone += 0.0 if both else end - start
                look = "right" if both else "missed" if name in said else "extra"
                picture.box(f"{name}: ", start, end, look)
        rates[name] = alone / whole
    same("jer", round(sum(rates.values()) / 2, 5), round(float(metric), 5))
    picture.places = {
        f"{name}{100 * rates[name[:-2]]:.0f} %" if name.endswith(": ") else name: y
        for name, y in picture.places.items()
    }
    return picture


def turns() -> Picture:
    """Draw where turns begin on either side."""
    title, metric = titled("turns", TALK, "turns that begin in time, by the mapped speaker")
    picture = Picture(title, lines(TALK), 6.1)
    owner = {group[1][0].line: group[0][0].line for group in by_speaker(TALK)}
    for line, start, end, _ in [*SAID, *HEARD]:
        picture.box(line, start, end, "right")
    begun = []
    for side in (SAID, HEARD):
        found, last = [], None
        for line, start, *_ in side:
            name = owner.get(line, line)
            if name != last:
                found.append((line, name, start))
            last = name
        begun.append(found)
    hits = 0
    for at, side in enumerate(begun):
        for line, name, start in side:
            hit = any(
                name == other and abs(start - time) <= NEAR for _, other, time in begun[1 - at]
            )
            hits += hit
            if not hit:
                picture.box(line, start, start + 0.12, "missed" if at == 0 else "extra")
            picture.parts.append(
                f'<path class="head" d="M{picture.x(start)} {picture.places[line] - 7}l9 4l-9 4z"/>'
            )
    rate = hits / sum(map(len, begun))
    same("turns", round(rate, 5), round(float(metric), 5))
    return picture


PICTURES: dict[str, Callable[[], Picture]] = {
    "cpwer": lambda: cpwer("cpwer", TALK, "the words of each speaker against those of one stream"),
    "tcpwer": lambda: cpwer(
        "tcpwer", LATE, f"a word more than {COLLAR} s away is missed, and extra", COLLAR
    ),
    "orc-wer": lambda: assigned(
        "orc-wer", "each reference segment goes to the stream that fits", swapped=False
    ),
    "tcorc-wer": lambda: assigned(
        "tcorc-wer",
        f"each reference segment goes to a stream, within {COLLAR} s",
        swapped=False,
        talk=MOVED,
    ),
    "mimo-wer": mimo_wer,
    "di-cpwer": lambda: assigned(
        "di-cpwer", "each segment of the hypothesis goes to the speaker that fits", swapped=True
    ),
    "di-tcpwer": lambda: assigned(
        "di-tcpwer",
        f"each segment of the hypothesis goes to a speaker, within {COLLAR} s",
        swapped=True,
        talk=MOVED,
    ),
    "wder": wder,
    "der": der,
    "jer": jer,
    "turns": turns,
}


def main() -> int:
    """Write the pictures, or name those that are not current."""
    old = []
    for name, draw in PICTURES.items():
        path, made = FOLDER / f"speakers-{name}.svg", draw().svg()
        if "--check" not in sys.argv:
            path.write_text(made, "utf-8")
        elif not path.is_file() or path.read_text("utf-8") != made:
            old.append(str(path))
    if old:
        sys.stderr.write(f"not current: {', '.join(old)}; run python docs/make_pictures.py\n")
    return int(bool(old))


if __name__ == "__main__":
    sys.exit(main())
