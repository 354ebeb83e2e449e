//! How the keychain stands towards what a form asks for, so that who answers knows beforehand whether
//! it can be remembered. It knows no keychain.

/// What the keychain could do now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Keychain {
    /// It keeps what it is given, as far as is known.
    #[default]
    Open,
    /// It is locked, and asks to be unlocked before it keeps something.
    Locked {
        /// Whether it has an answer of this form, which is not filled in.
        holds: bool,
    },
    /// There is none.
    Absent,
    /// It has nowhere to put what is new.
    NoKeyring,
}

impl Keychain {
    /// Whether something may come of having it remembered.
    pub fn may_keep(self) -> bool {
        match self {
            Self::Open | Self::Locked { .. } => true,
            Self::Absent | Self::NoKeyring => false,
        }
    }

    /// Whether it has an answer of this form that it does not give.
    pub fn holds(self) -> bool {
        matches!(self, Self::Locked { holds: true })
    }
}
