//! Which call a question may belong to; it knows no question.

use std::{ops::Deref, sync::Arc};

use crate::asker::CallRef;

/// A call, by its name and tag.
pub(crate) enum Whose {
    Alone(CallRef),
    Shared(Arc<CallRef>),
}

impl Whose {
    /// Shared where questions of the server may have to name it, which costs a little.
    pub(crate) fn new(call: CallRef, shared: bool) -> Self {
        if shared { Self::Shared(Arc::new(call)) } else { Self::Alone(call) }
    }

    /// For whoever must name it; `None` where nobody must.
    pub(crate) fn shared(&self) -> Option<Arc<CallRef>> {
        match self {
            Self::Alone(_) => None,
            Self::Shared(call) => Some(Arc::clone(call)),
        }
    }
}

impl Deref for Whose {
    type Target = CallRef;

    fn deref(&self) -> &CallRef {
        match self {
            Self::Alone(call) => call,
            Self::Shared(call) => call,
        }
    }
}
