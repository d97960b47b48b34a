//! English, case by case.

use super::*;

pub(crate) fn normalize(language: &str, text: &str) -> String {
    let normalizer = Canonical::new(language, Fillers::Drop, Tags::Drop).expect("a language");
    let mut out = Vec::new();
    normalizer.apply(text.as_bytes(), &mut Scratch::default(), &mut out);
    String::from_utf8(out).expect("UTF-8")
}

fn check(cases: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (text, wanted) in cases {
        let once = normalize("en", text);
        let twice = normalize("en", &once);
        if once != *wanted || once != twice {
            wrong.push(format!(
                "{text:?}: {once:?}, again {twice:?}, wanted {wanted:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_fraction_behind_punctuation_stands_alone() {
    check(&[
        ("one hundred, one half", "100, 1/2"),
        ("one hundred. One half of them", "100, 1/2 of them"),
        ("call 911, 1/2 of them", "call 911, 1/2 of them"),
        ("five, um, three quarters", "5, 3/4"),
        ("5 1/2", "5.5"),
        ("five and a half", "5.5"),
        ("agent 007 three quarters", "agent 007 3/4"),
        ("007 1/2", "007 1/2"),
        ("0 1/2", "0.5"),
        ("two thirds, one half", "2/3 1/2"),
        ("1,000, one half", "1000, 1/2"),
        ("a couple hundred, 1/2", "a couple 100, 1/2"),
        ("twenty. 1/2 of them", "20, 1/2 of them"),
        ("we left, one half stayed", "we left 1/2 stayed"),
    ]);
}

#[test]
fn cardinals() {
    check(&[
        ("twenty one", "21"),
        ("twenty-one", "21"),
        ("one hundred and twenty three boxes", "123 boxes"),
        ("one hundred and five", "105"),
        ("twelve hundred units", "1200 units"),
        ("1,200 units", "1200 units"),
        ("a hundred", "100"),
        ("a hundred and one", "101"),
        ("five hundred thousand", "500000"),
        ("two million three hundred thousand and five", "2300005"),
        ("one million, two hundred thousand", "1200000"),
        ("five million people", "5000000 people"),
        ("5 million people", "5000000 people"),
        ("2.5 million", "2500000"),
        ("two and a half million", "2500000"),
        ("a million and a half", "1500000"),
        ("half a million", "500000"),
        ("one lakh rupees", "100000 rupees"),
        ("1,00,000 rupees", "100000 rupees"),
        (
            "we sold two hundred. twelve were returned",
            "we sold 200 12 were returned",
        ),
        (
            "we sold 200. 12 were returned.",
            "we sold 200 12 were returned",
        ),
        ("between one hundred and two hundred", "between 100 and 200"),
        (
            "between one thousand and two thousand",
            "between 1000 and 2000",
        ),
        ("in two thousand, five people", "in 2000 5 people"),
        ("no one knows", "no 1 knows"),
        ("1,2,3", "123"),
        ("3,14", "3 14"),
        ("007", "007"),
        ("AB01234", "ab01234"),
        ("minus one degree", "minus 1 degree"),
        ("it is -1 degree", "it is minus 1 degree"),
        ("pages 10-20", "pages 10 20"),
    ]);
}

#[test]
fn amounts() {
    check(&[
        ("version three point one", "version 3.1"),
        ("version 3.1", "version 3.1"),
        ("three point one four", "3.14"),
        ("point five", "0.5"),
        (".5", "0.5"),
        ("at this point five people", "at this point 5 people"),
        ("1.250 dollars", "1.250 dollars"),
        ("four dollars and eighty five cents", "4.85 dollars"),
        ("$4.85", "4.85 dollars"),
        ("$4.85.", "4.85 dollars"),
        ("four dollars and five cents", "4.05 dollars"),
        ("eighty five cents", "85 cents"),
        ("$0.85", "85 cents"),
        ("$5 million", "5000000 dollars"),
        ("five million dollars", "5000000 dollars"),
        ("$5m", "5000000 dollars"),
        ("$500k", "500000 dollars"),
        ("500k", "500k"),
        ("a $5 bill", "a 5 dollars bill"),
        ("a five dollar bill", "a 5 dollars bill"),
        ("£5.00", "5 pounds"),
        ("5 €", "5 euros"),
        ("one dollar", "1 dollar"),
        ("$1", "1 dollar"),
        ("-$5", "minus 5 dollars"),
        ("forty percent", "40 percent"),
        ("40%", "40 percent"),
        ("40 per cent", "40 percent"),
        ("add two and a half cups", "add 2.5 cups"),
        ("add 2 1/2 cups", "add 2.5 cups"),
        ("2½ cups", "2.5 cups"),
        ("one half", "1/2"),
        ("½", "1/2"),
        ("two thirds", "2/3"),
        ("two and a third", "2 1/3"),
        ("three quarters", "3/4"),
        ("a 20 mm bolt", "a 20 millimeters bolt"),
        ("a 20mm bolt", "a 20 millimeters bolt"),
        ("a twenty millimeter bolt", "a 20 millimeters bolt"),
        ("20°C", "20 degrees celsius"),
        ("60 mph", "60 miles per hour"),
        ("wait five seconds", "wait 5 seconds"),
        ("a twenty second delay", "a 20 seconds delay"),
        ("5G", "5g"),
    ]);
}

#[test]
fn times_and_dates() {
    check(&[
        ("at seven thirty", "at 7 30"),
        ("at 7:30", "at 7 30"),
        ("ten a.m.", "10 am"),
        ("10:00 AM", "10 am"),
        ("ten a m", "10 am"),
        ("3 p.m.", "3 pm"),
        ("3pm", "3 pm"),
        ("five o'clock", "5 o'clock"),
        ("5:00", "5 o'clock"),
        ("five oclock", "5 o'clock"),
        ("5 o clock", "5 o'clock"),
        ("at five oh five", "at 5 05"),
        ("at 5:05", "at 5 05"),
        ("7.30 pm", "7 30 pm"),
        ("in nineteen ninety four", "in 1994"),
        ("twenty twenty", "2020"),
        ("twenty twenty four", "2024"),
        ("nineteen oh five", "1905"),
        ("two thousand and five", "2005"),
        ("the nineties", "the 90s"),
        ("the 1990's", "the 1990s"),
        ("the twenty first of may", "may 21st"),
        ("the 21st of may", "may 21st"),
        ("the first of may", "may 1st"),
        ("1st of May", "may 1st"),
        ("on May 1", "on may 1st"),
        ("june 20, 2021", "june 20th 2021"),
        ("june twenty twenty one", "june 2021"),
        ("2024-05-01", "may 1st 2024"),
        ("you may one day", "you may 1 day"),
        ("the twenty first", "the 21st"),
        ("first things first", "1st things 1st"),
    ]);
}

#[test]
fn digits() {
    check(&[
        (
            "nine one nine five five five zero one four two",
            "9195550142",
        ),
        ("919-555-0142", "9195550142"),
        ("(919) 555-0142", "9195550142"),
        ("919 555 0142", "9195550142"),
        (
            "nine one nine, double five five, oh one four two",
            "9195550142",
        ),
        ("five five one", "551"),
        ("five one", "5 1"),
        ("double oh seven", "007"),
        ("one two three", "123"),
        ("oh five people", "oh 5 people"),
        ("flight 551", "flight 551"),
    ]);
}

#[test]
fn words() {
    check(&[
        ("It's been a while", "it has been a while"),
        ("it's raining", "it is raining"),
        ("I don't think we can't", "i do not think we can not"),
        ("i dont think we cant", "i do not think we can not"),
        ("he was ill", "he was ill"),
        ("he was i'll", "he was i will"),
        (
            "I'm gonna go 'cause I wanna",
            "i am going to go because i want to",
        ),
        ("John's book", "john's book"),
        ("he'd like it", "he would like it"),
        ("he'd been there", "he had been there"),
        ("we were well", "we were well"),
        ("let's go", "let us go"),
        ("Mr. Smith and Dr. Jones", "mister smith and doctor jones"),
        ("go to Main St.", "go to main street"),
        ("St. John", "saint john"),
        ("A.I. in the U.S.", "ai in the us"),
        ("the i b m machine", "the ibm machine"),
        ("the colour of the centre", "the color of the center"),
        ("uh i think um yes", "i think yes"),
        ("to err is human", "to err is human"),
        ("uh-huh", "uh-huh"),
        ("uh huh", "uh-huh"),
        ("mail jo@example.com", "mail jo at example dot com"),
        ("see www.example.com.", "see www dot example dot com"),
        ("C++ and C#", "c plus plus and c sharp"),
        ("R&D", "r and d"),
        ("a long-term plan", "a long term plan"),
        (
            "the company (now closed) said",
            "the company now closed said",
        ),
        (
            "this is (%hesitation) a plain (%hesitation) example",
            "this is a plain example",
        ),
        ("[laughter] yes <unk>", "yes <unk>"),
        ("", ""),
        ("  .  ", ""),
        ("I don’t know", "i do not know"),
    ]);
}
