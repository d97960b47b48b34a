//! A text as tokens: folded, in lower case, each with the place where it stood.
//!
//! * [`fold`] makes code points that are one letter or sign to a reader the same code point;
//! * [`classes`] says what a code point is to the scanner, [`traits`] keeps what is asked of it;
//! * [`marks`] are signs where they stand as one: `5'10"`, `500/-`;
//! * [`token`] is the list of tokens, which rules change;
//! * [`scan`] cuts a text into it; [`tags`] and [`address`] know the pieces that are cut otherwise,
//!   [`arithmetic`] the signs between two numbers.

pub mod address;
pub mod arithmetic;
pub mod classes;
pub mod fold;
pub mod marks;
pub mod scan;
pub mod tags;
pub mod token;
mod traits;

pub use scan::{Options, Scanner};
pub use token::{Doc, Kind, Token};

/// What mondegreen knows of a language in addition to its numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// `I` and `İ` are two letters, as are `ı` and `i`.
    pub dotless: bool,
    /// Arabic vowel signs and the stretching sign are left out.
    pub unvowelled: bool,
    /// `œ` is `oe` and `æ` is `ae`.
    pub ligatures: bool,
    /// Words are not parted by spaces.
    pub unspaced: bool,
    /// What `@` and `.` of an address are called.
    pub address: Option<(&'static str, &'static str)>,
    /// `5'10"` are feet and inches.
    pub feet: bool,
    /// `500/-` are rupees.
    pub rupees: bool,
}
