//! Bytes that are written in letters.

use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use base64::{DecodeError, Engine, alphabet};

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

/// As most write it, but whether or not the signs for the end are there.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_allow_trailing_bits(true).with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Reads them. Blanks do not count, and the signs for the end may be missing.
pub(super) fn read(text: &str) -> Result<Vec<u8>, Fault> {
    let letters: Vec<u8> = text.bytes().filter(|b| !b.is_ascii_whitespace()).collect();
    let (letters, end) = letters.split_at(letters.iter().position(|b| *b == b'=').unwrap_or(letters.len()));
    let bytes = LENIENT.decode(letters);
    match end.iter().find(|b| **b != b'=') {
        _ if matches!(bytes, Err(DecodeError::InvalidByte(..))) => Err(Fault::Sign),
        Some(b) if alphabet::STANDARD.as_str().as_bytes().contains(b) => Err(Fault::After),
        Some(_) => Err(Fault::Sign),
        None => bytes.map_err(|_| Fault::Cut),
    }
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
