//! Numbers with their nouns.

/// `1 unit`, `3 units`.
pub fn so_many(n: impl TryInto<u64>, one: &str, more: &str) -> String {
    let n = n.try_into().unwrap_or(u64::MAX);
    format!("{n} {}", if n == 1 { one } else { more })
}
