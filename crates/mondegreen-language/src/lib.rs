//! All readings of the numbers, dates, times and amounts in a text.
//!
//! A language is a folder of data; the code knows kinds of things, never words. A span has all the
//! values that it can have: a normalizer writes those spans anew whose readings agree, and two
//! spans say the same where their sets of values meet.
#![forbid(unsafe_code)]
#![allow(clippy::cast_possible_truncation)]

mod ahead;
mod anchors;
mod blocks;
mod building;
mod characters;
mod chart;
pub mod check;
mod circles;
mod compile;
mod compiler;
mod context;
mod cover;
mod doubts;
mod figures;
mod files;
pub mod folders;
mod following;
mod known;
mod lattice;
mod letters;
pub mod library;
mod lookup;
mod marks;
pub mod names;
mod neighbours;
pub mod notes;
mod pack;
mod passes;
pub mod pattern;
mod pieces;
mod place;
mod read;
mod remembered;
mod rewrites;
mod said;
mod scan;
mod scanner;
mod seams;
mod settle;
pub mod source;
pub mod spell;
mod tables;
mod template;
mod tokens;
mod trie;
pub mod value;
pub mod variants;
mod words;
mod write;
mod written;

pub use characters::common_width;
pub use compile::compile;
pub use pack::{Pack, Wanted};
pub use read::{Found, Reader, Role};
pub use said::{meet, Said};
pub use source::Source;
pub use written::{Rewrite, Written};
