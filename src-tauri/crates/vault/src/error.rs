//! Why a secret could not be kept or had, told apart and in words; no error holds a secret.

/// A cause from below; its type is no concern of ours.
pub type Cause = Box<dyn std::error::Error + Send + Sync>;

/// Why the keychain did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No keychain answers: there is no service, or no bus to reach it by.
    #[error("there is no keychain to keep secrets in")]
    Absent(#[source] Cause),
    /// It is locked, and stayed locked.
    #[error("the keychain is locked")]
    Locked,
    /// It has nowhere to put a new secret.
    #[error("the keychain has no default keyring for new secrets")]
    NoKeyring,
    /// It does not let this program in.
    #[error("the keychain refused access")]
    Denied(#[source] Cause),
    /// Several entries answer to the same name, so that none can be trusted.
    #[error("the keychain has more than one secret named `{name}`")]
    Ambiguous {
        /// The name.
        name: String,
    },
    /// The name or the value does not fit.
    #[error("the keychain cannot hold the secret `{name}`: {reason}")]
    Unfit {
        /// The name.
        name: String,
        /// What does not fit.
        reason: String,
    },
    /// It failed in another way.
    #[error("the keychain failed")]
    Failed(#[source] Cause),
}

impl Error {
    /// What a person can do about it.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Self::Absent(_) => Some(
                "start a keychain that offers the Secret Service, such as GNOME Keyring, KWallet or KeePassXC, then try again",
            ),
            Self::Locked => Some("unlock the keychain, then try again"),
            Self::NoKeyring => Some(
                "create a default keyring, for example in “Passwords and Keys”, then try again",
            ),
            Self::Denied(_) => Some("allow Steward in the settings of the keychain"),
            Self::Ambiguous { .. } => Some("delete the surplus entries in the keychain"),
            Self::Unfit { .. } => Some("choose a shorter name or value, as plain text"),
            Self::Failed(_) => Some("try again; if it stays, restart the keychain"),
        }
    }
}
