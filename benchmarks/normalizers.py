"""How fast the native normalizers are next to the Python programs that they reimplement.

Two parts, each with all contestants in turn within one run:

* **normalizing**: the 400 sentences of ``examples/sentences.tsv`` (as written and as spoken, full
  of figures, spelled numbers, contractions and punctuation), repeated; the normalizers of
  openai-whisper against ours with one thread and with two. Wall time, best of the rounds. Below
  them two of our own, which no other program has;
* **pipeline**: corpus a with ``whisper-english`` on both sides and the word error rate;
  whisper-normalizer and jiwer against ``mondegreen.score`` with one thread. The peer gets a slice,
  as a whole run of it takes minutes; both are given as time per pair, which for either does not
  depend on the number of pairs. CPU time.

The same environment as for ``run.py``, and in it, without their dependencies (torch and others)::

    pip install more-itertools==11.2.1 regex==2026.11.19
    pip install --no-deps openai-whisper==20250625 whisper-normalizer==0.1.15
"""

from __future__ import annotations

import argparse
import gc
import importlib
import importlib.util
import sys
import tempfile
import time
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import corpora
import mondegreen as mg

if TYPE_CHECKING:
    from collections.abc import Callable

SENTENCES = Path(__file__).parents[1] / "examples" / "sentences.tsv"
NAMES = (
    "whisper-english",
    "whisper-basic",
    "whisper-basic-remove-diacritics",
    "whisper-basic-split-letters",
)
OWN = ("mondegreen-en", "mondegreen-any")


def original(name: str) -> Callable[[str], str]:
    """Load a normalizer of openai-whisper without the rest of it, which would import torch."""
    if "whisper_alone" not in sys.modules:
        spec = importlib.util.find_spec("whisper")
        if spec is None or not spec.submodule_search_locations:
            raise SystemExit("pip install --no-deps openai-whisper==20250625")
        parent = ModuleType("whisper_alone")
        parent.__path__ = [str(Path(spec.submodule_search_locations[0]) / "normalizers")]
        sys.modules["whisper_alone"] = parent
    if name == "whisper-english":
        return importlib.import_module("whisper_alone.english").EnglishTextNormalizer()  # type: ignore[no-any-return]
    basic = importlib.import_module("whisper_alone.basic").BasicTextNormalizer
    return basic(  # type: ignore[no-any-return]
        remove_diacritics="remove-diacritics" in name, split_letters="split-letters" in name
    )


def sentences(rows: int) -> list[str]:
    """Return ``rows`` texts, each an object of its own."""
    lines = SENTENCES.read_text(encoding="utf-8").splitlines()[1:]
    texts = [text for line in lines for text in line.split("\t")[2:4]]
    return [" ".join([texts[row % len(texts)]]) for row in range(rows)]


def timed(work: Callable[[], Any], clock: Callable[[], float]) -> float:
    """Return the seconds that one call takes."""
    gc.collect()
    start = clock()
    work()
    return clock() - start


def normalizing(rows: int, rounds: int) -> None:
    """Print microseconds per text, and how many times as fast ours is."""
    texts = sentences(rows)
    few = texts[: max(rows // 20, 400)]
    letters = sum(map(len, texts)) / len(texts)
    print(
        f"Normalizing: {rows:,} texts of {letters:.0f} characters; the original gets {len(few):,}.\n"
    )
    print(
        "| normalizer | original, µs | 1 thread, µs | 2 threads, µs | 1 thread | 2 threads over 1 |"
    )
    print("|---|---:|---:|---:|---:|---:|")
    for name in NAMES:
        before, ours = original(name), mg.normalizer(name)
        assert [before(text) for text in few[:400]] == list(ours.batch(few[:400]))
        times: dict[str, list[float]] = {"original": [], "one": [], "two": []}
        for _ in range(rounds):
            work = lambda: [before(text) for text in few]  # noqa: E731, B023
            times["original"].append(timed(work, time.perf_counter) / len(few))
            for key, threads in (("one", 1), ("two", 2)):
                work = lambda: ours.batch(texts, threads=threads)  # noqa: E731, B023
                times[key].append(timed(work, time.perf_counter) / len(texts))
        old, one, two = (min(times[key]) * 1e6 for key in ("original", "one", "two"))
        print(
            f"| {name} | {old:.1f} | {one:.2f} | {two:.2f} | × {old / one:.0f} | × {one / two:.2f} |"
        )
    for name in OWN:
        times = {"one": [], "two": []}
        ours = mg.normalizer(name)
        for _ in range(rounds):
            for key, threads in (("one", 1), ("two", 2)):
                work = lambda: ours.batch(texts, threads=threads)  # noqa: E731, B023
                times[key].append(timed(work, time.perf_counter) / len(texts))
        one, two = (min(times[key]) * 1e6 for key in ("one", "two"))
        print(f"| {name} | | {one:.2f} | {two:.2f} | | × {one / two:.2f} |")


def pipeline(folder: Path, slice_rows: int, rounds: int) -> None:
    """Print microseconds per pair of both pipelines, and the ratio."""
    try:
        import jiwer
        from whisper_normalizer.english import EnglishTextNormalizer
    except ImportError as error:
        raise SystemExit(f"{error}; see the first lines of this file") from None
    references, hypotheses = (
        path.read_text(encoding="utf-8").splitlines() for path in corpora.ensure("a", folder)
    )
    peer = EnglishTextNormalizer()
    first = references[:slice_rows], hypotheses[:slice_rows]
    rates: list[float] = []

    def theirs() -> None:
        sides = [[peer(text) for text in side] for side in first]
        rates.append(jiwer.wer(*sides))

    def ours() -> None:
        mg.score(references, hypotheses, normalizer="whisper-english")

    result = mg.score(*first, normalizer="whisper-english")
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        times[0].append(timed(theirs, time.process_time) / slice_rows)
        times[1].append(timed(ours, time.process_time) / len(references))
    old, new = (min(each) * 1e6 for each in times)
    print(
        f"\nPipeline: whisper-english on both sides of corpus a, {len(references):,} pairs, and WER."
    )
    print(f"whisper-normalizer and jiwer get the first {slice_rows:,} pairs.\n")
    print("| pipeline | µs per pair | 1,000,000 pairs, s | WER of the slice |")
    print("|---|---:|---:|---:|")
    print(f"| whisper-normalizer, jiwer | {old:.1f} | {old:.1f} (scaled) | {rates[0]:.6f} |")
    print(f"| mondegreen, 1 thread | {new:.2f} | {new:.2f} | {result['wer'].value:.6f} |")
    print(f"\nmondegreen is {old / new:.0f} times as fast.")


def main() -> None:
    """Run both parts."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", choices=("normalizing", "pipeline"), help="one part alone")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rows", type=int, default=200_000, help="texts to normalize")
    parser.add_argument("--slice", type=int, default=20_000, help="pairs for the peer")
    parser.add_argument(
        "--corpora", type=Path, default=Path(tempfile.gettempdir()) / "bench-corpora"
    )
    given = parser.parse_args()
    if given.only != "pipeline":
        normalizing(given.rows, given.rounds)
    if given.only != "normalizing":
        pipeline(given.corpora, given.slice, min(given.rounds, 3))


if __name__ == "__main__":
    main()
