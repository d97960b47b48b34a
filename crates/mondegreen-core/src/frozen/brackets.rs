//! What is in brackets and parentheses goes away.

/// Take out what is between brackets: `[<\[][^>\]]*[>\]]`.
///
/// Any opening goes with any closing one, so `<a]` is taken out as well.
pub fn brackets(text: &[u8], out: &mut Vec<u8>) {
    let mut from = 0;
    while let Some(open) = find(text, from, |byte| matches!(byte, b'<' | b'[')) {
        let Some(close) = find(text, open + 1, |byte| matches!(byte, b'>' | b']')) else {
            break;
        };
        out.extend_from_slice(&text[from..open]);
        from = close + 1;
    }
    out.extend_from_slice(&text[from..]);
}

/// Take out what is in parentheses, if anything is: `\(([^)]+?)\)`.
pub fn parentheses(text: &[u8], out: &mut Vec<u8>) {
    let mut from = 0;
    let mut at = 0;
    while let Some(open) = find(text, at, |byte| byte == b'(') {
        let Some(close) = find(text, open + 1, |byte| byte == b')') else {
            break;
        };
        at = open + 1;
        if close > open + 1 {
            out.extend_from_slice(&text[from..open]);
            from = close + 1;
            at = from;
        }
    }
    out.extend_from_slice(&text[from..]);
}

fn find(text: &[u8], from: usize, is: impl Fn(u8) -> bool) -> Option<usize> {
    let found = text[from..].iter().position(|&byte| is(byte));
    found.map(|at| from + at)
}
