//! The inbox as it crosses to a front end.

use inbox::item::{Call, Item, Kind, Outcome, Place, Standing};
use store::chat::calls::Waiting;

use crate::{
    app::App,
    wire::{
        failure::Failure,
        inbox::{
            ApprovalView, EndView, InboxView, OrphanedBy, QuestionCall, QuestionKind, QuestionView,
            StandingView,
        },
    },
};

/// All of it.
pub(crate) async fn inbox(app: &App) -> Result<InboxView, Failure> {
    let approvals = approvals(app).await?;
    let mut view = InboxView { waiting: Vec::new(), approvals, settled: Vec::new() };
    for item in app.inbox().list() {
        let over = matches!(item.standing, Standing::Settled { .. });
        let question = question(app, item);
        if over { view.settled.push(question) } else { view.waiting.push(question) }
    }
    Ok(view)
}

/// Calls of models that wait for a yes.
async fn approvals(app: &App) -> Result<Vec<ApprovalView>, Failure> {
    let mut approvals = Vec::new();
    for Waiting { conversation, card, .. } in app.db().calls().pending().await? {
        let found = app.db().conversations().get(&conversation).await?;
        let title = found.map(|it| it.title.text().to_owned()).unwrap_or_default();
        let tool = card.tool.as_ref().map_or_else(|| card.public.clone(), |it| it.tool.clone());
        approvals.push(ApprovalView {
            conversation: conversation.0,
            title,
            call: card.id.0,
            server: card.tool.map(|it| it.server.into()),
            tool,
            asked: card.asked.0,
        });
    }
    Ok(approvals)
}

fn question(app: &App, item: Item) -> QuestionView {
    let standing = standing(app, &item);
    let call = |it: Call| QuestionCall { tool: it.tool, call: it.tag };
    QuestionView {
        id: item.id.0,
        kind: match item.kind {
            Kind::Consent => QuestionKind::Consent,
            Kind::Secret => QuestionKind::Secret,
            Kind::Form => QuestionKind::Form,
            Kind::Link => QuestionKind::Link,
            Kind::Folder => QuestionKind::Folder,
            Kind::File => QuestionKind::File,
            Kind::Allow => QuestionKind::Allow,
        },
        server: item.origin.server.map(String::from),
        title: item.origin.title,
        calls: item.origin.calls.into_iter().map(call).collect(),
        words: item.words,
        sensitive: item.sensitive,
        asked: item.asked.0,
        deadline: item.deadline.map(|it| it.0),
        at_terminal: match item.place {
            Place::Terminal => true,
            Place::Desk => false,
        },
        standing,
    }
}

fn standing(app: &App, item: &Item) -> StandingView {
    match &item.standing {
        Standing::Queued => StandingView::Queued,
        Standing::Open => StandingView::Open,
        Standing::Settled { outcome, at } => {
            let end = match outcome {
                Outcome::Accepted => EndView::Answered,
                Outcome::Declined => EndView::Declined,
                Outcome::Cancelled => EndView::Cancelled,
                Outcome::Expired => EndView::Expired,
                Outcome::Orphaned => EndView::Orphaned { by: orphaned_by(app, item) },
                Outcome::NotOpened(reason) => EndView::NotOpened { reason: reason.clone() },
                Outcome::Refused(reason) => EndView::Refused { reason: reason.clone() },
            };
            StandingView::Settled { end, at: at.0 }
        }
    }
}

fn orphaned_by(app: &App, item: &Item) -> OrphanedBy {
    if item.origin.calls.iter().any(|it| app.stopped().has(&it.tag)) {
        OrphanedBy::Call
    } else if item.origin.server.is_some() {
        OrphanedBy::Server
    } else {
        OrphanedBy::Asker
    }
}
