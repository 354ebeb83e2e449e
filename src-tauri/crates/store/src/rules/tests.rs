//! Tests of rules.
