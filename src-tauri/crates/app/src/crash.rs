//! What a crash leaves behind: nothing. The memory of this process holds secrets (security 36).

/// Has the system write no core file of this process, and lets nobody look into it. What it starts inherits that, and may ask for
/// one again.
#[cfg(unix)]
pub fn leave_no_core() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Core);
    // To want less is always allowed.
    setrlimit(Resource::Core, Rlimit { current: Some(0), maximum }).ok();
    keep_others_out();
}

/// Has other programs of the same person neither read this process's memory nor attach to it. What
/// it starts is as any other program.
#[cfg(target_os = "linux")]
fn keep_others_out() {
    use rustix::process::{DumpableBehavior, set_dumpable_behavior};
    set_dumpable_behavior(DumpableBehavior::NotDumpable).ok();
}

/// Other systems have no such switch.
#[cfg(all(unix, not(target_os = "linux")))]
fn keep_others_out() {}

/// The system writes none unless its owner asked for them.
#[cfg(not(unix))]
pub fn leave_no_core() {}

#[cfg(test)]
mod tests {
    /// Security 36.
    #[cfg(unix)]
    #[test]
    fn no_core_file_is_wanted_and_those_we_start_may_want_one() {
        use rustix::process::{Resource, getrlimit};
        let before = getrlimit(Resource::Core);
        crate::crash::leave_no_core();
        let after = getrlimit(Resource::Core);
        assert_eq!((after.current, after.maximum), (Some(0), before.maximum));
        #[cfg(target_os = "linux")]
        {
            use rustix::process::{DumpableBehavior, dumpable_behavior};
            let dumpable = dumpable_behavior().unwrap();
            assert!(matches!(dumpable, DumpableBehavior::NotDumpable), "{dumpable:?}");
        }
    }
}
