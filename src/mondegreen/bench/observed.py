"""What systems observed, in columns: the corpus of each system, ready to be scored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from mondegreen.bench.clips import NO_CLIP, NO_REFERENCE
from mondegreen.corpus import Corpus
from mondegreen.errors import UsageError, did_you_mean
from mondegreen.text.normalizers import NORMALIZERS
from mondegreen.text.normalizers.names import known_code
from mondegreen.types import Failed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.store import Store

__all__ = ["AT", "Observed", "check_stored", "observed"]

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
    """

    dataset: str
    system: str
    corpus: Corpus
    rows: list[tuple[Any, ...] | None]
    versions: list[int]
    repeats: int
    every: list[tuple[Any, ...]]

    def column(self, name: str) -> list[Any]:
        """Return one column of all observations."""
        at = AT[name]
        return [row[at] for row in self.every]

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
    store: Store, dataset: str, systems: Sequence[str] | None = None
) -> Iterator[Observed]:
    """Yield what each system observed of a dataset, one after the other.

    Clips without a reference, and those that cannot be used, are left out of the corpus by name.
    With several repeats each is an utterance of its own, ``SAMPLE#2``.

    Args:
        store: an open one.
        dataset: its id.
        systems: names; ``None`` for all.

    Systems of which nothing is stored here are not among them.
    """
    kept = store.observations
    references = kept.references(dataset)
    left_out: dict[str, list[str]] = {}
    scored = []
    for clip in kept.samples(dataset):
        if clip["status"] != "ok":
            left_out.setdefault(NO_CLIP, []).append(clip["sample_id"])
        elif clip["sample_id"] not in references:
            left_out.setdefault(NO_REFERENCE, []).append(clip["sample_id"])
        else:
            scored.append(clip)
    known = kept.systems_on(dataset)
    ids = [clip["sample_id"] for clip in scored]
    texts = [references[name][0] for name in ids]
    versions = [references[name][1] for name in ids]
    languages = [_language(clip["language"]) for clip in scored]
    for name in known if systems is None else [each for each in systems if each in known]:
        every = kept.current(dataset, _COLUMNS, name)
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
            texts * count,
            [*map(_hypothesis, rows)],
            metadata,
            source=f"{name} on {dataset}",
            system=name,
            left_out=left_out,
        )
        yield Observed(dataset, name, corpus, rows, versions * count, count, every)


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


def _language(code: str | None) -> str:
    """Return the language as normalizers name it; ``any`` where none is made for it."""
    given = code or ""
    if given not in _known:
        there = [name.removeprefix(_FAMILY) for name in NORMALIZERS.names() if _FAMILY in name]
        short = _THREE.get(given.lower(), given)
        _known[given] = known_code(short, there) or _ANY
    return _known[given]


_THREE: Final = {
    "ara": "ar", "ben": "bn", "ces": "cs", "cze": "cs", "deu": "de", "ger": "de", "eng": "en",
    "spa": "es", "fas": "fa", "per": "fa", "fra": "fr", "fre": "fr", "heb": "he", "hin": "hi",
    "hye": "hy", "arm": "hy", "ita": "it", "jpn": "ja", "kor": "ko", "nld": "nl", "dut": "nl",
    "pol": "pl", "por": "pt", "rus": "ru", "tam": "ta", "tel": "te", "tha": "th", "tur": "tr",
    "ukr": "uk", "vie": "vi", "zho": "zh", "chi": "zh",
}  # fmt: skip
"""ISO 639-2 and 639-3, which some datasets have."""
