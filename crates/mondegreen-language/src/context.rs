//! What must or must not be before and after a row.

use crate::chart::Chart;
use crate::pack::{Condition, Figures, What};
use crate::pattern::PLAIN;
use crate::place::Place;
use crate::tokens::{Gap, Kind};
use crate::trie::SetId;

/// How many tokens before a row its conditions look at.
const BACK: u32 = 8;
/// How many conditions may be asked for by the rows of a condition.
const DEEP: u32 = 8;

impl Chart {
    /// Whether the conditions hold before a row that begins at a node, or after one that ends there.
    pub(crate) fn hold(
        &mut self,
        place: &Place,
        all: &[Condition],
        node: u32,
        before: bool,
    ) -> bool {
        let gaps = gaps(place, node);
        let token = (place.island.from + node as usize).checked_sub(usize::from(before));
        all.iter().all(|condition| {
            let found = match condition.what {
                What::Gap(wanted) => gaps & wanted != 0,
                What::Edge => gaps & PLAIN == 0,
                What::Set(_) | What::Ending(_) if gaps & condition.gaps == 0 => false,
                What::Ending(ending) => token.is_some_and(|token| has_ending(place, ending, token)),
                What::Set(_) if node > place.lattice.tokens => false,
                What::Set(set) => match any(place, set, token) {
                    Some(found) => found,
                    None if before => (1..=BACK.min(node))
                        .any(|back| self.reaches(place, set, node - back, Some(node))),
                    None => self.reaches(place, set, node, None),
                },
            };
            found == condition.wanted
        })
    }

    /// Whether whole tokens are in capitals, two at least, in a text that has small letters: a name.
    pub(crate) fn in_capitals(&self, place: &Place, from: u32, to: u32) -> bool {
        let tokens = place.lattice.tokens;
        if !place.tokens.has_case() || from >= tokens || to > tokens {
            return false;
        }
        let list = &place.tokens.list[place.island.from..];
        let (first, last) = (&list[from as usize], &list[to as usize - 1]);
        is_in_capitals(&place.text[first.from as usize..last.to as usize])
    }

    /// Whether a set matches whole tokens from one node on, to another or to any.
    fn reaches(&mut self, place: &Place, set: SetId, from: u32, to: Option<u32>) -> bool {
        let tokens = place.lattice.tokens;
        if from >= tokens || !self.begins(place, set, from) || self.deep >= DEEP {
            return false;
        }
        self.deep += 1;
        let (first, last) = self.parse(place, set, from);
        self.deep -= 1;
        let found = &self.matches[first as usize..last as usize];
        found
            .iter()
            .any(|&(end, _)| to.map_or(end <= tokens, |to| end == to))
    }
}

/// The gaps before a node.
fn gaps(place: &Place, node: u32) -> u8 {
    if node > place.lattice.tokens {
        return Gap::Glued.bits();
    }
    let next = place.tokens.list.get(place.island.from + node as usize);
    next.map_or(place.tokens.end, |token| token.gap).bits()
}

/// Whether any word or any name is a token, where the set is that of all words or all names.
fn any(place: &Place, set: SetId, at: Option<usize>) -> Option<bool> {
    let figures = place.pack.sets[usize::from(set)].figures?;
    if !matches!(figures, Figures::Word | Figures::Name) {
        return None;
    }
    let token = at
        .and_then(|at| place.tokens.list.get(at))
        .filter(|token| token.kind == Kind::Word);
    let begins_large = |from: u32| {
        let first = place.text[from as usize..].chars().next();
        first.is_some_and(char::is_uppercase)
    };
    Some(token.is_some_and(|token| figures == Figures::Word || begins_large(token.from)))
}

fn has_ending(place: &Place, ending: u16, token: usize) -> bool {
    let token = place.tokens.list.get(token);
    let word = token.filter(|token| token.kind == Kind::Word);
    let ending = &*place.pack.endings[usize::from(ending)];
    word.is_some_and(|word| {
        let text = place.tokens.text(word);
        text.len() > ending.len() && text.ends_with(ending)
    })
}

/// Whether a text has two capitals at least and no small letter.
pub(crate) fn is_in_capitals(text: &str) -> bool {
    !text.contains(char::is_lowercase) && text.chars().filter(|l| l.is_uppercase()).count() > 1
}
