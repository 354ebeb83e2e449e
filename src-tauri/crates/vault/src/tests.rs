//! Tests against a real keychain.
