//! Where each token is in a long reference, as bits of 64-row blocks.

/// Bitmaps for all tokens are made where they take no more words than this.
const BITMAPS: usize = 4096;

/// Where each token is in the reference.
#[derive(Default)]
pub struct Positions {
    ids: usize,
    blocks: usize,
    /// For each token its first place in `rows`, empty where there are bitmaps for all.
    starts: Vec<u32>,
    rows: Vec<u32>,
    /// For each token: after the places that this pass has left above its band.
    next: Vec<u32>,
    /// For each token its number among the bitmaps, which the frequent ones have.
    dense: Vec<u32>,
    bitmaps: Vec<u64>,
}

const NO_BITMAP: u32 = u32::MAX;

impl Positions {
    /// Index `reference`, whose tokens are ids below `ids`.
    pub(super) fn load(&mut self, reference: &[u32], ids: usize) {
        self.ids = ids;
        self.blocks = reference.len().div_ceil(64);
        self.starts.clear();
        self.dense.clear();
        self.bitmaps.clear();
        if ids * self.blocks <= BITMAPS {
            self.bitmaps.resize(ids * self.blocks, 0);
            self.dense.extend(0..ids as u32);
            for (row, &token) in reference.iter().enumerate() {
                self.bitmaps[token as usize * self.blocks + row / 64] |= 1 << (row % 64);
            }
            return;
        }
        self.list(reference);
        self.draw(reference.len());
    }

    /// Take over where each of the tokens stands, in a reference of `length` tokens.
    pub(super) fn load_places(&mut self, length: usize, starts: Vec<u32>, places: Vec<u32>) {
        self.ids = starts.len() - 1;
        self.blocks = length.div_ceil(64);
        self.starts = starts;
        self.rows = places;
        self.dense.clear();
        self.bitmaps.clear();
        self.rewind();
        self.draw(length);
    }

    /// Make the bitmaps of the frequent tokens.
    fn draw(&mut self, length: usize) {
        for id in 0..self.ids {
            let places = self.starts[id] as usize..self.starts[id + 1] as usize;
            if places.len() * 24 <= length || places.len() <= 8 {
                self.dense.push(NO_BITMAP);
                continue;
            }
            self.dense.push((self.bitmaps.len() / self.blocks) as u32);
            let from = self.bitmaps.len();
            self.bitmaps.resize(from + self.blocks, 0);
            for &row in &self.rows[places] {
                self.bitmaps[from + row as usize / 64] |= 1 << (row % 64);
            }
        }
    }

    /// Whether `token` is at `row`.
    pub(super) fn stands(&self, token: u32, row: usize) -> bool {
        let bitmap = self.dense[token as usize];
        if bitmap != NO_BITMAP {
            let word = self.bitmaps[bitmap as usize * self.blocks + row / 64];
            return word >> (row % 64) & 1 == 1;
        }
        let places = self.starts[token as usize] as usize..self.starts[token as usize + 1] as usize;
        self.rows[places].binary_search(&(row as u32)).is_ok()
    }

    /// List the places of each token.
    fn list(&mut self, reference: &[u32]) {
        self.starts.resize(self.ids + 1, 0);
        for &token in reference {
            self.starts[token as usize + 1] += 1;
        }
        for id in 0..self.ids {
            self.starts[id + 1] += self.starts[id];
        }
        self.rewind();
        self.rows.clear();
        self.rows.resize(reference.len(), 0);
        for (row, &token) in reference.iter().enumerate() {
            let at = &mut self.next[token as usize];
            self.rows[*at as usize] = row as u32;
            *at += 1;
        }
    }

    /// Write into `masks` which rows of blocks `first..` hold `token`.
    #[inline]
    pub(super) fn masks(&mut self, token: u32, first: usize, masks: &mut [u64]) {
        let bitmap = self.dense[token as usize];
        if bitmap != NO_BITMAP {
            let from = bitmap as usize * self.blocks + first;
            masks.copy_from_slice(&self.bitmaps[from..from + masks.len()]);
            return;
        }
        masks.fill(0);
        let id = token as usize;
        let low = (first * 64) as u32;
        let high = low + (masks.len() * 64) as u32;
        let places = &self.rows[..self.starts[id + 1] as usize];
        // The band only ever moves down, so what is above it now is not looked at again.
        let mut at = self.next[id] as usize;
        if places.get(at + 16).is_some_and(|&row| row < low) {
            at += places[at..].partition_point(|&row| row < low);
        }
        while at < places.len() && places[at] < low {
            at += 1;
        }
        self.next[id] = at as u32;
        for &row in &places[at..] {
            if row >= high {
                break;
            }
            let row = row - low;
            masks[row as usize / 64] |= 1 << (row % 64);
        }
    }

    /// Be ready for a pass that begins with any band.
    pub(super) fn rewind(&mut self) {
        self.next.clear();
        self.next.extend_from_slice(&self.starts);
    }
}
