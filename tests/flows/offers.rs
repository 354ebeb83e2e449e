//! What real servers offer beside tools, listed, asked for and read, in either era.

use app::wire::{
    failure::Code,
    prompt::{
        CompleteArgument, CompletionOf, GetPrompt, ListPrompts, PromptGiven, ServerPrompts,
        Suggestions,
    },
    resource::{BodyView, ContentsView, ListResources, ReadResource, ServerResources},
    server::EraView,
    tool::BlockView,
};
use flows::{
    house::House,
    peers::{self, Era, Program},
    shapes::ready,
};
use serde_json::json;

pub(crate) async fn prompts(house: &House, server: &str) -> ServerPrompts {
    let asked = ListPrompts { server: Some(server.to_owned()) };
    let mut lists: Vec<ServerPrompts> = house.page("list_prompts", asked).await.unwrap();
    assert_eq!(lists.len(), 1);
    lists.remove(0)
}

pub(crate) async fn resources(house: &House, server: &str) -> ServerResources {
    let asked = ListResources { server: Some(server.to_owned()) };
    let mut lists: Vec<ServerResources> = house.page("list_resources", asked).await.unwrap();
    assert_eq!(lists.len(), 1);
    lists.remove(0)
}

pub(crate) fn to_get(server: &str, prompt: &str, arguments: &[(&str, &str)]) -> GetPrompt {
    let pair = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    GetPrompt {
        call: format!("get-{server}-{prompt}"),
        server: server.to_owned(),
        prompt: prompt.to_owned(),
        arguments: arguments.iter().map(pair).collect(),
    }
}

pub(crate) fn to_read(server: &str, uri: &str) -> ReadResource {
    let (call, server) = (format!("read-{uri}"), server.to_owned());
    ReadResource { call, server, uri: uri.to_owned() }
}

