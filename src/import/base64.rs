//! Bytes that are written in letters.

/// Why letters are no bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// There is a sign that stands for nothing.
    Sign,
    /// Something follows the signs for the end.
    After,
    /// A letter alone is no byte.
    Cut,
}

/// Reads them. Blanks do not count, and the signs for the end may be missing.
pub(super) fn read(text: &str) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut held, mut bits) = (0u32, 0u32);
    let mut ended = false;
    for b in text.bytes().filter(|b| !b.is_ascii_whitespace()) {
        let value = match b {
            b'A'..=b'Z' => b - b'A',
            b'a'..=b'z' => b - b'a' + 26,
            b'0'..=b'9' => b - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => {
                ended = true;
                continue;
            }
            _ => return Err(Fault::Sign),
        };
        if ended {
            return Err(Fault::After);
        }
        held = (held << 6) | u32::from(value);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push(u8::try_from((held >> bits) & 0xff).unwrap_or(0));
        }
        // Only what is not yet written counts.
        held &= 0xff;
    }
    // Six bits alone are no byte: something is missing.
    if bits >= 6 { Err(Fault::Cut) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_read_as_others_write_them() {
        for (packed, plain) in
            [("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), (" Zm9v\n YmFy ", "foobar"), ("Zg", "f")]
        {
            assert_eq!(read(packed).as_deref(), Ok(plain.as_bytes()));
        }
        assert_eq!(read("/+8=").as_deref(), Ok(&[0xff, 0xef][..]));
        for (broken, why) in [("Zm9vY", Fault::Cut), ("Zm9v!", Fault::Sign), ("Zg==Zg==", Fault::After), ("Zm-v", Fault::Sign)] {
            assert_eq!(read(broken), Err(why), "{broken}");
        }
    }
}
