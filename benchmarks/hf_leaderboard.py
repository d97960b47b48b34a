"""Do the ``hf-leaderboard`` recipes do what the Open ASR Leaderboard does? Its own code says.

    git clone https://github.com/huggingface/open_asr_leaderboard
    python benchmarks/hf_leaderboard.py open_asr_leaderboard

For each dated recipe and each language the code of that day is read out of the checkout (any git
repository that has the commits, with or without a work tree) and run on random texts:

* **texts**: each through the normalizer, `normalizer` for English and `ml_normalizer` for the others;
  equal where both make the same text;
* **pairs**: each through the whole way of that day to its substitutions, deletions, insertions and
  reference words; equal where all four are. Pairs that the leaderboard leaves out must be left out;
* **files**: all pairs as one file of results through `score_results`, which gives a rate in percent with
  two decimals.

In addition to mondegreen this needs ``pip install num2words==0.5.14 kaldialign==0.12.0 jiwer==4.0.0 regex``.
``datasets``, ``huggingface_hub`` and ``evaluate`` are not needed: the first two are imported by the
leaderboard and not used here, and what ``evaluate.load("wer")`` does, sum jiwer's counts over all
pairs, is done here. On a machine of 2 cores all of it takes about ten minutes.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import jiwer

import mondegreen as mg
from hf_leaderboard_texts import LANGUAGES, Texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

COMMITS = {
    "20260323": "b45a5d965a9972750121d699af8547afa1e8283a",
    "20260422": "a09f16d1cc23bceabc4e46fdc36dc7735b7d94f0",
    "20260611": "c6e4f1133d355a154c1cd2157f2b55c507c4af06",
    "20260821": "d1e99b25524814332d6868a5645e568670834cfb",
}
"""The last commit of each day."""

LONGEST = 500
"""Letters of a line that is written."""

RAW_SINCE = "20260611"
"""Since then files of results hold the texts as they were said, and scoring normalizes them."""

BOTH_SINCE = "20260821"
"""Since then other languages than English are scored with kaldialign too."""


class Board(NamedTuple):
    """The leaderboard's code of a day."""

    day: str
    data: Any
    scoring: Any
    tables: list[str]

    def normalizer(self, language: str) -> Callable[[str], str]:
        """Return what the leaderboard puts texts of a language through."""
        if language == "en":
            return self.data.normalizer  # type: ignore[no-any-return]
        return lambda text: self.data.ml_normalizer(text, lang=language)

    def wanted(self, language: str, pairs: list[tuple[str, str]]) -> Iterator[list[int] | None]:
        """Yield substitutions, deletions, insertions and reference words of each pair, as this day has them.

        ``None`` for a pair that is left out.
        """
        normalize = self.normalizer(language)
        merges = self.day >= RAW_SINCE if language == "en" else self.day >= BOTH_SINCE
        for said, written in pairs:
            reference, hypothesis = normalize(said), normalize(written)
            if not self.is_kept(language, said, reference):
                yield None
                continue
            if language != "en":
                sides = self.scoring.normalize_compound_pairs([reference], [hypothesis])
                (reference,), (hypothesis,) = sides
            yield counts(reference, hypothesis, merges=merges)

    def is_kept(self, language: str, said: str, normalized: str) -> bool:
        """Whether an utterance is scored: by its normalized reference, or since June by the one as said."""
        raw = language != "en" and self.day >= RAW_SINCE
        return bool(self.data.is_target_text_in_range(said if raw else normalized))

    def rate(self, language: str, pairs: list[tuple[str, str]], folder: Path) -> float:
        """Return the rate in percent that the leaderboard prints for a file of results."""
        normalize, raw = self.normalizer(language), self.day >= RAW_SINCE
        kept = [pair for pair in pairs if self.is_kept(language, pair[0], normalize(pair[0]))]
        rows = kept if raw else [(normalize(said), normalize(written)) for said, written in kept]
        file = folder / f"MODEL_some-model_DATASET_{self.day}_{language}.jsonl"
        with file.open("w", encoding="utf-8") as lines:
            for said, written in rows:
                row = {"text": said, "pred_text": written, "time": None, "duration": None}
                lines.write(f"{json.dumps(row)}\n")
        options: dict[str, Any] = {} if language == "en" else {"multilingual": True}
        if raw:
            options["language"] = language
        with contextlib.redirect_stdout(io.StringIO()):
            _, results = self.scoring.score_results(str(folder), **options)
        file.unlink()
        (result,) = results.values()
        return float(result["wer"])


def counts(reference: str, hypothesis: str, *, merges: bool) -> list[int]:
    """Return substitutions, deletions, insertions and reference words of a pair."""
    said, written = reference.split(), hypothesis.split()
    if not said:
        return [0, 0, len(written), 0]
    if merges:
        from kaldialign import edit_distance  # only the later days need it

        found = edit_distance(said, written, merge_compounds=True)
        return [found["sub"], found["del"], found["ins"], len(said)]
    made = jiwer.process_words(reference, hypothesis)
    return [made.substitutions, made.deletions, made.insertions, len(said)]


def compute_wer(references: list[str], predictions: list[str]) -> float:
    """Return what ``evaluate.load("wer").compute`` does."""
    found = [counts(*pair, merges=False) for pair in zip(references, predictions, strict=True)]
    return sum(sum(each[:3]) for each in found) / sum(each[3] for each in found)


