"""One recording through a recogniser, and what became of the text that was expected."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from mondegreen.errors import InputError, InputTypeError, MondegreenError, given, visible
from mondegreen.judges.custom import check_asynchronous, said_by
from mondegreen.providers import Audio, ProviderError, make
from mondegreen.report.diff_files import page_name, time_of_day
from mondegreen.report.diff_report import diff_report_async
from mondegreen.scoring.arguments import path_of
from mondegreen.text.normalizers import normalizer as text_normalizer

if TYPE_CHECKING:
    from os import PathLike

    from mondegreen.judges.custom import CustomMetric
    from mondegreen.providers import Provider
    from mondegreen.report.diff_report import DiffReport

__all__ = ["transcribe_and_diff"]


async def transcribe_and_diff(
    provider: Provider | str,
    wav_path: str | PathLike[str],
    txt_path: str | PathLike[str],
    out_path: str | PathLike[str],
    custom_metric_fn: CustomMetric | None = None,
    *,
    normalizer: str = "stt-diff",
    timeout: float | None = None,  # noqa: ASYNC109 - for the metric alone
) -> DiffReport:
    """Transcribe one recording, compare the text with the expected one, and write the page.

    A recogniser that fails, and a recording that it cannot use, are a report with an ``error`` and
    without rates; its page says why.

    Args:
        provider: a name, as ``pocketsphinx`` or ``deepgram:nova-3``, or an object of
            `mondegreen.provider`. An object stays open: with several recordings use it as an
            ``async with`` block.
        wav_path: the recording: wav, flac, ogg, mp3, or raw ``.pcm``.
        txt_path: a file in UTF-8 with what was said.
        out_path: the page; or a folder, in which the page is called
            ``TIME_PROVIDER_RECORDING.diff.html``. Folders are made.
        custom_metric_fn: any ``async def metric(text_expected, text_got)``, as
            `mondegreen.SemanticUnderstandingAnalyzer`'s ``compare``; see `mondegreen.diff_report`.
        normalizer: normalizer for both texts.
        timeout: seconds that the metric may take.

    Raises:
        InputError: a file is not there, the text is not UTF-8, or the page cannot be written.
        UsageError: no such provider or model, no key, or the metric is not asynchronous.
        MissingDependencyError: a package of the provider is not installed.

    >>> import asyncio, mondegreen as mg
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> clip = Path(mg.__path__[0]) / "examples" / "recordings" / "store.flac"
    >>> with TemporaryDirectory() as out:
    ...     work = mg.transcribe_and_diff("pocketsphinx", clip, clip.with_suffix(".txt"), out)
    ...     report = asyncio.run(work)
    >>> report.text_expected
    'the store opens at nine in the morning'
    >>> report.to_row()["words_expected"], report.error
    (8, '')
    """
    if custom_metric_fn is not None:
        check_asynchronous(custom_metric_fn)
    text_normalizer(normalizer)
    wav, txt = (
        Path(path_of(path, name)) for path, name in ((wav_path, "wav_path"), (txt_path, "txt_path"))
    )
    expected = _text(txt)
    if not wav.is_file():
        raise InputError(f"{visible(str(wav))}: no such file, expected a recording")
    named = isinstance(provider, str)
    recogniser: Any = make(provider) if isinstance(provider, str) else provider
    if not hasattr(recogniser, "transcribe"):
        raise InputTypeError(
            f"provider: expected a name, such as 'pocketsphinx', or mondegreen.provider(...), given "
            f"{given(provider)}"
        )
    name = str(getattr(recogniser, "system", None) or type(recogniser).__name__)
    page = _page(out_path, name, wav)
    if getattr(recogniser, "host", None) is not None:
        recogniser.announce(1, f"the transcript is kept in {page}")
    if named:
        async with recogniser:
            got, error = await _transcript(recogniser, wav)
    else:
        got, error = await _transcript(recogniser, wav)
    report = await diff_report_async(
        expected,
        got,
        custom_metric=custom_metric_fn,
        normalizer=normalizer,
        timeout=timeout,
        error=error,
    )
    report.to_html(page, provider=name, file=wav.name)
    return report


async def _transcript(recogniser: Any, path: Path) -> tuple[str | None, str]:
    """Return the text, or why there is none."""
    try:
        made = await recogniser.transcribe(Audio.open(path))
    except ProviderError as error:
        return None, str(error)
    except MondegreenError:  # wrong usage, which would be so with every recording
        raise
    except Exception as error:  # noqa: BLE001 - a provider of one's own may raise anything
        return None, said_by(error)
    text = getattr(made, "text", None)
    if not isinstance(text, str):
        return None, f"expected a transcript with a text, given {given(made)}"
    return text, ""


def _text(path: Path) -> str:
    where = visible(str(path))
    try:
        return path.read_text("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        raise InputError(
            f"{where}: is not UTF-8 (byte {error.start + 1}); write it again"
        ) from None
    except OSError as error:
        raise InputError(
            f"{where}: cannot be read: {error.strerror}; expected a text with what was said"
        ) from None


def _page(out_path: str | PathLike[str], name: str, wav: Path) -> Path:
    """Return the path of the page, in a folder that is there.

    Raises:
        InputError: the folder cannot be made.
    """
    given_path = path_of(out_path, "out_path")
    page = Path(given_path)
    if page.is_dir() or str(given_path).endswith(("/", "\\")):
        page = page / page_name(time_of_day(), name, wav.stem)
    try:
        page.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"{visible(str(page.parent))}: cannot be made a folder: {error.strerror}"
        ) from None
    return page
