//! Bytes to text: UTF-8, and for sheets also what spreadsheets write by default.

use super::syntax_error::SyntaxError;
use crate::diag::codes;
use crate::span::Span;

/// Decodes a file. Sheets may also be Windows-1252, which is what a spreadsheet calls plain CSV.
pub(super) fn decode(mut bytes: Vec<u8>, sheet: bool) -> Result<String, Box<SyntaxError>> {
    let fault = |message: &str, help: &str| SyntaxError::boxed(&codes::NOT_TEXT, Span::new(0, 0), message).map_help(help);
    if bytes.starts_with(&[0xef, 0xbb, 0xbf]) {
        bytes.drain(..3);
    }
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        let help = if sheet { "save it as \"CSV UTF-8\"" } else { "save it as UTF-8" };
        return Err(fault("the file is UTF-16, expected UTF-8", help));
    }
    if let Some(i) = bytes.iter().take(4096).position(|&b| b == 0) {
        let message = if i % 2 == 1 && bytes.iter().skip(1).step_by(2).take(64).all(|&b| b == 0) {
            "the file looks like UTF-16, expected UTF-8"
        } else {
            "the file is binary, expected text"
        };
        return Err(fault(message, "give the text file itself, saved as UTF-8"));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let bytes = error.into_bytes();
            if sheet && let Some(text) = windows_1252(&bytes) {
                return Ok(text);
            }
            let line = bytes.iter().take(at).filter(|&&b| b == b'\n').count() + 1;
            let message = format!("byte {} (line {line}) is not UTF-8", at + 1);
            Err(fault(&message, "save it as UTF-8"))
        }
    }
}

/// `None` where a byte stands for no character.
fn windows_1252(bytes: &[u8]) -> Option<String> {
    const HIGH: [char; 32] = [
        '€', '\0', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\0', 'Ž', '\0', '\0', '‘', '’', '“', '”', '•', '–',
        '—', '˜', '™', 'š', '›', 'œ', '\0', 'ž', 'Ÿ',
    ];
    bytes
        .iter()
        .map(|&b| match b {
            0x80..=0x9f => HIGH.get(usize::from(b - 0x80)).copied().filter(|&c| c != '\0'),
            b => Some(char::from(b)),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_spreadsheets_write_is_read() {
        assert_eq!(decode(b"\xef\xbb\xbfa".to_vec(), true).unwrap(), "a");
        assert_eq!(decode(b"Li\xe8ge \x96 Spa".to_vec(), true).unwrap(), "Liège – Spa");
        assert!(decode(b"Li\xe8ge".to_vec(), false).unwrap_err().message().contains("byte 3 (line 1)"));
        assert!(decode(b"\xff\xfea\0".to_vec(), true).unwrap_err().message().contains("UTF-16"));
        assert!(decode(b"a\0b\0c\0".to_vec(), false).unwrap_err().message().contains("UTF-16"));
        assert!(decode(b"PK\x03\x04\0\0".to_vec(), true).unwrap_err().message().contains("binary"));
    }
}
