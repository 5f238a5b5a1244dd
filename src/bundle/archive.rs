//! A zip that is the same whenever and wherever it is made, and hashes.

use std::io::{Cursor, Write};

use sha2::{Digest, Sha256};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// The SHA-256 of some bytes, in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    sha256_bytes(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The SHA-256 of some bytes.
pub fn sha256_bytes(bytes: &[u8]) -> Vec<u8> {
    Sha256::digest(bytes).to_vec()
}

/// Zips entries in the order given: fixed dates, fixed permissions, fixed level.
pub(crate) fn zip(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(6))
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes) in entries {
        // A picture is packed already, and so is a save.
        let options = if path.ends_with(".png") || path.ends_with(".vsav") {
            options.compression_method(CompressionMethod::Stored).compression_level(None)
        } else {
            options
        };
        zip.start_file(*path, options).expect("a short plain name fits into a zip in memory");
        zip.write_all(bytes).expect("memory takes what is written");
    }
    zip.finish().expect("a zip in memory can be finished").into_inner()
}
