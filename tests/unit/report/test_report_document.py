"""What is in a report, read as HTML; how it behaves in a browser is tested elsewhere."""

from __future__ import annotations

import json
import re
import sys
from datetime import UTC, datetime
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import pytest

import mondegreen as mg
from mondegreen.cli.app import run
from mondegreen.report import document, environment
from mondegreen.report.document import render_report, write_report
from mondegreen.report.pages import Origin
from mondegreen.report.rate_tables import MOST_GROUPS

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


def pieces(data: Any, each: Any, at: int = 0) -> list[str | list[Any]]:
    """The pieces of an utterance, as the program of the page reads them: texts, or [said, written, reason]."""
    part = each["s"][at] or {"e": 0, "p": 0}
    text = part.get("c", each.get("c", each["r"])).encode("utf-16-le")
    if "d" not in part:
        assert part["e"] == 0
        return [text.decode("utf-16-le")] if text else []
    found: list[str | list[Any]] = []
    for piece in part["d"]:
        length = 2 * (piece if isinstance(piece, int) else piece[0])
        said = text[:length].decode("utf-16-le")
        text = text[length + 2 * len(data["space"]) * bool(length) :]
        if isinstance(piece, int):
            found.append(said)
        else:
            forgiven = data["reasons"][piece[2] - 1] if piece[2:] and piece[2] else None
            found.append([said, piece[1], forgiven])
    assert not text
    return found


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
    first, second = (each["s"][0] for each in found.data["utterances"])
    assert (first["p"], second) == (None, 0)


def test_pieces_put_both_texts_together_again() -> None:
    said = ["the data base costs five dollars", "a b c", "", "x"]
    written = ["the database costs $5 now", "b c d", "so", ""]
    for forgive in (None, ["spacing", "numbers"]):
        for normalizer in ("none", "lower"):
            result = mg.score(said, written, forgive=forgive, normalizer=normalizer)
            found = page(result)
            for each in found.data["utterances"]:
                read = pieces(found.data, each)
                sides = [
                    " ".join(filter(None, (p if isinstance(p, str) else p[side] for p in read)))
                    for side in (0, 1)
                ]
                assert sides == [said[each["n"]].lower(), written[each["n"]].lower()]
                part = each["s"][0] or {"e": 0}
                assert part.get("h", written[each["n"]]) == written[each["n"]]
                assert any(not isinstance(p, str) and not p[2] for p in read) == bool(part["e"])


def test_pieces_of_letters_beyond_the_first_plane() -> None:
    """Scripts count a letter beyond the first 65,536 code points twice."""
    found = page(mg.score("𝄞 sol 😀 la", "𝄞 so 😀 la"))
    assert pieces(found.data, found.data["utterances"][0]) == ["𝄞", ["sol", "so", None], "😀 la"]


def test_letters_are_joined_without_spaces() -> None:
    found = page(mg.score("今天天气", "今天天気", metrics=["cer"]))
    assert found.data["space"] == ""
    assert found.data["utterances"][0]["s"][0]["d"][0] == 3


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
        each["i"]: [
            None if part is None else pieces(found.data, each, at)
            for at, part in enumerate(each["s"])
        ]
        for each in found.data["utterances"]
    }
    assert parts == {"1": [["a"], None], "2": [[["b", "x", None]], ["b"]], "3": [None, ["c"]]}
    assert "all systems have 1 of them" in found.text


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


def test_recordings_are_linked_where_they_are_files(tmp_path: Path) -> None:
    (tmp_path / "clips").mkdir()
    for name in ("a b.wav", "javascript:x.wav", "notes.txt"):
        (tmp_path / "clips" / name).write_bytes(b"")
    names = ["clips/a b.wav", "clips/javascript:x.wav", "clips/notes.txt", "clips/gone.wav"]
    names += ["https://example.org/a.wav", "javascript:alert(1).wav", "\0.wav", None]  # type: ignore[list-item]
    result = mg.score(["a"] * 8, ["b"] * 8, by={"audio": names})
    origin = Origin(files=[str(tmp_path / "files.jsonl")])
    html = render_report(result, origin=origin, folder=tmp_path / "pages")
    links = {each["n"]: each["a"] for each in Page(html).data["utterances"] if "a" in each}
    assert links == {0: "./../clips/a%20b.wav", 1: "./../clips/javascript%3Ax.wav"}
    assert not any("a" in each for each in page(result, origin=origin).data["utterances"])