/// The messages of a prompt, one a line.
pub(crate) fn said(given: &PromptGiven) -> String {
    let block = |it: &BlockView| match it {
        BlockView::Text { text, .. } => text.clone(),
        BlockView::Resource { uri, text, .. } => format!("[{uri}] {text}"),
        other @ (BlockView::Media { .. }
        | BlockView::NotSaved { .. }
        | BlockView::Link { .. }
        | BlockView::Unknown { .. }) => format!("{other:?}"),
    };
    let lines = given.messages.iter().map(|it| {
        let blocks: Vec<_> = it.blocks.iter().map(block).collect();
        format!("{}: {}", it.role, blocks.join(" "))
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The parts of a resource, one a line.
pub(crate) fn held(contents: &ContentsView) -> String {
    let parts = contents.parts.iter().map(|it| {
        let mime = it.mime.as_deref().unwrap_or("?");
        match &it.body {
            BodyView::Text { text, cut: false, .. } => format!("{} {mime} {text}", it.uri),
            BodyView::Text { size, .. } => format!("{} {mime} cut of {size}", it.uri),
            BodyView::Bytes { file: Some(file), size, .. } => {
                format!("{} {mime} {} of {size}", it.uri, file.mime)
            }
            BodyView::Bytes { why, .. } => format!("{} {mime} {why:?}", it.uri),
            BodyView::Unknown { json, .. } => format!("{} {mime} ? {json}", it.uri),
        }
    });
    parts.collect::<Vec<_>>().join("\n")
}

/// Registers a peer, and gives the era that it speaks.
pub(crate) async fn add(house: &House, name: &str, program: &Program) -> EraView {
    ready(&house.add(name, program).await).unwrap().era
}

async fn completed(house: &House, order: CompleteArgument) -> String {
    let found: Suggestions = house.page("complete_argument", order).await.unwrap();
    found.values.join(" ")
}

fn completing(of: CompletionOf, argument: &str, value: &str) -> CompleteArgument {
    CompleteArgument {
        call: format!("complete-{argument}"),
        server: "peer".to_owned(),
        of,
        argument: argument.to_owned(),
        value: value.to_owned(),
        others: [].into(),
    }
}

/// What a peer made with PyPI's `mcp` shows of itself, a line each.
async fn visit_mcp(era: Era) -> (EraView, Vec<String>) {
    let house = House::open().await;
    let spoken = add(&house, "peer", &peers::mcp(era)).await;
    let mut seen = Vec::new();
    for prompt in prompts(&house, "peer").await.prompts {
        let arguments = prompt.arguments.iter().map(|it| format!("{}={}", it.name, it.required));
        let arguments: Vec<_> = arguments.collect();
        seen.push(format!("{} {} {:?}", prompt.name, arguments.join(","), prompt.title));
    }
    let list = resources(&house, "peer").await;
    seen.extend(list.resources.iter().map(|it| format!("{} {:?}", it.uri, it.mime)));
    seen.extend(list.templates.iter().map(|it| format!("{} {:?}", it.uri_template, it.variables)));
    let order = to_get("peer", "review", &[("code", "x = 1")]);
    seen.push(said(&house.page("get_prompt", order).await.unwrap()));
    for uri in ["demo://greeting", "demo://bytes", "demo://city/Oslo"] {
        seen.push(held(&house.page("read_resource", to_read("peer", uri)).await.unwrap()));
    }
    let of = || CompletionOf::Prompt { name: "review".to_owned() };
    seen.push(completed(&house, completing(of(), "language", "py")).await);
    let others = [("code".to_owned(), "x".to_owned())].into();
    let with = CompleteArgument { others, ..completing(of(), "language", "") };
    seen.push(completed(&house, with).await);
    seen.push(completed(&house, completing(of(), "code", "")).await);
    house.close().await;
    (spoken, seen)
}

#[tokio::test]
async fn an_mcp_server_offers_the_same_in_either_era() {
    let (modern, there) = visit_mcp(Era::Modern).await;
    let (legacy, here) = visit_mcp(Era::Legacy).await;
    assert_eq!((modern, legacy), (EraView::Modern, EraView::Legacy));
    assert_eq!(there, here);
    expect_test::expect![[r#"
        review code=true,language=false Some("Code review")
        demo://greeting Some("text/plain")
        demo://bytes Some("application/octet-stream")
        demo://city/{name} ["name"]
        user: Review this any: x = 1
        demo://greeting text/plain Hello.
        demo://bytes application/octet-stream application/octet-stream of 4
        demo://city/Oslo text/plain This is Oslo.
        python pytorch
        rust
    "#]]
    .assert_eq(&here.join("\n"));
}

async fn visit_fastmcp(era: Era) -> (EraView, Vec<String>) {
    let house = House::open().await;
    let spoken = add(&house, "peer", &peers::fastmcp(era)).await;
    let names = prompts(&house, "peer").await.prompts.into_iter().map(|it| it.name);
    let mut seen: Vec<_> = names.collect();
    let list = resources(&house, "peer").await;
    seen.extend(list.resources.into_iter().map(|it| it.uri));
    seen.extend(list.templates.into_iter().map(|it| it.uri_template));
    let order = to_get("peer", "review", &[("code", "x = 1"), ("style", "long")]);
    seen.push(said(&house.page("get_prompt", order).await.unwrap()));
    for uri in ["peer://greeting", "peer://city/Oslo"] {
        seen.push(held(&house.page("read_resource", to_read("peer", uri)).await.unwrap()));
    }
    house.close().await;
    (spoken, seen)
}

#[tokio::test]
async fn a_fastmcp_server_offers_the_same_in_either_era() {
    let (modern, there) = visit_fastmcp(Era::Modern).await;
    let (legacy, here) = visit_fastmcp(Era::Legacy).await;
    assert_eq!((modern, legacy), (EraView::Modern, EraView::Legacy));
    assert_eq!(there, here);
    expect_test::expect![[r#"
        review
        peer://greeting
        peer://city/{name}
        user: Review this, long: x = 1
        peer://greeting text/plain Hello.
        peer://city/Oslo text/plain This is Oslo."#]]
    .assert_eq(&here.join("\n"));
}

#[tokio::test]
async fn everything_offers_prompts_resources_and_completions() {
    let house = House::open().await;
    add(&house, "peer", &peers::everything()).await;
    let names: Vec<_> =
        prompts(&house, "peer").await.prompts.into_iter().map(|it| it.name).collect();
    assert_eq!(names, ["simple-prompt", "args-prompt", "completable-prompt", "resource-prompt"]);
    let list = resources(&house, "peer").await;
    assert_eq!((list.resources.len(), list.templates.len()), (7, 2));
    let order = to_get("peer", "args-prompt", &[("city", "Oslo")]);
    let given: PromptGiven = house.page("get_prompt", order).await.unwrap();
    assert_eq!(said(&given), "user: What's weather in Oslo?");
    let order = to_get("peer", "resource-prompt", &[("resourceType", "Text"), ("resourceId", "3")]);
    let given: PromptGiven = house.page("get_prompt", order).await.unwrap();
    assert!(said(&given).contains("[demo://resource/dynamic/text/3] Resource 3"), "{given:?}");
    let uri = "demo://resource/dynamic/blob/1";
    let read: ContentsView = house.page("read_resource", to_read("peer", uri)).await.unwrap();
    assert!(
        matches!(&read.parts[0].body, BodyView::Bytes { file: Some(_), size: 40.., .. }),
        "{read:?}"
    );
    let of = CompletionOf::Prompt { name: "completable-prompt".to_owned() };
    let others = [("department".to_owned(), "Sales".to_owned())].into();
    let order = CompleteArgument { others, ..completing(of, "name", "") };
    assert_eq!(completed(&house, order).await, "David Eve Frank");
    let uri = "demo://resource/dynamic/text/{resourceId}".to_owned();
    let of = CompletionOf::Template { uri };
    assert_eq!(completed(&house, completing(of, "resourceId", "7")).await, "7");
    house.close().await;
}

#[tokio::test]
async fn what_cannot_be_right_is_not_sent() {
    let house = House::open().await;
    let witness = house.witness("odd_offers");
    house.add("odd", &peers::scripted("odd_offers", witness.path())).await;
    let missing = house.page::<PromptGiven>("get_prompt", to_get("odd", "first", &[])).await;
    let missing = missing.unwrap_err();
    assert_eq!((missing.code, missing.field.as_deref()), (Code::BadArguments, Some("a")));
    let unknown = house.page::<PromptGiven>("get_prompt", to_get("odd", "fist", &[])).await;
    let unknown = unknown.unwrap_err();
    assert_eq!((unknown.code, unknown.field.as_deref()), (Code::Invalid, Some("prompt")));
    assert!(unknown.hint.unwrap().contains("`first`"));
    assert!(witness.received("prompts/get").is_empty());
    let read = house.page::<ContentsView>("read_resource", to_read("odd", "odd://missing")).await;
    let read = read.unwrap_err();
    assert_eq!(read.code, Code::CallFailed);
    assert!(read.message.contains("Resource not found"), "{read:?}");
    house.close().await;
}

/// HOST-17, HOST-34: one odd entry costs no other, on whichever page it stands.
#[tokio::test]
async fn odd_entries_are_set_aside_or_marked_and_cost_no_other() {
    let house = House::open().await;
    let witness = house.witness("odd_offers");
    house.add("odd", &peers::scripted("odd_offers", witness.path())).await;
    let list = prompts(&house, "odd").await;
    let names: Vec<_> = list.prompts.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["first", "twice", "hangs", "asks", "tells", "odd", "last"]);
    assert_eq!(list.prompts[1].marks, ["its arguments are no list"]);
    assert_eq!(list.set_aside.len(), 3, "{:?}", list.set_aside);
    let list = resources(&house, "odd").await;
    let uris: Vec<_> = list.resources.iter().map(|it| it.uri.as_str()).collect();
    assert_eq!(uris, ["odd://first", "odd://unnamed", "odd://last"]);
    assert_eq!((list.set_aside.len(), list.templates.len()), (1, 0));
    assert_eq!(list.odd, Vec::<String>::new(), "a server need not know templates");
    let given: PromptGiven = house.page("get_prompt", to_get("odd", "odd", &[])).await.unwrap();
    assert_eq!((given.messages.len(), given.odd.len()), (2, 2), "{given:?}");
    let read: ContentsView =
        house.page("read_resource", to_read("odd", "odd://first")).await.unwrap();
    assert_eq!(
        held(&read),
        "odd://first ? bare\nodd://first ? application/octet-stream of 2\nodd://first ? no address\n ? ? 7"
    );
    house.close().await;
}

#[tokio::test]
async fn a_server_that_knows_nothing_of_it_has_empty_lists() {
    for era in ["legacy", "modern"] {
        let house = House::open().await;
        let witness = house.witness("odd_offers");
        let program = peers::scripted("odd_offers", witness.path()).with(&["--dumb", "--era", era]);
        let row = house.add("dumb", &program).await;
        assert_eq!(ready(&row).unwrap().warnings, Vec::<String>::new(), "{era}");
        assert_eq!(prompts(&house, "dumb").await.prompts, []);
        let list = resources(&house, "dumb").await;
        assert_eq!((list.resources, list.templates, list.odd), (vec![], vec![], vec![]), "{era}");
        let of = CompletionOf::Prompt { name: "x".to_owned() };
        let order = CompleteArgument { server: "dumb".to_owned(), ..completing(of, "a", "") };
        let refused = house.page::<Suggestions>("complete_argument", order).await.unwrap_err();
        assert_eq!(refused.code, Code::CallFailed, "it says that it can: {era}");
        house.close().await;
    }
}

#[tokio::test]
async fn a_server_that_is_off_lists_nothing_and_says_why_it_cannot_be_asked() {
    let house = House::open().await;
    add(&house, "peer", &peers::mcp(Era::Modern)).await;
    house.close_server("peer").await;
    let list = prompts(&house, "peer").await;
    assert_eq!((list.ready, list.prompts.len()), (false, 0));
    let order = to_get("peer", "review", &[("code", "x")]);
    let failure = house.page::<PromptGiven>("get_prompt", order).await.unwrap_err();
    assert_eq!(failure.code, Code::NotReady);
    let all: Vec<ServerPrompts> =
        house.page("list_prompts", json!({ "server": null })).await.unwrap();
    assert_eq!(all.len(), 1);
    house.close().await;
}
