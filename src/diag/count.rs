//! Numbers with their nouns.

/// `1 unit`, `3 units`.
pub fn so_many(n: impl Into<u64>, one: &str, more: &str) -> String {
    let n = n.into();
    format!("{n} {}", if n == 1 { one } else { more })
}
