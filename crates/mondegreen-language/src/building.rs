//! A value in the making: what the parts of a template are worth together.

use crate::value::{digits_in, Name, Value};

/// How many digits a value is written with.
fn digits_of(value: &Value) -> u8 {
    match value.digits {
        0 => digits_in(value.number),
        digits => digits,
    }
}

/// The digits of one after those of another.
pub(crate) fn joined(head: &Value, tail: &Value) -> Option<(i128, u8)> {
    let length = digits_of(tail);
    let number = head
        .number
        .checked_mul(10_i128.checked_pow(u32::from(length))?)?;
    Some((number.checked_add(tail.number)?, digits_of(head) + length))
}

/// Up to three components, each a number.
#[derive(Default)]
pub(crate) struct Building {
    done: [Value; 3],
    count: usize,
    now: Value,
    pieces: u8,
    point: bool,
    over: bool,
    power: bool,
    negative: bool,
    names: [Name; 2],
}

impl Building {
    pub fn letter(&mut self, letter: char) -> Option<()> {
        match letter {
            '0'..='9' => {
                let digit = Value {
                    digits: 1,
                    ..Value::whole(i128::from(letter as u8 - b'0'))
                };
                return self.append(digit);
            }
            '.' => self.point = self.pieces > 0,
            'e' => self.power = true,
            '/' => self.over = true,
            '-' if self.pieces == 0 && self.count == 0 => self.negative = true,
            ':' | ' ' | '\'' | '-' => return self.next(),
            _ => {}
        }
        Some(())
    }

    pub fn append(&mut self, value: Value) -> Option<()> {
        if value.name != 0 {
            let second = usize::from(self.names[0] != 0 && self.names[0] != value.name);
            self.names[second] = value.name;
            return Some(());
        }
        if self.power {
            self.now = self.now.scaled(u32::try_from(value.number).ok()?);
        } else if self.over {
            let length = if self.now.fraction {
                u32::from(digits_of(&value))
            } else {
                0
            };
            let before = if self.now.fraction {
                self.now.more[0]
            } else {
                0
            };
            let below = u32::try_from(value.number).ok()?;
            self.now.more[0] = before
                .checked_mul(10_u32.checked_pow(length)?)?
                .checked_add(below)?;
            self.now.fraction = true;
        } else if self.pieces == 0 {
            self.now = value;
        } else {
            let length = digits_of(&value);
            (self.now.number, self.now.digits) = joined(&self.now, &value)?;
            if self.point {
                self.now.places += length;
            }
        }
        self.pieces = self.pieces.saturating_add(1);
        Some(())
    }

    fn next(&mut self) -> Option<()> {
        if self.pieces == 0 {
            return Some(());
        }
        if self.now.places > 0 || (self.now.fraction && !self.over) {
            self.now.digits = 0;
        }
        *self.done.get_mut(self.count)? = self.now;
        self.count += 1;
        (self.pieces, self.point, self.over, self.power) = (0, false, false, false);
        self.now = Value::default();
        Some(())
    }

    pub fn done(mut self) -> Option<Value> {
        self.next()?;
        let [mut first, second, third] = self.done;
        if self.count == 2 && second.fraction {
            // 2 1/2
            let below = i128::from(second.more[0]);
            first.number = first
                .number
                .checked_mul(below)?
                .checked_add(second.number)?;
            (first.more, first.fraction, first.digits) = (second.more, true, 0);
        } else if self.count > 1 {
            first.more = [second.component()?, third.component()?];
            first.digits = 0;
        }
        if first.places > 0 {
            first.digits = 0;
        }
        if self.negative {
            first.number = -first.number;
        }
        [first.name, first.other] = self.names;
        Some(first)
    }
}
