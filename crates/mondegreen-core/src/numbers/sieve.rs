//! A quick look at how a word begins and ends: most words are no joined number, which takes long to find out.

/// Two bytes in a row, for each whether any word has them at its end.
type Pairs = Vec<u64>;

const SIZE: usize = 1 << 16;

/// The first two bytes of the words in a list, and the last two.
#[derive(Default)]
pub(super) struct Sieve {
    starts: Pairs,
    ends: Pairs,
}

impl Sieve {
    /// Let all words through that begin as `piece` does.
    pub fn begin(&mut self, piece: &str) {
        let mut bytes = piece.bytes();
        allow(&mut self.starts, bytes.next(), bytes.next());
    }

    /// Let all words through that end as `piece` does.
    pub fn end(&mut self, piece: &str) {
        let mut bytes = piece.bytes().rev();
        allow(&mut self.ends, bytes.next(), bytes.next());
    }

    /// Whether a piece may stand at the beginning of `word`.
    pub fn may_begin(&self, word: &str) -> bool {
        let mut bytes = word.bytes();
        allows(&self.starts, bytes.next(), bytes.next())
    }

    /// Whether a piece may stand at its end.
    pub fn may_end(&self, word: &str) -> bool {
        let mut bytes = word.bytes().rev();
        allows(&self.ends, bytes.next(), bytes.next())
    }
}

fn place(first: u8, second: u8) -> (usize, u64) {
    let bit = usize::from(first) << 8 | usize::from(second);
    (bit / 64, 1 << (bit % 64))
}

fn allow(pairs: &mut Pairs, first: Option<u8>, second: Option<u8>) {
    pairs.resize(SIZE / 64, 0);
    // Behind a piece of one letter anything may stand.
    let (from, to) = second.map_or((0, u8::MAX), |second| (second, second));
    for second in from..=to {
        let (at, bit) = place(first.unwrap_or(0), second);
        pairs[at] |= bit;
    }
}

fn allows(pairs: &Pairs, first: Option<u8>, second: Option<u8>) -> bool {
    let (at, bit) = place(first.unwrap_or(0), second.unwrap_or(0));
    pairs.get(at).is_some_and(|bits| bits & bit != 0)
}
