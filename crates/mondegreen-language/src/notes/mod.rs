//! What is in a text and nobody said: tokens of a decoder, noises, marks of a transcriber.
//!
//! [`find`] says where they are, [`write`] leaves out what a caller does not keep. Words and tokens
//! are data: `notes.tsv` of the language packs and `tokens.tsv` of the pack `any`.

mod find;
mod mark;
mod pieces;
mod table;
mod write;

pub use find::{find, may_hold, read};
pub use mark::{Kind, Mark};
pub use table::row;
pub use write::{blanked, places, stripped, Keep};
