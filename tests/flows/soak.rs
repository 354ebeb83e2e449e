//! The program for long runs works: what it finds in a few seconds is no more than may be.

use std::process::Command;

#[test]
fn what_is_run_for_long_can_be_run_for_a_moment() {
    let ran = Command::new(env!("CARGO_BIN_EXE_soak")).arg("--smoke").output().unwrap();
    let said = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success(), "{said}{}", String::from_utf8_lossy(&ran.stderr));
    for part in ["cycles, ", "cancels, ", "drops, ", "waits, "] {
        assert!(said.lines().any(|line| line.starts_with(part)), "{said}");
    }
}
