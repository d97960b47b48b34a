"""What systems observed, in columns: the corpus of each system, ready to be scored."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from mondegreen.bench.referenced import Referenced, referenced
from mondegreen.corpus import Corpus
from mondegreen.errors import UsageError, did_you_mean
from mondegreen.text.normalizers import NORMALIZERS
from mondegreen.text.normalizers.typed_names import known_code
from mondegreen.types import Failed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.store import Store

__all__ = ["AT", "Observed", "check_stored", "language_of", "observed", "transcripts"]

_COLUMNS: Final = (
    *("system", "sample_id", "repeat", "id", "status", "error", "transcription", "seconds"),
    *("cpu_seconds", "host", "audio_duration_seconds", "money", "service_name", "model_name"),
    *("retries", "ttfb_seconds"),
)
AT: Final = {name: at for at, name in enumerate(_COLUMNS)}
"""Where each column of an observation is."""

_STATUS, _TEXT = AT["status"], AT["transcription"]
_ANY: Final = "any"
_FAMILY: Final = "mondegreen-"


@dataclass
class Observed:
    """The current observations of one system on one dataset, in the order of the dataset.

    Attributes:
        dataset: its id.
        system: its name.
        corpus: references and hypotheses; what is missing is ``None``, what failed is `Failed`.
        rows: of each utterance the observation; ``None`` where there is none.
        versions: of each reference.
        repeats: how many there are.
        every: all observations, also of clips that have no reference.
        references: which they are, and why others are not scored.
    """

    dataset: str
    system: str
    corpus: Corpus
    rows: list[tuple[Any, ...] | None]
    versions: list[int]
    repeats: int
    every: list[tuple[Any, ...]]
    references: Referenced

    def column(self, name: str) -> list[Any]:
        """Return one column of all observations."""
        at = AT[name]
        return [row[at] for row in self.every]

    @property
    def before(self) -> Corpus | None:
        """The corpus with the references before corrections; ``None`` where nobody corrected any."""
        if not self.references.corrected:
            return None
        found = self.references
        texts = [
            text if original is None else original
            for text, original in zip(found.texts, found.originals, strict=True)
        ]
        return replace(self.corpus, references=texts * self.repeats)

    @property
    def service(self) -> str:
        """The provider."""
        return str(self.every[0][AT["service_name"]])

    @property
    def model(self) -> str:
        """The model."""
        return str(self.every[0][AT["model_name"]])

    @property
    def language(self) -> str | None:
        """The language of all clips; ``None`` where they have several."""
        found = set(self.corpus.metadata["language"])
        return str(found.pop()) if len(found) == 1 else None


def observed(
    store: Store,
    dataset: str,
    systems: Sequence[str] | None = None,
    *,
    unverified: bool = False,
    latency_pass: bool = False,
) -> Iterator[Observed]:
    """Yield what each system observed of a dataset, one after the other.

    Clips without a reference that counts, and those that cannot be used, are left out of the corpus
    by name. With several repeats each is an utterance of its own, ``SAMPLE#2``.

    Args:
        store: an open one.
        dataset: its id.
        systems: names; ``None`` for all.
        unverified: whether unverified drafts of references count too.
        latency_pass: whether the observations of the latency pass are wanted, or the others.

    Systems of which nothing is stored here are not among them.
    """
    kept = store.observations
    found = referenced(store, dataset, unverified=unverified)
    ids = [clip["sample_id"] for clip in found.clips]
    languages = [language_of(clip["language"]) for clip in found.clips]
    known = kept.systems_on(dataset)
    for name in known if systems is None else [each for each in systems if each in known]:
        every = kept.current(dataset, _COLUMNS, name, latency_pass=latency_pass)
        by_repeat: dict[int, dict[str, tuple[Any, ...]]] = {}
        for row in every:
            by_repeat.setdefault(row[AT["repeat"]], {})[row[AT["sample_id"]]] = row
        rows = [by_sample.get(each) for by_sample in by_repeat.values() for each in ids]
        count = len(by_repeat)
        names = ids
        if count > 1:
            names = [f"{each}#{repeat + 1}" for repeat in by_repeat for each in ids]
        metadata: dict[str, list[Any]] = {
            "language": languages * count,
            "sample": ids * count,
            "dataset": [dataset] * len(rows),
            "system": [name] * len(rows),
        }
        corpus = Corpus(
            names,
            found.texts * count,
            [*map(_hypothesis, rows)],
            metadata,
            source=f"{name} on {dataset}",
            system=name,
            left_out=found.left_out,
        )
        yield Observed(dataset, name, corpus, rows, found.versions * count, count, every, found)


def check_stored(store: Store, datasets: Sequence[str], systems: Sequence[str] | None) -> None:
    """Refuse a system of which no dataset has anything.

    Raises:
        UsageError: the first of them.
    """
    known = sorted({name for each in datasets for name in store.observations.systems_on(each)})
    odd = next((name for name in systems or () if name not in known), None)
    if odd is not None:
        raise UsageError(
            f"{store.where}: nothing of the system {odd!r} on {', '.join(datasets)}; there are "
            f"{', '.join(known) or 'none'}.{did_you_mean(odd, known)}"
        )


def _hypothesis(row: tuple[Any, ...] | None) -> Any:
    if row is None:
        return None
    if row[_STATUS] == "ok":
        return row[_TEXT] or ""
    return Failed(row[AT["error"]] or row[_STATUS])


_known: dict[str, str] = {}


def transcripts(store: Store, dataset: str, system: str) -> dict[str, str]:
    """Return what a system transcribed, by sample: of several repeats the first that is there."""
    found: dict[str, str] = {}
    for row in store.observations.current(dataset, _COLUMNS, system):
        if row[_STATUS] == "ok":
            found.setdefault(row[AT["sample_id"]], row[_TEXT] or "")
    return found


def language_of(code: str | None) -> str:
    """Return the language as normalizers name it; ``any`` where none is made for it."""
    given = code or ""
    if given not in _known:
        there = [name.removeprefix(_FAMILY) for name in NORMALIZERS.names() if _FAMILY in name]
        _known[given] = known_code(given, there) or known_code(_shorter(given), there) or _ANY
    return _known[given]


def _shorter(code: str) -> str:
    """Return a code of two letters for one of three, which some datasets have."""
    from langcodes import standardize_tag  # seldom needed
    from langcodes.tag_parser import LanguageTagError

    try:
        return standardize_tag(code, macro=True)
    except LanguageTagError:
        return code
