//! Writes tokens as a text.

use unicode_normalization::char::canonical_combining_class;
use unicode_normalization::{is_nfc_quick, IsNormalized};

use crate::numbers::groups;
use crate::text::classes::is_unspaced;
use crate::text::token::{Doc, Kind, BREAK, COMMA};

/// Append the tokens of `doc` with single spaces between them.
///
/// In a language without spaces, none stands between two of its letters, nor between one and a digit.
/// A comma or a semicolon stands where one was kept; where spaces part thousands, a comma stands between
/// numbers that would be read as one.
pub(super) fn write(doc: &Doc, unspaced: bool, spaced: bool, out: &mut String) {
    let (mut sign, mut fixed) = (false, false);
    let spaced = spaced && doc.has_kind(Kind::Number);
    let mut separate = 0..0;
    for (at, token) in doc.tokens.iter().enumerate() {
        let text = doc.text(token);
        if text.is_empty() {
            continue;
        }
        let whole = fixed || token.kind == Kind::Fixed;
        if spaced && at >= separate.end {
            separate = at..groups::separate(doc, at).unwrap_or(at);
        }
        let groups = at > separate.start && at < separate.end;
        let parted = groups || token.has(BREAK | COMMA);
        if parted && !out.is_empty() {
            let comma = groups || token.has(COMMA);
            out.push(if comma { ',' } else { ';' });
        }
        let joins = out.is_empty() || sign || unspaced && !parted && !whole && meets(out, text);
        if !joins {
            out.push(' ');
        }
        fixed = token.kind == Kind::Fixed;
        sign = token.kind == Kind::Sign && text == "-";
        out.push_str(text);
    }
}

/// The words of `text` with the spaces that stand between them in a language without.
pub(super) fn unspaced(text: &str) -> String {
    let mut out = String::new();
    for word in text.split(' ') {
        if !out.is_empty() && !meets(&out, word) {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

fn meets(before: &str, after: &str) -> bool {
    let (Some(last), Some(first)) = (before.chars().last(), after.chars().next()) else {
        return false;
    };
    let joins = |point: char| is_unspaced(point) || point.is_ascii_digit();
    let starts = canonical_combining_class(first) == 0
        && is_nfc_quick(std::iter::once(first)) == IsNormalized::Yes;
    joins(last) && joins(first) && (is_unspaced(last) || is_unspaced(first)) && starts
}
