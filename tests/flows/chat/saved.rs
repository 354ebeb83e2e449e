//! A conversation that is saved: where the person says, whole, and told where that fails.

use std::fs;

use app::wire::{
    chat::{ConversationSaved, ExportFormat, SaveConversation},
    failure::{Code, Failure},
    inbox::{InboxView, QuestionKind},
};
use flows::{
    desk::{Answer, Asked},
    model::moves::Move,
};

use super::talk::Talk;

async fn save(talk: &Talk, to: Option<String>) -> Result<Option<String>, Failure> {
    talk.house.desk.will_say([Answer::File(to)]);
    let order = SaveConversation { conversation: talk.id.clone(), format: ExportFormat::Markdown };
    let saved: ConversationSaved = talk.house.page("save_conversation", order).await?;
    Ok(saved.path)
}

#[tokio::test]
async fn a_conversation_is_saved_where_the_person_says_and_nowhere_else() {
    let talk = Talk::begin([Move::say("It is *late*.")]).await;
    talk.ask("What time is it?").await;
    assert_eq!(save(&talk, None).await.unwrap(), None);
    let file = talk.house.home().join("kept.md");
    let path = file.display().to_string();
    assert_eq!(save(&talk, Some(path.clone())).await.unwrap(), Some(path));
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.starts_with("# What time is it?\n"), "{text}");
    assert!(text.contains("It is *late*."), "{text}");
    let nowhere = talk.house.home().join("no/such/folder/kept.md").display().to_string();
    let failure = save(&talk, Some(nowhere.clone())).await.unwrap_err();
    assert_eq!(failure.code, Code::Storage);
    assert!(failure.message.contains(&nowhere), "{}", failure.message);
    let (asked, _) = talk.house.desk.asked();
    assert_eq!(asked, vec![Asked::File { name: "what-time-is-it.md".to_owned() }; 3]);
    let inbox: InboxView = talk.house.page("list_inbox", ()).await.unwrap();
    assert_eq!(inbox.settled[0].kind, QuestionKind::File);
    talk.close().await;
}
