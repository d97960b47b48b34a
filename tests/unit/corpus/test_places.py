"""Several files as one corpus, and files that are somewhere else."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock
from urllib.parse import parse_qs, urlsplit
from xml.sax.saxutils import escape

import pytest

import mondegreen as mg
from mondegreen.corpus import parts
from mondegreen.corpus.places import files_of, opened_remotely
from mondegreen.options.reading import Reading

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def lines(first: int, rows: int) -> bytes:
    values = [
        {"id": f"u{row:04}", "reference": f"so it goes {row}", "hypothesis": f"so it {row}"}
        for row in range(first, first + rows)
    ]
    return "".join(f"{json.dumps(value)}\n" for value in values).encode()


CONTENT = {f"pairs/{number}.jsonl": lines(100 * number, 100) for number in range(3)}


class _S3(BaseHTTPRequestHandler):
    """As much of S3 as it takes to list a bucket and to read its objects."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        pass

    def _answer(self, status: int, body: bytes, **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        if "Content_Length" not in headers:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def do_GET(self) -> None:
        asked = urlsplit(self.path)
        name = asked.path.removeprefix("/bucket").lstrip("/")
        if not name:
            prefix = parse_qs(asked.query).get("prefix", [""])[0]
            found = "".join(
                f"<Contents><Key>{escape(key)}</Key><Size>{len(content)}</Size>"
                "<LastModified>2026-11-30T00:00:00.000Z</LastModified></Contents>"
                for key, content in CONTENT.items()
                if key.startswith(prefix)
            )
            text = f"<ListBucketResult><IsTruncated>false</IsTruncated>{found}</ListBucketResult>"
            self._answer(200, text.encode(), Content_Type="application/xml")
        elif name not in CONTENT:
            self._answer(404, b"<Error><Code>NoSuchKey</Code></Error>")
        else:
            whole = CONTENT[name]
            span = self.headers.get("Range")
            if span is None or self.command == "HEAD":
                self._answer(200, whole, Content_Length=str(len(whole)))
                return
            first, last = span.removeprefix("bytes=").split("-")
            part = whole[int(first) : int(last or len(whole) - 1) + 1]
            at = f"bytes {first}-{int(first) + len(part) - 1}/{len(whole)}"
            self._answer(206, part, Content_Range=at)

    do_HEAD = do_GET  # noqa: N815 - as above


@pytest.fixture
def s3(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Return what to put after an address, so that it is of this server."""
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "invented")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "invented")
    server = ThreadingHTTPServer(("127.0.0.1", 0), _S3)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"?endpoint_override=127.0.0.1:{server.server_port}&scheme=http&region=us-east-1"
    server.shutdown()
    server.server_close()


@pytest.fixture
def memory() -> Iterator[str]:
    fsspec = pytest.importorskip("fsspec")
    system = fsspec.filesystem("memory")
    for name, content in CONTENT.items():
        system.pipe(f"/{name}", content)
    yield ""
    system.rm("/pairs", recursive=True)


@pytest.fixture
def here(tmp_path: Path) -> str:
    (tmp_path / "pairs").mkdir()
    for name, content in CONTENT.items():
        (tmp_path / name).write_bytes(content)
    return str(tmp_path)


@pytest.fixture(params=["s3", "memory", "here"])
def place(request: pytest.FixtureRequest) -> tuple[str, str]:
    """Return what is in front of a name, and what is after it."""
    made = request.getfixturevalue(request.param)
    begins = {"s3": "s3://bucket", "memory": "memory://", "here": made}[request.param]
    return begins, made if request.param == "s3" else ""


def test_one_file_and_several(place: tuple[str, str]) -> None:
    begins, ends = place
    assert len(mg.read(f"{begins}/pairs/1.jsonl{ends}")) == 100
    several = mg.read(f"{begins}/pairs/*.jsonl{ends}")
    assert several.ids == [f"u{row:04}" for row in range(300)]
    assert mg.score(several)["wer"].counts["deletions"] == 300
    for name in ("pairs/7.jsonl", "pairs/*.parquet"):
        with pytest.raises(mg.InputError, match=r"no such file|no file matches"):
            mg.read(f"{begins}/{name}{ends}")


def test_in_parts(place: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "FEWEST", 50)
    begins, ends = place
    for name, rows in (("1", 100), ("*", 300)):
        found = list(parts.in_parts(f"{begins}/pairs/{name}.jsonl{ends}", None, Reading(), None))
        assert sum(len(part.corpus) for part in found) == rows
        assert rows <= found[0].about <= 1.05 * rows, "by the sizes of the files"


def test_a_folder_of_shards(here: str) -> None:
    assert [name.rpartition("/")[2] for name in files_of(f"{here}/pairs") or ()] == [
        "0.jsonl",
        "1.jsonl",
        "2.jsonl",
    ]
    assert len(mg.read(f"{here}/pairs")) == 300


def test_ids_differ_over_all_files(here: str, tmp_path: Path) -> None:
    (tmp_path / "pairs" / "3.jsonl").write_bytes(lines(250, 100))
    with pytest.raises(mg.PairingError, match=r"'u0250' is in .*2\.jsonl and in .*3\.jsonl"):
        mg.read(f"{here}/pairs/*.jsonl")


def test_columns_are_those_of_all_files(here: str, tmp_path: Path) -> None:
    more = {"id": "v", "reference": "so", "hypothesis": "so", "speaker": "ann"}
    (tmp_path / "pairs" / "3.jsonl").write_text(f"{json.dumps(more)}\n", "utf-8")
    with pytest.raises(mg.InputError, match="'speaker' is in one of them alone"):
        mg.read(f"{here}/pairs/*.jsonl")


def test_nothing_is_read_from_elsewhere_offline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MONDEGREEN_OFFLINE", "1")
    with pytest.raises(mg.UsageError, match="s3://"):
        mg.read("s3://bucket/pairs/0.jsonl")


@pytest.mark.parametrize(
    "address",
    [
        "https://ada:S3CRET@127.0.0.1:1/x.jsonl",
        "https://127.0.0.1:1/x.jsonl?X-Amz-Signature=S3CRET",
        "s3://AKID:S3CRET@bucket/x.parquet?endpoint_override=127.0.0.1:1",
        "memory://ada:S3CRET@h/x-*.jsonl",
        "ftp://ada:S3CRET@127.0.0.1:1/x.jsonl",
        "file://ada:S3CRET@h/x.jsonl",
    ],
)
def test_no_secret_of_an_address_is_said(address: str) -> None:
    with pytest.raises(mg.MondegreenError) as caught:
        mg.read(address)
    assert "S3CRET" not in str(caught.value)


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_an_address_of_the_web_names_what_to_install(
    scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    core = pytest.importorskip("fsspec.core")
    words = 'HTTPFileSystem requires "requests" and "aiohttp" to be installed'
    monkeypatch.setattr(core, "url_to_fs", Mock(side_effect=ImportError(words)))
    with pytest.raises(mg.MissingDependencyError, match=r"aiohttp.*pip install '\.\[remote\]'"):
        opened_remotely(f"{scheme}://example.org/a.jsonl")
