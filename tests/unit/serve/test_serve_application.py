"""The local page over HTTP: who is answered, and what is shown."""

from __future__ import annotations

import asyncio
import re
from html import unescape
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

import mondegreen as mg
from mondegreen.serve.application import MOST_BYTES, application
from mondegreen.serve.pair import PRESETS, Pair, choices

ADDRESS = "127.0.0.1:8123"
TOKEN = "a-token"
ATTACK = """</textarea></script><script>document.title="owned"</script><img src=x onerror=alert(1)>"'&amp;\x1b[31m"""


def client(**options: Any) -> TestClient:
    base = f"http://{ADDRESS}"
    return TestClient(application(ADDRESS, TOKEN), base_url=base, follow_redirects=False, **options)


def send(reference: str, hypothesis: str, **fields: Any) -> Any:
    data = {"reference": reference, "hypothesis": hypothesis, "language": "en", **fields}
    return client().post(f"/{TOKEN}/", data=data)


def test_the_page_is_at_its_address() -> None:
    found = client().get(f"/{TOKEN}/")
    assert found.status_code == 200
    assert "Reference: what was said" in found.text
    assert "<script" not in found.text


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "evil.example:8123", "localhost:8123", "127.0.0.1", "127.0.0.1:80"),
        *("127.0.0.1:8123.evil.example", "[::1]:8123", "", "127.0.0.1:8123, evil.example"),
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_another_host_is_refused_even_with_the_token(host: str, method: str) -> None:
    """After DNS rebinding a browser sends the name of the other site."""
    found = client().request(method, f"/{TOKEN}/", headers={"Host": host}, data={"reference": "a"})
    assert found.status_code == 421
    assert "textarea" not in found.text
    assert "evil" not in found.text


def test_two_hosts_are_refused() -> None:
    headers = [("Host", ADDRESS), ("Host", "evil.example")]
    assert client().get(f"/{TOKEN}/", headers=headers).status_code == 421


@pytest.mark.parametrize(
    "path",
    ["/", f"/{TOKEN}", f"/{TOKEN}/x", "/a-tokem/", "//", "/%F0%9F%98%80/", "/docs", "/..%2f"],
)
def test_without_the_token_there_is_no_page(path: str) -> None:
    found = client().get(path)
    assert found.status_code == 404
    assert TOKEN not in found.text


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://127.0.0.1:8124"}, 403),
        ({"Origin": f"http://{ADDRESS}"}, 200),
        ({"Content-Type": "text/plain"}, 415),
        ({"Content-Type": "application/json"}, 415),
    ],
)
def test_a_form_of_another_page_is_refused(headers: dict[str, str], status: int) -> None:
    found = client().post(f"/{TOKEN}/", data={"reference": "a", "hypothesis": "b"}, headers=headers)
    assert found.status_code == status


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS"])
def test_other_methods_are_refused(method: str) -> None:
    assert client().request(method, f"/{TOKEN}/").status_code == 405


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        *((method, f"/{TOKEN}/", 405) for method in ("PUT", "DELETE", "OPTIONS", "TRACE")),
        *(("GET", "/", 404), ("PUT", "/", 405), ("POST", f"/{TOKEN}/", 415)),
    ],
)
def test_every_answer_has_the_same_headers(method: str, path: str, status: int) -> None:
    usual = client().get(f"/{TOKEN}/").headers
    found = client().request(method, path)
    assert found.status_code == status
    assert found.text.startswith("mondegreen: ")
    for name in set(usual) - {"content-type", "content-length", "content-security-policy"}:
        assert found.headers[name] == usual[name], name
    assert "default-src 'none'" in found.headers["content-security-policy"]


def test_a_fault_of_the_program_has_them_too() -> None:
    def fault(_: Pair) -> Any:
        raise RuntimeError("a secret")

    app = application(ADDRESS, TOKEN, fault)
    base = f"http://{ADDRESS}"
    with TestClient(app, base_url=base, raise_server_exceptions=False) as opened:
        found = opened.post(f"/{TOKEN}/", data={"reference": "a", "hypothesis": "b"})
    assert found.status_code == 500
    assert "secret" not in found.text
    assert found.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", [f"/{TOKEN}/", "/"])
def test_headers_keep_the_page_to_itself(path: str) -> None:
    headers = client().get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "http" not in policy
    assert "unsafe" not in policy
    assert headers["cache-control"] == "no-store"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["x-content-type-options"] == "nosniff"
    assert not [name for name in headers if name.startswith("access-control")]


def test_it_shows_what_python_says() -> None:
    """Rates, the reasons, and the signature are those of `score`."""
    said, heard = "It cost five dollars, not nine.", "it cost $5 not nein"
    found = send(said, heard, normalizer="lower", forgive=["agent"])
    shown = unescape(found.text)
    result = mg.score([said], [heard], normalizer="lower", lang="en", forgive=["agent"])
    assert f">{100 * result['wer'].value:.2f} %<" in shown
    assert result.signature in shown
    spans = result.forgiven()
    assert spans
    for span in spans:
        assert span.reason is not None
        assert span.reason.forgiver in shown
        assert span.reason.why in shown


