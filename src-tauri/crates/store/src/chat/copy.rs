//! A branch as a conversation of its own.

use model::chat::{
    card::{CallId, CardState},
    conversation::Conversation,
    id::ConversationId,
    message::{Body, MessageId, RoundState, Said},
};
use uuid::Uuid;

use crate::{
    chat::{
        conversation::{find, fresh_id, holds, insert, number},
        conversations::Conversations,
        messages, path,
    },
    error::Error,
};

impl Conversations<'_> {
    /// A new conversation with everything from the first message to this one, each call under a new
    /// name. What still ran or waited there is interrupted here: nothing runs twice.
    ///
    /// # Errors
    /// [`Error::Missing`], [`Error::Elsewhere`].
    pub async fn copy(self, id: &ConversationId, until: MessageId) -> Result<Conversation, Error> {
        let (id, now) = (id.clone(), self.0.now());
        self.0
            .write(move |db| {
                holds(db, &id, number(db, &id)?, until)?;
                let old = find(db, &id)?;
                let new =
                    Conversation { id: fresh_id(), head: None, created: now, changed: now, ..old };
                let copied = insert(db, &new)?;
                let mut head = None;
                for message in path::to(db, &id, until)? {
                    let body = anew(message.body);
                    head = Some(messages::insert(db, copied, head, message.at, &body)?);
                }
                let sql = "UPDATE conversations SET head_id = ?2 WHERE id = ?1";
                db.prepare_cached(sql)?.execute((copied, head.map(|it| it.0)))?;
                Ok(Conversation { head, ..new })
            })
            .await
    }
}

/// The same, as nothing that goes on.
fn anew(body: Body) -> Body {
    let Body::Round(mut round) = body else { return body };
    if round.state == RoundState::Writing {
        round.state = RoundState::Interrupted;
    }
    for said in &mut round.said {
        if let Said::Call(card) = said {
            card.id = CallId(Uuid::new_v4().to_string());
            if !card.state.is_over() {
                card.state = CardState::Interrupted;
                card.shown = None;
            }
        }
    }
    Body::Round(round)
}
