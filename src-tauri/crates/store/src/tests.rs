//! Tests of the database as a whole.
