//! What the person wishes of a server is told to each of its runs, and what it tells unasked is
//! listened to. It knows no list.

use model::log::Tag;

use crate::{convert, log::writer::LogWriter, offered, redact::Redactor, redacted, wished::Wished};

/// One run of a server, as far as the person's wishes go.
#[derive(Clone)]
pub(super) struct Attending {
    pub(super) client: mcp::Client,
    pub(super) wished: Wished,
    pub(super) log: LogWriter,
    pub(super) redactor: Redactor,
}

impl Attending {
    /// Tells the server what is wished. From when others can reach the server on, so that a wish is
    /// told either here or by whoever has it.
    pub(super) async fn tell(self) {
        self.level().await;
        for uri in self.wished.watched() {
            if let Err(error) = self.client.subscribe(&uri).await {
                self.say("a resource cannot be watched any more", error).await;
                self.wished.watch(&uri, false);
            }
        }
    }

    async fn level(&self) {
        loop {
            let level = self.wished.level();
            if level.is_none() || !self.client.takes_level() {
                return;
            }
            if let Err(error) = self.client.set_level(level.map(offered::level)).await {
                return self.say("its log level could not be set", error).await;
            }
            // Who changed it meanwhile may have been overtaken.
            if self.wished.level() == level {
                return;
            }
        }
    }

    /// Listens to the server as long as it lives. From before its lists are read on, so that no
    /// change falls between the two.
    pub(super) async fn listen(self) {
        if let Err(mcp::Error::Rpc(refused)) = self.client.listen().await {
            self.say("it does not tell when something changes", refused.into()).await;
        }
    }

    async fn say(&self, what: &str, error: mcp::Error) {
        let why = convert::told(&redacted::error(&self.redactor, error).to_string());
        self.log.write(&Tag::Lifecycle, &format!("{what}: {why}")).await;
    }
}
