//! What a pack knows of a token.

use crate::words::Entry;

/// What is known of a token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known<'p> {
    pub entry: Option<&'p Entry>,
    /// Whether it is a word of some row, a symbol, figures or a joined word.
    pub live: bool,
    /// Whether it wakes the parser.
    pub core: bool,
    pub joined: bool,
    /// Whether it may say nothing, such as *um*.
    pub filler: bool,
}
