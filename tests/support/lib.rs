//! Plumbing for tests.
