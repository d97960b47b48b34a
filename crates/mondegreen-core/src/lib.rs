//! The numbers under every rate: tokens, minimum-cost alignments, and the rules that choose
//! one alignment among equals. Slices in, integers out; no Python, no I/O, no unsafe code.
//!
//! * [`words`], [`graphemes`] and [`scripts`] cut a text into tokens;
//! * [`tokens`] turns the tokens of a pair into small integers, so that the rest compares ids;
//! * [`short`] and [`long`] find every optimal alignment, bit-parallel: `short` for a reference
//!   of at most 64 tokens, `long` for any, in a band;
//! * [`hits`] walks the graph of optimal alignments and keeps the one with most hits;
//! * [`rapidfuzz`] keeps the one that RapidFuzz (and so jiwer) would;
//! * [`weighted`] aligns by any integer weights;
//! * [`sclite`] does so and takes, of equally cheap alignments, the one of NIST's sclite;
//! * [`spaces`] aligns letters without the spaces, and counts the words that are touched;
//! * [`lattice`] aligns a reference that has alternatives, and says which way was taken;
//! * [`sclite_network`] does so as NIST's sclite does;
//! * [`alike`] counts where tokens that only sound alike are hits;
//! * [`surrogates`] keeps what no UTF-8 has;
//! * [`compounds`] counts where words that one side writes in several are no errors;
//! * [`aligner`] puts them together for one pair;
//! * [`normalizers`] change texts before they are cut;
//! * [`forgive`] says which differences do not matter, and why.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod aligner;
pub mod alike;
pub mod compounds;
mod distance;
pub mod forgive;
pub mod frozen;
pub mod graphemes;
pub mod hits;
pub mod lattice;
pub mod long;
pub mod normalizers;
pub mod rapidfuzz;
pub mod sclite;
pub mod sclite_network;
pub mod scripts;
pub mod short;
mod side;
pub mod spaces;
pub mod surrogates;
pub mod tokens;
pub mod weighted;
pub mod words;

pub use aligner::{Aligner, Rule, Unit};
pub use hits::{Counts, Op};
