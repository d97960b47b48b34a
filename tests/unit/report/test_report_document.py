"""What is in a report, read as HTML; how it behaves in a browser is tested elsewhere."""

from __future__ import annotations

import json
import re
import sys
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import pytest

import mondegreen as mg
from mondegreen.report import document, environment
from mondegreen.report.document import render_report, write_report

if TYPE_CHECKING:
    from pathlib import Path

ATTACK = "</script><script>alert(1)</script><!-- ]]> \"'`&lt; \u202e\x1b[31m"


class Page(HTMLParser):
    """The tags of a page, its text, and what its scripts hold."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.scripts: list[str] = []
        self.inside = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.inside = tag

    def handle_endtag(self, tag: str) -> None:
        del tag
        self.inside = ""

    def handle_data(self, data: str) -> None:
        if self.inside == "script":
            self.scripts.append(data)
        elif self.inside != "style":
            self.texts.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.texts).split())

    @property
    def data(self) -> Any:
        return json.loads(self.scripts[0])


def page(results: Any, **options: Any) -> Page:
    return Page(render_report(results, **options))


def test_hostile_texts_in_every_place() -> None:
    result = mg.score(
        [ATTACK, f"a {ATTACK}"],
        [f"{ATTACK} b", mg.Failed(ATTACK)],
        ids=[f"1{ATTACK}", f"2{ATTACK}"],
        by={f"column {ATTACK}": [ATTACK, "x"]},
        missing="deletions",
    )
    html = render_report({ATTACK: result, "b": result}, title=ATTACK, by=[f"column {ATTACK}"])
    found = Page(html)
    assert len(found.scripts) == 2  # the data and the script of the page
    assert [tag for tag, _ in found.tags].count("script") == 2
    assert "\x1b" not in html
    assert "\u202e" not in html
    assert found.data["systems"][0].startswith("</script><script>alert(1)")
    assert "alert(1)" in found.text


def test_nothing_is_loaded_and_no_style_or_handler_stands_in_an_element() -> None:
    result = mg.score(["a b"], ["a c"], by={"k": ["x"]}, forgive=["case"])
    found = page(result)
    for tag, attributes in found.tags:
        names = {"src", "style", "srcset", "action"} | {n for n in attributes if n.startswith("on")}
        assert not names & set(attributes), (tag, attributes)
        assert tag not in {"link", "img", "iframe", "object"}
        href = attributes.get("href") or "#"
        assert href.startswith("#")
    (policy,) = [a["content"] for t, a in found.tags if t == "meta" and "http-equiv" in a]
    assert policy is not None
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy


def test_links_lead_somewhere_and_ids_are_unique() -> None:
    for results in (mg.score("a b", "a c"), {"a": mg.score("a", "b"), "b": mg.score("a", "a")}):
        found = page(results)
        ids = [a["id"] for _, a in found.tags if "id" in a]
        assert len(ids) == len(set(ids))
        links = {str(a["href"])[1:] for t, a in found.tags if t == "a"}
        assert links <= set(ids)


def test_the_head_has_rate_interval_coverage_and_signature() -> None:
    result = mg.score(["a b c"] * 4, ["a b c", "a b", "a x y", "a b c d"])
    text = page(result).text
    assert "33.33 %" in text
    assert "95 % interval" in text
    assert "(2 + 1 + 1) / 12" in text
    assert "4 scored, 0 empty, 0 missing, 0 failed" in text
    assert result.signature in text
    assert "Substitutions, deletions and insertions over the words of the reference." in text


def test_missing_failed_and_empty_are_named_in_the_place_of_a_blank() -> None:
    hypotheses = ["a", "", None, mg.Failed("timeout\nafter 3 s")]
    result = mg.score(["a"] * 4, hypotheses, missing="skip")
    found = page(result)
    by_place = {each["n"]: each["s"][0] for each in found.data["utterances"]}
    assert by_place[1]["w"] == "(empty)"
    assert by_place[2] == {"h": None, "e": None, "p": None, "w": "(missing)"}
    assert by_place[3]["w"] == "failed: timeout after 3 s"
    assert "failed: timeout after 3 s" in found.text


def test_errors_against_an_empty_reference_are_no_rate() -> None:
    found = page(mg.score(["", "a"], ["b c", "a"], by={"k": ["none", "some"]}), by=["k"])
    assert "2 errors" in found.text
    assert "An empty reference has no rate" in found.text
    assert {each["s"][0]["p"] for each in found.data["utterances"]} == {None, 0.0}


def test_pieces_put_both_texts_together_again() -> None:
    said = ["the data base costs five dollars", "a b c", "", "x"]
    written = ["the database costs $5 now", "b c d", "so", ""]
    for forgive in (None, ["spacing", "numbers"]):
        found = page(mg.score(said, written, forgive=forgive))
        for each in found.data["utterances"]:
            pieces = each["s"][0]["d"]
            sides = [
                " ".join(filter(None, (p if isinstance(p, str) else p[side] for p in pieces)))
                for side in ("r", "h")
            ]
            assert sides == [said[each["n"]], written[each["n"]]]
            errors = sum(p["e"] for p in pieces if not isinstance(p, str) and "f" not in p)
            assert errors == each["s"][0]["e"]
            for piece in pieces:
                if not isinstance(piece, str) and "c" in piece:
                    assert "".join(part[0] for part in piece["c"]) == piece["r"]
                    assert "".join(part[1] for part in piece["c"]) == piece["h"]


def test_letters_are_joined_without_spaces() -> None:
    found = page(mg.score("今天天气", "今天天気", metrics=["cer"]))
    assert found.data["space"] == ""
    assert found.data["utterances"][0]["s"][0]["d"][0] == "今天天"


def test_the_worst_are_kept_where_not_all_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    said = ["a b c d"] * 50
    written = ["a b c d"] * 30 + ["x y c d"] * 19 + ["x y z w v"]
    result = mg.score(said, written)
    found = page(result, utterances=10)
    assert [each["s"][0]["e"] for each in found.data["utterances"]] == [5, *[2] * 9]
    assert "The 10 of 50 utterances with most errors" in found.text
    assert "23.50" not in found.text
    monkeypatch.setattr(document, "LARGEST", 1000)
    few = page(result).data["utterances"]
    assert 0 < len(few) < 10
    assert few[0]["s"][0]["e"] == 5
    assert len(json.dumps(few, ensure_ascii=False, separators=(",", ":"))) <= 1000 + len(few)


def test_results_without_texts_show_what_they_have(tmp_path: Path) -> None:
    result = mg.score(["a b", "c"], ["a x", "c"])
    result.save(tmp_path / "run.json")
    found = page(mg.load(tmp_path / "run.json"))
    assert "33.33 %" in found.text
    assert "stored without its texts" in found.text
    assert found.data["words"] == []
    assert found.data["utterances"][0]["r"] is None


def test_results_whose_forgivers_are_gone_say_so(tmp_path: Path) -> None:
    result = mg.score(["call Ada now"], ["call ada now"], forgive=["case"], entities=["Ada"])
    result.save(tmp_path / "run.json", texts=True)
    found = page(mg.load(tmp_path / "run.json"))
    assert "before forgiving" in found.text


def test_systems_are_paired_by_id() -> None:
    first = mg.score(["a", "b"], ["a", "x"], ids=["1", "2"])
    second = mg.score(["b", "c"], ["b", "c"], ids=["2", "3"])
    found = page({"first": first, "second": second})
    parts = {
        each["i"]: [part and part["h"] for part in each["s"]] for each in found.data["utterances"]
    }
    assert parts == {"1": ["a", None], "2": ["x", "b"], "3": [None, "c"]}
    assert "1 of the utterances are in all of them" in found.text


def test_systems_that_do_not_go_together() -> None:
    result = mg.score(["a", "b"], ["a", "x"])
    with pytest.raises(mg.SignatureMismatchError):
        render_report({"a": result, "b": mg.score(["a", "b"], ["a", "x"], normalizer="lower")})
    with pytest.raises(mg.PairingError, match=r"a: 2, b: 1.*no ids"):
        render_report({"a": result, "b": mg.score(["a"], ["a"])})
    with pytest.raises(
        mg.PairingError, match=r"utterance 1 has one reference in a .* and another in b"
    ):
        render_report({"a": result, "b": mg.score(["c", "b"], ["a", "x"])})
    with pytest.raises(mg.UsageError, match="expected a result, or a mapping"):
        render_report({})
    with pytest.raises(mg.UsageError, match="expected a result"):
        render_report({"a": 1})  # type: ignore[dict-item]
    with pytest.raises(mg.UsageError, match="33 systems"):
        render_report(dict.fromkeys(map(str, range(33)), result))
    with pytest.raises(mg.UsageError, match="no column 'k'"):
        render_report(result, by=["k"])
    with pytest.raises(mg.UsageError, match="'cer' was not scored"):
        render_report(result, metric="cer")
    with pytest.raises(mg.UsageError, match="utterances=-1"):
        render_report(result, utterances=-1)


def test_every_metric_has_a_report() -> None:
    options: dict[str, Any] = {"entities": ["Ada"]}
    for name in mg.score("a", "a").metrics.keys() | {
        *("cer", "mer", "wil", "wip", "sentence", "space-wer", "space-norm-wer", "phonetic-wer"),
        *("entities", "reader"),
    }:
        more = options if name == "entities" else {"forgive": "reader"} if name == "reader" else {}
        result = mg.score(["call Ada now", ""], ["call ida", "um"], metrics=[name], **more)
        assert result.signature in page(result).text


def test_an_empty_result_and_one_without_errors() -> None:
    text = page(mg.score(["a"], ["a"])).text
    assert "0.00 %" in text
    nothing = page(mg.score(["a"], [None], missing="skip"))
    assert "nothing was scored" in nothing.text
    assert "0.00 %" not in nothing.text


def test_the_same_result_makes_the_same_page() -> None:
    result = mg.score(["a b c"] * 3, ["a c", "x b c", "a b c"], by={"k": [1, 2, 2]})
    assert render_report(result) == render_report(result)


def test_what_cannot_be_written(tmp_path: Path) -> None:
    result = mg.score("a", "b")
    with pytest.raises(mg.InputError, match="cannot be written"):
        result.to_html(tmp_path / "no folder" / "report.html")
    with pytest.raises(mg.UsageError):
        write_report(result, 3)  # type: ignore[arg-type]
    half = mg.score("\ud800 a", "b")
    half.to_html(tmp_path / "half.html")
    assert r"\ud800" in (tmp_path / "half.html").read_text("utf-8")


def test_jinja_is_named_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    environment.environment.cache_clear()
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(mg.MissingDependencyError, match=re.escape("pip install '.[report]'")):
        mg.score("a", "b").to_html("report.html")
    environment.environment.cache_clear()
