"""What each forgiver accepts, and what looks like it and must stay an error."""

from __future__ import annotations

import pytest

from mondegreen._kernel.forgiven import NATIVE, lists
from mondegreen.errors import UsageError
from mondegreen.forgive import FORGIVERS, forgive

FORGIVEN = {
    "case": [("Hello", "hello"), ("NASA said", "Nasa said"), ("ÉTÉ", "été")],
    "punctuation": [
        ("Hello, world.", "Hello world"),
        ("it’s", "it's"),
        ("“so”", "so"),
        ("well - yes", "well yes"),
        ("the U.S. said", "the US said"),
    ],
    "accents": [
        ("café", "cafe"),
        ("naïve Zoë", "naive Zoe"),
        ("ещё", "еще"),
        ("cafe\u0301", "café"),
    ],
    "variants": [("Müller kam", "Mueller kam"), ("für zwölf", "fuer zwoelf")],
    "spacing": [
        ("the data base is on line", "the database is online"),
        ("newsstand", "new s stand"),
        ("set up the everyday call", "setup the every day call"),
        ("a well-known man", "a well known man"),
        ("a well-known man", "a wellknown man"),
        ("new s stand by", "news standby"),
        ("today's i b m", "to day's ibm"),
    ],
    "spelling": [("the colour of the centre", "the color of the center"), ("GREY", "GRAY")],
    "numbers": [
        ("twenty one", "21"),
        ("$5", "five dollars"),
        ("$5 million", "five million dollars"),
        ("5:05", "five oh five"),
        ("1st", "first"),
        ("10:00 AM", "ten a.m."),
        ("meet at ten o'clock", "meet at 10:00"),
        ("one hundred and twenty three boxes", "123 boxes"),
        ("in nineteen ninety four", "in 1994"),
        ("version three point one", "version 3.1"),
        ("four dollars and eighty five cents", "$4.85"),
        ("one hundred and five", "one hundred five"),
        ("fifty percent", "50%"),
        ("a thousand men", "1,000 men"),
        ("the nineties", "the 90s"),
        ("twenty one dollars", "21 dollars"),
    ],
    "contractions": [
        ("I can't go", "I cannot go"),
        ("I can't go", "I can not go"),
        ("I'm", "I am"),
        ("he's here", "he is here"),
        ("he's been", "he has been"),
        ("he'd gone", "he had gone"),
        ("don't", "don’t"),
        ("I don't think we can't", "I dont think we cant"),
        ("we are going to go because I want to", "we're gonna go 'cause I wanna"),
        ("rock 'n' roll", "rock and roll"),
    ],
    "abbreviations": [
        ("ask Dr. Smith", "ask Doctor Smith"),
        ("Elm Dr.", "Elm Drive"),
        ("St. Mary", "Saint Mary"),
        ("Main St.", "Main Street"),
        ("Mr Brown", "Mister Brown"),
    ],
    "symbols": [
        ("R&D", "R and D"),
        ("this & that", "this and that"),
        ("ten %", "ten percent"),
        ("ten %", "ten per cent"),
        ("mail jo at example dot com", "mail jo@example.com"),
        ("see www dot example dot com", "see www.example.com"),
        ("C++", "C plus plus"),
    ],
    "fillers": [("uh I think um yes", "I think yes"), ("um so", "uh so"), ("go", "go ummm")],
    "repetition": [
        ("I I think", "I think"),
        ("I think I think so", "I think so"),
        ("so", "so so so"),
        ("th- the cat", "the cat"),
        ("we wen- went", "we went"),
        ("x the the cat y", "x the cat y"),
    ],
    "articles": [
        ("see the dog", "see dog"),
        ("see dog", "see a dog"),
        ("a apple", "an apple"),
        ("we went and", "we went"),
        ("he took it", "he took it but the"),
    ],
}

STAY = {
    "case": [("Hello", "hallo")],
    "punctuation": [("we're", "were"), ("3.5", "35"), ("re-sign", "resign"), ("-5", "5")],
    "accents": [("йод", "иод"), ("नहीं", "नही"), ("schön", "schon es")],
    "variants": [("Müller", "Muller"), ("fünf", "funf")],
    "spacing": [
        ("edit the dockerfile", "edit the docker files"),
        ("he is not able", "he is notable"),
        ("can not", "cannot"),
        ("no thing", "nothing"),
        ("1 0 men", "10 men"),
        ("10-20", "1020"),
        ("two hundred 12", "two hundred1 2"),
    ],
    "spelling": [("please draft it", "please draught it"), ("colour", "collar"), ("Grey", "gray")],
    "numbers": [
        ("one hundred and five", "1005"),
        ("two hundred. twelve", "212"),
        ("you know it", "i mean it"),
        ("so 3 5 of them", "so 3-5 of them"),
        ("fifteen", "50"),
        ("five dollars", "5 euros"),
        ("five", "five dollars"),
        ("10:00 AM", "ten p.m."),
        ("first", "1"),
        ("two", "to"),
        ("five kilograms", "5 km"),
        ("twenty one", "20 2"),
        ("$5 million", "five thousand dollars"),
    ],
    "contractions": [
        ("grade n", "grade and"),
        ("can", "can't"),
        ("he was ill", "he was i'll"),
        ("he is", "he has"),
        ("we're", "were"),
        ("it's", "its"),
        ("can not", "can"),
    ],
    "abbreviations": [("Dr. Smith", "Drive on Smith"), ("No.", "number"), ("may", "May mister")],
    "symbols": [("R&D", "R or D"), ("ten %", "ten dollars"), ("a+b", "a minus b")],
    "fillers": [
        ("to err is human", "to is human"),
        ("uh huh okay", "okay"),
        ("mm-hmm", "mm"),
        ("twenty mm wide", "twenty wide"),
        ("no um", "um"),
    ],
    "repetition": [
        ("five five one", "five one"),
        ("no no way", "no way"),
        ("yes yes", "yes"),
        ("go go", "x"),
        ("very good", "very very"),
        ("th the cat", "the cat"),
    ],
    "articles": [
        ("see the dog", "see a dog"),
        ("a few friends", "few friends"),
        ("vitamin a", "vitamin"),
        ("turn the light on", "turn the light"),
        ("ten a m", "ten m"),
        ("I think so", "I think"),
    ],
}


