//! Hesitations among Chinese characters, which no spaces part from the words: `我呃想去`.

use crate::text::token::{Doc, Kind, GLUED};

/// With these beside them they are other words: 打呃 and 呃逆 are hiccups, 嗯嗯 and 嗯哼 say yes.
const OTHER: &[(char, char)] = &[
    ('打', '呃'),
    ('呃', '逆'),
    ('嗯', '嗯'),
    ('嗯', '哼'),
    ('嗯', '呐'),
];

/// Cut hesitations out of the words that hold them, and say whether any may be left out.
///
/// Where nothing else is said, 嗯 is an answer.
pub(super) fn cut(doc: &mut Doc, fillers: &[&str]) -> bool {
    let is = |point: char| fillers.iter().any(|filler| filler.starts_with(point));
    let holds = |word: &str| !word.is_ascii() && word.contains(is);
    let has = |doc: &Doc| doc.tokens.iter().any(|token| holds(doc.text(token)));
    if !has(doc) {
        return false;
    }
    let spoken = |doc: &Doc| {
        let mut words = doc.tokens.iter().map(|token| doc.text(token));
        words.any(|word| !word.chars().all(is))
    };
    if !spoken(doc)
        && doc
            .tokens
            .iter()
            .any(|token| doc.text(token).contains('嗯'))
    {
        return false;
    }
    let mut out = doc.begin();
    for at in 0..doc.len() {
        let token = doc.tokens[at];
        if !holds(doc.text(&token)) {
            out.push(token);
            continue;
        }
        let word: Vec<char> = doc.text(&token).chars().collect();
        let even = word.len() as u32 == token.end - token.start;
        let free = |place: usize| is(word[place]) && !is_part_of_word(&word, place);
        if token.kind != Kind::Word || !even || word.len() < 2 || !(0..word.len()).any(free) {
            out.push(token);
            continue;
        }
        let mut from = 0;
        while from < word.len() {
            let end = match free(from) {
                true => from + 1,
                false => (from..word.len())
                    .find(|&place| free(place))
                    .unwrap_or(word.len()),
            };
            let piece: String = word[from..end].iter().collect();
            let flags = if from == 0 { token.flags } else { GLUED };
            let start = token.start;
            let (first, last) = (start + from as u32, start + end as u32);
            out.push(doc.make(&piece, token.kind, flags, first, last));
            from = end;
        }
    }
    doc.replace(out);
    true
}

fn is_part_of_word(word: &[char], place: usize) -> bool {
    let with = |one: Option<&char>, other: Option<&char>| {
        one.zip(other)
            .is_some_and(|(&one, &other)| OTHER.contains(&(one, other)))
    };
    let before = place.checked_sub(1).map(|before| &word[before]);
    with(before, word.get(place)) || with(word.get(place), word.get(place + 1))
}
