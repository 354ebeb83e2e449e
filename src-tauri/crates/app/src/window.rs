//! Who speaks to the application; what each may say is in the list of commands.

/// A front end, as far as it is trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Window {
    /// The main window's page: a renderer, not trusted.
    Main,
    /// A person's terminal on the owner-only socket: what they typed is their consent.
    Terminal,
}
