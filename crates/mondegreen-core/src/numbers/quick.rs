//! Tables that are asked about every word of a text.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A table of words.
pub type Words<T> = HashMap<String, T, BuildHasherDefault<Quick>>;

/// A quick hash for short words that no adversary chooses: the table is fixed.
#[derive(Default)]
pub struct Quick(u64);

impl Hasher for Quick {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        let mut mix = |part: u64| {
            self.0 = (self.0.rotate_left(5) ^ part).wrapping_mul(0x517c_c1b7_2722_0a95);
        };
        let mut chunks = bytes.chunks_exact(8);
        for chunk in &mut chunks {
            mix(u64::from_le_bytes(chunk.try_into().expect("eight bytes")));
        }
        let mut rest = [0; 8];
        rest[..chunks.remainder().len()].copy_from_slice(chunks.remainder());
        mix(u64::from_le_bytes(rest));
    }
}