@contextlib.contextmanager
def board(checkout: str, day: str) -> Iterator[Board]:
    """Import the leaderboard's ``normalizer`` of a day."""
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder) / "normalizer"
        package.mkdir()
        for path in git(checkout, "ls-tree", "--name-only", COMMITS[day], "normalizer/").split():
            text = git(checkout, "show", f"{COMMITS[day]}:{path}")
            (package / Path(path).name).write_text(text, "utf-8")
        stand_in("datasets", load_dataset=None, Audio=None, IterableDataset=None)
        stand_in("huggingface_hub", snapshot_download=None)
        metric = stand_in("metric", compute=compute_wer)
        stand_in("evaluate", load=lambda _name: metric)
        for name in [name for name in sys.modules if name.partition(".")[0] == "normalizer"]:
            del sys.modules[name]
        sys.path.insert(0, folder)
        try:
            data, scoring, words = (
                importlib.import_module(f"normalizer.{name}")
                for name in ("data_utils", "eval_utils", "english_abbreviations")
            )
        finally:
            sys.path.remove(folder)
        tables = [
            word
            for table in ("english_spelling_normalizer", "english_name_normalizer")
            for pair in getattr(words, table, {}).items()
            for word in pair
        ]
        yield Board(day, data, scoring, tables)


def git(checkout: str, *arguments: str) -> str:
    """Return what git prints."""
    command = ["git", "-C", checkout, *arguments]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}: {done.stderr.decode()}")
    return done.stdout.decode()


def stand_in(name: str, **attributes: Any) -> ModuleType:
    """Put a module in place of one that is not needed."""
    module = sys.modules[name] = ModuleType(name)
    vars(module).update(attributes)
    return module


def compare(one: Board, language: str, options: argparse.Namespace, folder: Path) -> list[Any]:
    """Return a row of the table: the texts, the pairs and the rates."""
    random = Random(f"{options.seed} {one.day} {language}")
    random_texts = Texts(language, random, one.tables if language == "en" else ())
    normalize = one.normalizer(language)
    texts = [*random_texts.chosen, *(random_texts.text() for _ in range(options.texts))]
    wanted = list(map(normalize, texts))
    name = f"hf-leaderboard-multilingual-{language}"
    by: Any = mg.normalizer(f"hf-leaderboard-english@{one.day}" if language == "en" else name)
    seconds = min(timed(by, texts) for _ in range(3))
    got = list(by.batch(texts))
    odd = [each for each in zip(texts, wanted, got, strict=True) if each[1] != each[2]]
    pairs = [random_texts.pair() for _ in range(options.pairs)]
    family = "english" if language == "en" else "multilingual"
    result = mg.score(
        [said for said, _ in pairs],
        [written for _, written in pairs],
        recipe=f"hf-leaderboard-{family}@{one.day}",
        lang=None if language == "en" else language,
    )
    (metric,) = result.recipe.metrics
    hits, *steps, left_out = result.rows[metric].columns
    steps_wanted = list(one.wanted(language, pairs))
    for row, want in enumerate(steps_wanted):
        here = [int(column[row]) for column in steps]
        here.append(int(hits[row]) + here[0] + here[1])
        if (None if left_out[row] else here) != want:
            odd.append((pairs[row], want, None if left_out[row] else here))
    if options.write:
        write(options.write, one.day, language, zip(texts, wanted, strict=True))
        write(options.write, one.day, language, zip(pairs, steps_wanted, strict=True))
    for each in odd[: options.show]:
        print(*map(repr, each), sep="\n    ")
    texts_equal = len(texts) - sum(isinstance(each[0], str) for each in odd)
    pairs_equal = len(pairs) - sum(isinstance(each[0], tuple) for each in odd)
    rates = one.rate(language, pairs, folder), round(100 * result[metric].value, 2)
    return [
        *(one.day, language, f"{len(texts):,}", f"{texts_equal / len(texts):.4%}"),
        *(f"{len(pairs):,}", f"{pairs_equal / len(pairs):.4%}", *map("{:.2f}".format, rates)),
        f"{1e6 * seconds / len(texts):.2f}",
    ]


def timed(by: Any, texts: list[str]) -> float:
    """Return the seconds that normalizing takes, with one thread."""
    start = time.perf_counter()
    by.batch(texts)
    return time.perf_counter() - start


def write(file: Path, day: str, language: str, found: Iterable[tuple[Any, Any]]) -> None:
    """Append what the leaderboard makes of texts and pairs that are not long, as JSON Lines."""
    with file.open("a", encoding="utf-8") as lines:
        for given, wanted in found:
            row = {"day": day, "language": language, "given": given, "wanted": wanted}
            line = json.dumps(row, ensure_ascii=False)
            if len(line) < LONGEST:
                lines.write(f"{line}\n")


def main() -> int:
    """Print the table; the exit status is 1 where anything differs."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("checkout", help="the leaderboard's git repository")
    parser.add_argument("--texts", type=int, default=20_000, metavar="N")
    parser.add_argument("--pairs", type=int, default=5_000, metavar="N")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--days", default=",".join(COMMITS), help="those of the recipes")
    parser.add_argument("--languages", default=",".join(LANGUAGES))
    parser.add_argument("--show", type=int, default=0, metavar="N", help="show some that differ")
    parser.add_argument(
        "--write", type=Path, metavar="FILE", help="append all that is not long, as JSON Lines"
    )
    options = parser.parse_args()
    titles = ["day", "language", "texts", "equal", "pairs", "equal", "its WER", "ours", "µs a text"]
    print(f"| {' | '.join(titles)} |\n|{'---|' * len(titles)}")
    differ = False
    for day in options.days.split(","):
        with board(options.checkout, day) as one, tempfile.TemporaryDirectory() as folder:
            for language in options.languages.split(","):
                row = compare(one, language, options, Path(folder))
                differ |= {row[3], row[5]} != {"100.0000%"} or row[6] != row[7]
                print(f"| {' | '.join(row)} |", flush=True)
    return int(differ)


if __name__ == "__main__":
    sys.exit(main())