def test_recordings_stay_in_the_folder_unless_their_whole_path_is_given(tmp_path: Path) -> None:
    inner = tmp_path / "data"
    (inner / "clips").mkdir(parents=True)
    for place in (tmp_path / "out.wav", inner / "in.wav"):
        place.write_bytes(b"")
    names = [
        *("../out.wav", "clips/../../out.wav", "./../out.wav", "clips/../in.wav"),
        *(str(tmp_path / "out.wav"), f"//{tmp_path.name}/out.wav", "\\\\host\\share\\a.wav"),
    ]
    result = mg.score(["a"] * len(names), ["b"] * len(names), by={"audio": names})
    origin = Origin(files=[str(inner / "files.jsonl")])
    html = render_report(result, origin=origin, folder=tmp_path)
    links = {each["n"]: each["a"] for each in Page(html).data["utterances"] if "a" in each}
    assert links == {3: "./data/in.wav", 4: "./out.wav"}


def test_the_head_names_systems_files_data_set_date_and_signature() -> None:
    result = mg.score(["a b"], ["a c"])
    origin = Origin("calls", ["in/first.jsonl", "in/<second>"], datetime(2026, 2, 3, tzinfo=UTC))
    text = page({"one <b>": result, "two": result}, origin=origin).text
    for words in (
        "systems one <b> two",
        "data set calls",
        "files first.jsonl <second>",
        "2026-02-03",
    ):
        assert words in text
    assert f"signature {result.signature}" in text


def test_ranks_and_groups_of_systems() -> None:
    said = ["a b c d"] * 40
    systems = {
        "worst": mg.score(said, ["x y c d"] * 40),
        "best": mg.score(said, said),
        "good": mg.score(said, ["a b c d"] * 39 + ["a b c x"]),
    }
    text = page(systems).text
    assert text.index("1 best a") < text.index("1 good a") < text.index("3 worst b")
    assert "differences" not in text.lower().split("distribution")[0]
    tested = Page(mg.compare(systems).render("html")).text
    assert "row less column, in points" in tested


def test_an_axis_is_not_stretched_by_one_system_and_grids_have_all_rates() -> None:
    said = ["a b c d"] * 6
    systems = {f"s{at}": mg.score(said, ["a b c x"] * at + said[at:]) for at in range(5)}
    systems["mad"] = mg.score(said, ["x " * 90] * 6, by={"noise": list("aabbcc")})
    systems = {
        name: mg.score(said, result.hypotheses, by={"noise": list("aabbcc")})
        for name, result in systems.items()
    }
    found = page(systems)
    beyond = [
        a for t, a in found.tags if t == "path" and (a.get("class") or "").startswith("beyond")
    ]
    assert len(beyond) == 1
    cells = [a.get("data-v") for t, a in found.tags if t == "td" and "data-v" in a]
    assert len(cells) == 6 * 3  # no chart per group: a grid
    assert cells.count("22.5") == 3


def test_of_very_many_groups_those_with_most_errors_are_on_the_page() -> None:
    count = MOST_GROUPS + 7
    heard = ["so it"] * (count - 1) + ["x"]
    talks = [f"talk {at}" for at in range(count)]
    result = mg.score(["so it"] * count, heard, by={"talk": talks})
    page = render_report(result, by=["talk"])
    assert f"the {MOST_GROUPS} of {count} groups with most errors" in page
    table = page[page.index('id="slices"') : page.index("groups with most errors")]
    assert f'data-v="talk {count - 1}"' in table
    assert table.count('<th scope="row"') == MOST_GROUPS


def test_a_page_goes_to_standard_output(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "a.csv"
    table.write_text("reference,hypothesis\na b,a c\n")
    assert run(["report", str(table), "-o", "-"]) == 0
    said = capfd.readouterr()
    assert said.out.rstrip().endswith("</html>")
    assert "No such file" not in said.err