def test_each_has_cases() -> None:
    assert tuple(FORGIVEN) == tuple(STAY) == NATIVE
    assert set(NATIVE) <= set(FORGIVERS.names())


@pytest.mark.parametrize(
    ("name", "reference", "hypothesis"),
    [(name, *pair) for name, pairs in FORGIVEN.items() for pair in pairs],
)
def test_forgiven(name: str, reference: str, hypothesis: str) -> None:
    language = "de" if name == "variants" else "ru" if "щ" in reference else "en"
    for said, written in ((reference, hypothesis), (hypothesis, reference)):
        found = forgive(said, written, forgive=[name], language=language)
        assert not found.remaining
        assert found.strict
        assert {span.reason.forgiver for span in found.spans if span.reason} == {name}
        assert all(span.reason is not None and span.reason.why for span in found.spans)
        if language == "en":
            assert not forgive(said, written, forgive=NATIVE).errors


@pytest.mark.parametrize(
    ("name", "reference", "hypothesis"),
    [(name, *pair) for name, pairs in STAY.items() for pair in pairs],
)
def test_stay(name: str, reference: str, hypothesis: str) -> None:
    for said, written in ((reference, hypothesis), (hypothesis, reference)):
        assert forgive(said, written, forgive=[name]).errors


@pytest.mark.parametrize(
    ("reference", "hypothesis"),
    [
        *(pair for name in ("numbers", "contractions", "spacing") for pair in STAY[name]
          if pair not in {("can not", "cannot"), ("1 0 men", "10 men"), ("Grey", "gray")}),
        *(("fifteen", "fifty"), ("card", "cart"), ("not", "need"), ("can", "can't")),
        *(("no", "know"), ("two", "to"), ("five five one", "five one"), ("do not", "do")),
        *(("not able", "notable"), ("he did", "he didn't"), ("yes", "no"), ("the no", "no")),
    ],
)  # fmt: skip
def test_not_even_all_of_them(reference: str, hypothesis: str) -> None:
    allowed = {("the no", "no")}  # an article, which is none of the guard's business
    found = forgive(reference, hypothesis, forgive=NATIVE)
    assert bool(found.errors) == ((reference, hypothesis) not in allowed)


def test_the_folds_are_folded_for_the_others() -> None:
    assert forgive("Data Base.", "database", forgive=["spacing"]).errors == 2
    folded = forgive("Data Base.", "database", forgive=["spacing", "case", "punctuation"])
    assert [span.reason and span.reason.forgiver for span in folded.spans] == ["spacing"]


def test_the_reason_of_a_fold_is_the_last_that_was_needed() -> None:
    found = forgive(
        "Hello café, Cliché.", "hello cafe Cliche", forgive=["case", "punctuation", "accents"]
    )
    reasons = [span.reason.forgiver for span in found.spans if span.reason]
    assert reasons == ["case", "accents", "accents"]


def test_names_that_must_not_be_lost() -> None:
    said, written = "call the Artist The now", "call the Artist now"
    assert not forgive("so Bo Bo came", "so Bo came", forgive=["repetition"]).errors
    assert forgive("so Bo Bo came", "so Bo came", forgive=["repetition"], entities=["Bo"]).errors
    assert not forgive(said, written, forgive="agent").errors or lists("en")["article"]


def test_without_the_guard() -> None:
    assert forgive("five five one", "five one", forgive=["repetition"]).errors
    assert not forgive("five five one", "five one", forgive=["repetition"], guard=False).errors


@pytest.mark.parametrize(
    ("name", "language", "said"),
    [
        ("spelling", "ru", "spellings"),
        ("repetition", "any", "no list of negations"),
        ("articles", "ru", "none are known"),
        ("case", "xx", "nothing is known of the language 'xx'"),
    ],
)
def test_languages_of_which_nothing_is_known(name: str, language: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        forgive("a", "b", forgive=[name], language=language)


@pytest.mark.parametrize(
    ("language", "reference", "hypothesis", "name"),
    [
        ("de", "ähm ich weiß", "ich weiß", "fillers"),
        ("de", "einundzwanzig Leute", "21 Leute", "numbers"),
        ("de", "ich ich weiß", "ich weiß", "repetition"),
        ("fr", "euh je sais", "je sais", "fillers"),
        ("fr", "vingt et un", "21", "numbers"),
        ("es", "veintiuno", "21", "numbers"),
        ("fr", "le chat dort", "chat dort", "articles"),
    ],
)
def test_other_languages(language: str, reference: str, hypothesis: str, name: str) -> None:
    assert not forgive(reference, hypothesis, forgive=[name], language=language).errors


@pytest.mark.parametrize(
    ("language", "reference", "hypothesis"),
    [
        ("pt", "um carro", "dois carro"),
        ("de", "nicht nicht so", "nicht so"),
        ("fr", "pas pas si", "pas si"),
        ("de", "kein Bier", "ein Bier"),
    ],
)
def test_other_languages_have_a_guard(language: str, reference: str, hypothesis: str) -> None:
    assert forgive(reference, hypothesis, forgive="agent", language=language).errors
