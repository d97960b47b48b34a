//! Chinese numbers that are about: from one to another (`三-五天`, `三到五个`), and ten and some (`十几个`).

use super::han_cut::{behind, is_unit};
use super::han_sayings::simplified;
use super::{han, Found, Kind};
use crate::text;
use crate::text::token::{Doc, BREAK, GLUED, SPACE};

/// The range that begins at `at`, where something is counted behind it.
pub(super) fn found(doc: &Doc, at: usize) -> Option<Found> {
    let [from, to] = [doc.tokens.get(at)?, doc.tokens.get(at + 1)?];
    // One sign that is not written, and no space or comma.
    let sign = to.start == from.end + 1 && !to.has(BREAK | SPACE | GLUED);
    let [low, high] = sign.then(|| [value(doc, at), value(doc, at + 1)])?;
    let (low, high) = (low?, high?);
    let behind = behind(doc, at + 2);
    let counted = is_unit(&behind) || behind.starts_with(han::is_measure);
    let rises = low.parse::<u64>().ok()? < high.parse().ok()?;
    let first = !(at > 0 && doc.has(at, GLUED) && super::han_cut::is_number(doc, at - 1));
    let text = format!("{low} 到 {high}");
    let value = format!("{low} {high}");
    (counted && rises && first).then(|| Found::new(Kind::Cardinal, at, at + 2, value, text))
}

/// A whole number in numerals, in digits.
fn value(doc: &Doc, at: usize) -> Option<String> {
    let word = doc.word(at);
    word.starts_with(han::begins).then_some(())?;
    let run: Vec<char> = word.chars().take(17).collect();
    let numeral = han::numeral(&run).filter(|_| run.len() < 17)?;
    (numeral.kind == Kind::Cardinal && !numeral.vague).then_some(numeral.value)
}

/// Whether a number up to which one goes stands behind the word at `at`: `三到五个`.
pub(super) fn goes_on(doc: &Doc, at: usize) -> bool {
    let number = || {
        let run: Vec<char> = doc.word(at + 1).chars().collect();
        let digits = doc.tokens.get(at + 1);
        let digits = digits.is_some_and(|token| token.kind == text::Kind::Number);
        digits || han::numeral(&run).is_some_and(|numeral| !numeral.vague)
    };
    let rest = || behind(doc, at + 2);
    let counted = |behind: String| {
        let more = |next: char| han::is_measure(next) || han::MORE_MEASURES.contains(next);
        is_unit(&behind) || behind.starts_with(more)
    };
    let glued = doc.has(at, GLUED) && doc.has(at + 1, GLUED);
    glued && matches!(doc.word(at), "到" | "至") && number() && counted(rest())
}

/// Whether ten with this behind it is ten and some: `十几个`, `十来岁`, `十多年`.
pub(super) fn is_about(behind: &str) -> bool {
    let mut points = behind.chars();
    match points.next().map(simplified) {
        Some('几') => true,
        Some('来' | '來' | '多') => {
            let rest = points.as_str();
            let more = |next: char| han::is_measure(next) || han::MORE_MEASURES.contains(next);
            is_unit(rest) || rest.starts_with(more)
        }
        _ => false,
    }
}
