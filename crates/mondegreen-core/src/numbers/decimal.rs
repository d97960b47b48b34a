//! Numbers as their digits, so that none is too long and no zero is lost.

/// `digits`, which may have a full stop, times ten to the power `exponent`.
pub fn shift(digits: &str, exponent: u32) -> String {
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let exponent = exponent as usize;
    let mut result = String::with_capacity(whole.len() + part.len().max(exponent) + 1);
    result.push_str(whole);
    if part.len() <= exponent {
        result.push_str(part);
        result.extend(std::iter::repeat_n('0', exponent - part.len()));
        return strip_zeros(&result).to_string();
    }
    result.push_str(&part[..exponent]);
    let rest = part[exponent..].trim_end_matches('0');
    let whole = strip_zeros(&result).to_string();
    if rest.is_empty() {
        whole
    } else {
        format!("{whole}.{rest}")
    }
}

/// Without zeros at the front.
pub fn strip_zeros(digits: &str) -> &str {
    let stripped = digits.trim_start_matches('0');
    if stripped.is_empty() || stripped.starts_with('.') {
        &digits[digits.len() - stripped.len() - usize::from(!digits.is_empty())..]
    } else {
        stripped
    }
}

/// The suffix of an English ordinal.
pub fn ordinal_suffix(digits: &str) -> &'static str {
    let bytes = digits.as_bytes();
    let last = bytes.last().copied().unwrap_or(b'0');
    let teen = bytes.len() > 1 && bytes[bytes.len() - 2] == b'1';
    match last {
        b'1' if !teen => "st",
        b'2' if !teen => "nd",
        b'3' if !teen => "rd",
        _ => "th",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifting() {
        assert_eq!(shift("2.5", 6), "2500000");
        assert_eq!(shift("2.55", 1), "25.5");
        assert_eq!(shift("0.5", 3), "500");
        assert_eq!(shift("5", 0), "5");
        assert_eq!(shift("0", 3), "0");
        assert_eq!(shift("0.05", 1), "0.5");
    }

    #[test]
    fn suffixes() {
        let of = |number: u32| format!("{number}{}", ordinal_suffix(&number.to_string()));
        let wanted = [
            "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "101st", "111th",
        ];
        assert_eq!(
            [1, 2, 3, 4, 11, 12, 13, 21, 101, 111].map(of),
            wanted.map(String::from)
        );
    }
}
