//! Lone surrogates of a text: they travel in the last private plane and come back as what they were.

/// First code point of where lone surrogates travel.
const SHELTER: u32 = 0x10_F800;

/// The text as characters, lone surrogates in their shelter; whether it may have any.
pub fn read(text: &[u8], into: &mut Vec<char>) -> bool {
    into.clear();
    if let Ok(text) = std::str::from_utf8(text) {
        into.extend(text.chars());
        return false;
    }
    let mut at = 0;
    while at < text.len() {
        let (point, length) = crate::graphemes::decode(text, at);
        let point = match point {
            0xD800..=0xDFFF => point - 0xD800 + SHELTER,
            point => point,
        };
        into.push(char::from_u32(point).unwrap_or('\u{FFFD}'));
        at += length.max(1);
    }
    true
}

/// Append `text`; what travelled in the shelter becomes a lone surrogate again when `surrogates`.
pub fn write(text: &str, surrogates: bool, out: &mut Vec<u8>) {
    if !surrogates {
        out.extend_from_slice(text.as_bytes());
        return;
    }
    for point in text.chars() {
        let code = point as u32;
        if code >= SHELTER {
            let code = code - SHELTER + 0xD800;
            out.push(0xED);
            out.push(0x80 | (code >> 6 & 0x3F) as u8);
            out.push(0x80 | (code & 0x3F) as u8);
        } else {
            out.extend_from_slice(point.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
}
