//! What a pack knows of each token, and the islands in which there is something to read.

use crate::characters::Span;
use crate::known::Known;
use crate::pack::{Pack, Wanted};
use crate::pieces::Piece;
use crate::tokens::{Gap, Kind, Token, Tokens, AFTER, BEFORE};
use crate::words::{Entry, Named, NONE};

/// Look all tokens up.
pub(crate) fn look_up<'p>(
    pack: &'p Pack,
    wanted: Wanted,
    tokens: &mut Tokens,
    source: &str,
    pieces: &mut Vec<Piece>,
    spans: &mut Vec<Span>,
    out: &mut Vec<Known<'p>>,
) {
    out.clear();
    spans.clear();
    if tokens.apostrophes && !(pack.clitics.is_empty() && pack.elisions.is_empty()) {
        part(pack, tokens, source);
    }
    if tokens.quoted {
        widen(pack, tokens, source);
    }
    if !pack.prefixes.is_empty() {
        cut_prefixes(pack, tokens, source, pieces);
    }
    if !pack.tails.is_empty() {
        lengthen(pack, tokens);
    }
    let mut list = std::mem::take(&mut tokens.list);
    let mut folds: Vec<(usize, String)> = Vec::new();
    for token in &mut list {
        if token.gap == Gap::Stop {
            let before = out.last().and_then(|known: &Known| known.entry);
            let dotted = before.is_some_and(|entry| entry.dotted);
            if dotted {
                token.gap = Gap::Short;
            }
        }
        let token = &*token;
        let text = tokens.text(token);
        if token.kind == Kind::Figures {
            out.push(Known {
                entry: None,
                live: true,
                core: true,
                joined: false,
                filler: false,
            });
            continue;
        }
        let entry = pack.words.get(text);
        let entry = entry.or_else(|| pack.variants.as_ref()?.find(text, &pack.words));
        let mut known = Known {
            entry,
            live: false,
            core: false,
            joined: false,
            filler: false,
        };
        if let Some(entry) = entry {
            known.live = entry.word != NONE || !entry.symbols.is_empty();
            let symbols = entry.symbols.iter().map(|(_, word)| *word);
            known.core = (symbols.chain([entry.word])).any(|word| pack.wakes(word, wanted));
            known.filler = entry.filler;
        }
        if token.kind == Kind::Sign {
            let mut letters = text.chars();
            let mark = letters.next().filter(|_| letters.next().is_none());
            known.live |=
                mark.is_some_and(|mark| pack.points.contains(&mark) || pack.groups.contains(&mark));
        }
        if token.kind == Kind::Word {
            pack.pieces.cut(text, pieces);
            known.joined = !pieces.is_empty();
            known.live |= known.joined;
            known.core |= known.joined;
        }
        if let Some(folded) = pack.folds.as_ref().and_then(|folds| folds.spell(text)) {
            folds.push((out.len(), folded));
        }
        out.push(known);
    }
    tokens.list = list;
    for (at, folded) in folds {
        tokens.fold(at, &folded);
    }
    if let Some(runs) = &pack.runs {
        runs.find(|word| pack.wakes(word, wanted), tokens, out, spans);
    }
}

/// Add the apostrophes next to words that the pack knows with them; others are quotes.
fn widen(pack: &Pack, tokens: &mut Tokens, source: &str) {
    let is_known = |text: &str| pack.words.get(text).is_some_and(Entry::is_known);
    for at in 0..tokens.list.len() {
        let mut token = tokens.list[at];
        if token.apostrophes & BEFORE != 0 {
            let folded = token.folded - 1;
            if is_known(&tokens.folded[folded as usize..token.folded_to as usize]) {
                token.folded = folded;
                let mark = source[..token.from as usize].chars().next_back();
                token.from -= mark.map_or(0, char::len_utf8) as u32;
            } else if !matches!(token.gap, Gap::Break | Gap::Stop) {
                token.gap = Gap::Mark;
            }
        }
        if token.apostrophes & AFTER != 0
            && is_known(&tokens.folded[token.folded as usize..=token.folded_to as usize])
        {
            token.folded_to += 1;
            let mark = source[token.to as usize..].chars().next();
            token.to += mark.map_or(0, char::len_utf8) as u32;
            if let Some(next) = tokens.list.get_mut(at + 1) {
                let between = &source[token.to as usize..next.from as usize];
                if next.gap == Gap::Mark && between.trim().is_empty() {
                    next.gap = if between.is_empty() {
                        Gap::Glued
                    } else {
                        Gap::Space
                    };
                }
            }
        }
        token.apostrophes = 0;
        tokens.list[at] = token;
    }
}

/// Write out the short forms at the ends of words that the pack does not know whole.
fn lengthen(pack: &Pack, tokens: &mut Tokens) {
    for at in 0..tokens.list.len() {
        let token = tokens.list[at];
        let next = tokens.list.get(at + 1).map_or(tokens.end, |next| next.gap);
        if token.kind != Kind::Word {
            continue;
        }
        let Some((long, dotted)) = pack.lengthened(tokens.text(&token), next == Gap::Stop, true)
        else {
            continue;
        };
        tokens.fold(at, &long);
        if let Some(next) = tokens.list.get_mut(at + 1).filter(|_| dotted) {
            next.gap = Gap::Short;
        }
    }
}