@pytest.mark.parametrize(
    ("language", "said", "heard", "shown"),
    [
        (
            "en",
            "please call Ada at nine",
            "please call Ida at nine pm",
            "please call AdaIda at nine pm",
        ),
        ("zh", "我有三百", "我有四百", "我有三四百"),
    ],
)
def test_the_aligned_texts_are_one_line(language: str, said: str, heard: str, shown: str) -> None:
    found = send(said, heard, language=language).text
    line = found.partition('class="diff" dir="auto">')[2].partition("</p>")[0]
    assert re.sub(r"</del> <ins>", "", line).count("\n") == 0
    assert re.sub(r"<[^>]+>", "", line.replace("</del> <ins>", "")) == shown


def test_choices_are_kept() -> None:
    found = send("a", "b", language="de", normalizer="lower", forgive=["case", "numbers"]).text
    assert "<option selected>de</option>" in found
    assert "<option selected>lower</option>" in found
    assert found.count(" checked>") == 2


@pytest.mark.parametrize("side", ["reference", "hypothesis"])
def test_hostile_texts_are_text(side: str) -> None:
    texts = {"reference": "all is well", "hypothesis": "all is well", side: f"all {ATTACK} well"}
    found = send(**texts)
    assert found.status_code == 200
    assert "<script" not in found.text
    assert "<img" not in found.text
    assert found.text.count("</textarea>") == 2
    assert "\x1b" not in found.text.partition("</form>")[2]  # the fields keep what was typed


@pytest.mark.parametrize("name", ["language", "normalizer", "forgive"])
@pytest.mark.parametrize("value", [ATTACK, "/etc/passwd", "../x.toml", "judge", "nothing"])
def test_a_name_that_is_not_offered_is_refused(name: str, value: str) -> None:
    """Among them names of files, which the same options take on the command line."""
    found = send("a", "b", **{name: value})
    assert found.status_code == 400
    assert "of the list is named" in found.text
    assert "<script" not in found.text


def test_a_refusal_of_the_scorer_is_shown_and_the_texts_stay() -> None:
    found = send("habari gani", "habari gani leo", language="sw", forgive=["homophone"])
    assert found.status_code == 400
    assert "homophone knows the sounds of English only" in found.text
    assert "habari gani leo" in found.text


@pytest.mark.parametrize("announced", [MOST_BYTES + 1, 99_999_999_999, "9" * 5000])
def test_what_is_announced_as_too_long_is_not_waited_for(announced: object) -> None:
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Content-Length": str(announced),
    }
    assert client().post(f"/{TOKEN}/", content=b"", headers=headers).status_code == 413


def test_who_goes_away_while_sending_causes_no_error() -> None:
    """With ``raise_server_exceptions`` the client raises what a server would print as a traceback."""
    scope = {
        "type": "http", "method": "POST", "path": f"/{TOKEN}/", "raw_path": b"", "query_string": b"",
        "root_path": "", "scheme": "http", "http_version": "1.1", "server": None, "client": None,
        "headers": [(b"host", ADDRESS.encode()), (b"content-length", b"1000"),
                    (b"content-type", b"application/x-www-form-urlencoded")],
    }  # fmt: skip
    parts = iter(
        [{"type": "http.request", "body": b"ref", "more_body": True}, {"type": "http.disconnect"}]
    )
    sent: list[Any] = []

    async def receive() -> Any:
        return next(parts)

    async def keep(message: Any) -> None:
        sent.append(message)

    asyncio.run(application(ADDRESS, TOKEN)(scope, receive, keep))
    assert sent[0]["type"] == "http.response.start"


def test_what_is_too_long_is_refused() -> None:
    assert send("a " * (MOST_BYTES // 2), "b").status_code == 413
    many = "&".join("forgive=case" for _ in range(101))
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    assert client().post(f"/{TOKEN}/", content=many, headers=kind).status_code == 400
    assert client().post(f"/{TOKEN}/", content=b"reference=%ff", headers=kind).status_code == 400
    assert client().post(f"/{TOKEN}/", content=b"reference=\xff", headers=kind).status_code == 400
    assert client().post(f"/{TOKEN}/", content=b"", headers=kind).status_code == 200


@pytest.mark.parametrize(
    ("reference", "hypothesis", "rate"),
    [("", "b", "1 error"), ("a", "", "100.00 %"), ("a", "a", "0.00 %")],
)
def test_empty_texts(reference: str, hypothesis: str, rate: str) -> None:
    assert f'"value">{rate}<' in send(reference, hypothesis).text


@pytest.mark.parametrize("text", ["", " \n"])
def test_no_texts_have_no_rate(text: str) -> None:
    found = send(text, text).text
    assert "both texts are empty" in found
    assert "%" not in found.partition("</form>")[2]


@pytest.mark.parametrize("language", ["", *choices().languages])
def test_every_language(language: str) -> None:
    assert Pair("eins 2", "zwei 2", language).shown().cards


@pytest.mark.parametrize("name", [*PRESETS, *choices().forgivers])
def test_every_forgiver(name: str) -> None:
    language = "ru" if name == "script" else "en"
    assert Pair("one Colour", "1 color", language, "none", (name,)).shown().steps


@pytest.mark.parametrize("name", choices().normalizers)
def test_every_normalizer(name: str) -> None:
    assert name in Pair("one Colour", "1 color", "en", name).shown().signature


@settings(max_examples=30)
@given(st.text(max_size=40), st.text(max_size=40))
def test_any_text_gives_a_page(reference: str, hypothesis: str) -> None:
    found = send(
        reference.encode("utf-8", "replace").decode(),
        hypothesis.encode("utf-8", "replace").decode(),
    )
    assert found.status_code == 200
    assert found.text.count("<textarea") == 2
    assert ("<dl" in found.text) == bool(reference.strip() or hypothesis.strip())
