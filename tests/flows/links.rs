//! What a person chooses beside the page: a folder to share, and whether a link that a server gave is
//! opened. Nothing of either happens by itself.

use app::wire::{
    failure::{Code, Failure},
    inbox::{EndView, InboxView, QuestionKind, StandingView},
    link::{LinkOpened, OpenLink},
    server::ServerRow,
    wishes::ServerWishes,
};
use flows::{
    desk::{Answer, Asked, Opened},
    house::House,
    peers::{self, Era},
    shapes::{named, ready},
};
use serde_json::json;

async fn choose(house: &House) -> Result<ServerWishes, Failure> {
    house.page("choose_folder", named("peer")).await
}

async fn open(house: &House, url: &str) -> Result<bool, Failure> {
    let link = OpenLink { server: "peer".to_owned(), url: url.to_owned() };
    let opened: LinkOpened = house.page("open_link", link).await?;
    Ok(opened.opened)
}

/// How the newest question ended.
async fn ended(house: &House) -> (QuestionKind, String, StandingView) {
    let inbox: InboxView = house.page("list_inbox", ()).await.unwrap();
    let newest = inbox.settled.into_iter().next().unwrap();
    (newest.kind, newest.words, newest.standing)
}

/// HOST-22: the person chooses it natively, and the server hears of it.
#[tokio::test]
async fn a_folder_that_is_chosen_is_shared_and_none_that_is_not() {
    let house = House::open().await;
    house.add("peer", &peers::mcp(Era::Legacy)).await;
    let folder = house.home().display().to_string();
    house.desk.will_say([Answer::Folder(None)]);
    assert_eq!(choose(&house).await.unwrap().folders, Vec::<String>::new());
    house.desk.will_say([Answer::Folder(Some(folder.clone()))]);
    assert_eq!(choose(&house).await.unwrap().folders, std::slice::from_ref(&folder));
    house.settled("peer").await;
    let told = house.text("peer", "folders", json!({})).await;
    assert!(told.ends_with(&format!("file://{folder}")), "{told}");
    let (kind, words, standing) = ended(&house).await;
    assert_eq!(kind, QuestionKind::Folder);
    assert_eq!(words, "A folder to share with “peer”", "never which");
    assert!(matches!(standing, StandingView::Settled { end: EndView::Answered, .. }));
    // What was chosen and is gone again, or never was a folder.
    house.desk.will_say([Answer::Folder(Some(format!("{folder}/gone")))]);
    let failure = choose(&house).await.unwrap_err();
    assert_eq!((failure.code, failure.field.as_deref()), (Code::Invalid, Some("folder")));
    let (asked, _) = house.desk.asked();
    assert_eq!(asked, vec![Asked::Folder { title: "peer".to_owned() }; 3]);
    house.close().await;
}

#[tokio::test]
async fn a_terminal_is_told_how_it_shares_a_folder_and_opens_no_link() {
    let house = House::open().await;
    house.add("peer", &peers::mcp(Era::Modern)).await;
    let refused = house.terminal::<ServerWishes>("choose_folder", named("peer")).await;
    let failure = refused.unwrap_err();
    assert_eq!(failure.code, Code::Refused);
    let hint = "Say which: `stewardctl servers roots peer add FOLDER`.";
    assert_eq!(failure.hint.as_deref(), Some(hint));
    let link = OpenLink { server: "peer".to_owned(), url: "https://example.com/".to_owned() };
    let refused = house.terminal::<LinkOpened>("open_link", link).await;
    assert_eq!(refused.unwrap_err().code, Code::Refused);
    assert_eq!(house.desk.asked(), (Vec::new(), 0));
    house.close().await;
}

/// HOST-31, HOST-46, security 15 and 17.
#[tokio::test]
async fn a_link_is_shown_whole_to_the_person_and_opened_after_a_yes() {
    let house = House::open().await;
    house.add("peer", &peers::mcp(Era::Legacy)).await;
    let url = "https://example.com/a?b=c#d";
    for (answer, opened) in [(Opened::Open, true), (Opened::Cancel, false)] {
        house.desk.will_say([Answer::Link(answer)]);
        assert_eq!(open(&house, url).await.unwrap(), opened, "{answer:?}");
    }
    let (kind, words, standing) = ended(&house).await;
    assert_eq!((kind, words.as_str()), (QuestionKind::Link, url));
    assert!(matches!(standing, StandingView::Settled { end: EndView::Cancelled, .. }));
    let shown = Asked::Link {
        title: "peer".to_owned(),
        tools: Vec::new(),
        message: String::new(),
        url: url.to_owned(),
        own: true,
    };
    assert_eq!(house.desk.asked().0, vec![shown; 2]);
    house.close().await;
}

/// Security 1, 17.
#[tokio::test]
async fn a_link_that_is_no_page_on_the_web_is_refused_in_words_and_nobody_is_asked() {
    let house = House::open().await;
    house.add("peer", &peers::mcp(Era::Legacy)).await;
    for (url, word) in [
        ("javascript:alert(1)", "https"),
        ("file:///etc/passwd", "https"),
        ("http://example.com/", "https"),
        ("https://bank.example@evil.example/", "user name"),
        ("https://example.com/\u{202e}gpj", "cannot be seen"),
        ("example.com", "no address"),
    ] {
        let failure = open(&house, url).await.unwrap_err();
        assert_eq!((failure.code, failure.field.as_deref()), (Code::Invalid, Some("url")), "{url}");
        assert!(failure.message.contains(word), "{url}: {}", failure.message);
    }
    let stranger = OpenLink { server: "nobody".to_owned(), url: "https://a.example/".to_owned() };
    let failure = house.page::<LinkOpened>("open_link", stranger).await.unwrap_err();
    assert_eq!(failure.code, Code::UnknownServer);
    assert_eq!(house.desk.asked(), (Vec::new(), 0));
    house.close().await;
}

/// MCP 2025-11-25, Implementation.
#[tokio::test]
async fn the_website_that_a_server_gives_is_told_as_it_wrote_it() {
    for era in [Era::Legacy, Era::Modern] {
        let house = House::open().await;
        let row: ServerRow = house.add("peer", &peers::mcp(era)).await;
        let website = ready(&row).unwrap().website;
        assert_eq!(website.as_deref(), Some("https://example.com/mcp-peer"), "{era:?}");
        house.close().await;
    }
}