/// Cut letters off that are joined to a numeral: only where the word is not known whole.
fn cut_prefixes(pack: &Pack, tokens: &mut Tokens, source: &str, pieces: &mut Vec<Piece>) {
    let list = std::mem::take(&mut tokens.list);
    tokens.list.reserve(list.len());
    let find = |text: &str| {
        let entry = pack.words.get(text);
        entry.or_else(|| pack.variants.as_ref()?.find(text, &pack.words))
    };
    for token in list {
        let text = tokens.text(&token);
        let mut is_numeral = |text: &str| {
            pack.pieces.cut(text, pieces);
            !pieces.is_empty()
                || find(text).is_some_and(|entry| pack.numerals[usize::from(entry.word)])
        };
        let may = token.kind == Kind::Word && !find(text).is_some_and(Entry::is_known);
        let prefix = pack.prefixes.iter().filter(|_| may).find(|prefix| {
            let rest = text.strip_prefix(&***prefix);
            rest.is_some_and(|rest| !rest.is_empty() && is_numeral(rest))
        });
        let Some(prefix) = prefix else {
            tokens.list.push(token);
            continue;
        };
        let exact = source[token.from as usize..token.to as usize].chars();
        let bytes: usize = exact.take(prefix.chars().count()).map(char::len_utf8).sum();
        let (folded, from) = (
            token.folded + prefix.len() as u32,
            token.from + bytes as u32,
        );
        tokens.list.push(Token {
            to: from,
            folded_to: folded,
            ..token
        });
        tokens.list.push(Token {
            from,
            folded,
            gap: Gap::Glued,
            ..token
        });
    }
}

/// Cut clitics and elisions off words that the pack does not know whole: *he's*, *l'eau*.
fn part(pack: &Pack, tokens: &mut Tokens, source: &str) {
    let list = std::mem::take(&mut tokens.list);
    tokens.list.reserve(list.len());
    let mut ends = Vec::new();
    for mut token in list {
        while let Some((head, tail, is_elision)) = cut_off(pack, tokens, source, token) {
            // what is left of an elision may have a clitic; what is left of a clitic, another
            if is_elision {
                tokens.list.push(head);
                token = tail;
            } else {
                ends.push(tail);
                token = head;
            }
        }
        tokens.list.push(token);
        tokens.list.extend(ends.drain(..).rev());
    }
}

/// The two parts of a word with an elision or a clitic, and whether it is an elision.
fn cut_off(
    pack: &Pack,
    tokens: &Tokens,
    source: &str,
    token: Token,
) -> Option<(Token, Token, bool)> {
    let text = tokens.text(&token);
    let apostrophe = token.kind == Kind::Word && text.contains('\'');
    if !apostrophe || pack.words.get(text).is_some_and(Entry::is_known) {
        return None;
    }
    let exact = &source[token.from as usize..token.to as usize];
    let bytes = |letters: &mut dyn Iterator<Item = char>| letters.map(char::len_utf8).sum();
    let starts = |head: &&String| text.len() > head.len() && text.starts_with(&***head);
    let ends = |tail: &&String| text.len() > tail.len() && text.ends_with(&***tail);
    let (folded, length, is_elision) = if let Some(head) = pack.elisions.iter().find(starts) {
        let letters = head.chars().count();
        let length: usize = bytes(&mut exact.chars().take(letters));
        (head.len(), length, true)
    } else {
        let tail = pack.clitics.iter().find(ends)?;
        let letters = tail.chars().count();
        let length: usize = bytes(&mut exact.chars().rev().take(letters));
        (text.len() - tail.len(), exact.len() - length, false)
    };
    let (folded, from) = (token.folded + folded as u32, token.from + length as u32);
    // a mark before or after the word is next to one of its parts alone
    let head = Token {
        to: from,
        folded_to: folded,
        apostrophes: token.apostrophes & BEFORE,
        ..token
    };
    let tail = Token {
        from,
        folded,
        gap: Gap::Glued,
        apostrophes: token.apostrophes & AFTER,
        ..token
    };
    Some((head, tail, is_elision))
}

/// Whether a reading may go over the gap before a token, or may depend on what is on the other side.
fn may_join(pack: &Pack, wanted: Wanted, tokens: &[Token], known: &[Known], at: usize) -> bool {
    let (before, this) = (&tokens[at - 1], &tokens[at]);
    let kinds = [before.kind, this.kind];
    let glued = matches!(this.gap, Gap::Glued | Gap::Point);
    let apart = kinds.contains(&Kind::Word) && !kinds.contains(&Kind::Sign) && !glued;
    if !apart || pack.runs.is_some() || known[at - 1].joined || known[at].joined {
        return true;
    }
    let named = |at: usize| match tokens[at].kind {
        Kind::Figures => Named::Figures,
        _ => Named::of(known[at].entry),
    };
    pack.may_join(wanted, named(at - 1), named(at))
}

/// Tokens `from` to `to` in which every reading of the text lies that begins there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Island {
    pub from: usize,
    pub to: usize,
}

/// The next island with a core word, at or after a token.
pub(crate) fn next_island(
    pack: &Pack,
    wanted: Wanted,
    tokens: &[Token],
    known: &[Known],
    mut at: usize,
) -> Option<Island> {
    while at < tokens.len() {
        if !known[at].live {
            at += 1;
            continue;
        }
        let from = at;
        let mut core = known[at].core;
        at += 1;
        while at < tokens.len()
            && known[at].live
            && tokens[at].gap != Gap::Break
            && may_join(pack, wanted, tokens, known, at)
        {
            core |= known[at].core;
            at += 1;
        }
        if core {
            return Some(Island { from, to: at });
        }
    }
    None
}
