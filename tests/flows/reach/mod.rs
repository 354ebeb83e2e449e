//! Every feature at every real server over every transport: each column of one table is walked
//! through, and what is found there is compared with it.

use flows::{house::House, peers::Era};

use peer::{Maker, Way};

mod asks;
mod lists;
mod live;
mod peer;
mod table;

/// What was found of one feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cell {
    /// It was used, and did as it should.
    Yes,
    /// The server does not offer it.
    NotThere,
    /// Steward does not do it yet, and says so in words.
    Words,
}

/// One server, registered as `peer`.
struct Visit<'a> {
    house: &'a House,
    maker: Maker,
    way: Way,
}

async fn walk(maker: Maker, way: Way) {
    let house = House::open().await;
    let running = maker.join(&house, way).await;
    let visit = Visit { house: &house, maker, way };
    // Folders come late: a server may have to be started again for them.
    let found = [
        ("tools", visit.tools().await),
        ("prompts", visit.prompts().await),
        ("resources", visit.resources().await),
        ("templates", visit.templates().await),
        ("completion", visit.completion().await),
        ("progress", visit.progress().await),
        ("log level", visit.log_level().await),
        ("list changes", visit.list_changes().await),
        ("watching", visit.watching().await),
        ("cancel", visit.cancel().await),
        ("questions", visit.questions().await),
        ("secrets", visit.secrets().await),
        ("roots", visit.roots().await),
        ("sampling", visit.sampling().await),
        ("tasks", visit.tasks().await),
    ];
    let cell = |cell| match cell {
        Cell::Yes => "yes",
        Cell::NotThere => "-",
        Cell::Words => "words",
    };
    let found = found.map(|(feature, it)| format!("{feature}: {}", cell(it)));
    assert_eq!(found.to_vec(), table::column(maker.column(), way.column()));
    house.close().await;
    drop(running);
}

/// HOST-4, HOST-17, HOST-18, HOST-24, HOST-36, HOST-49
#[tokio::test]
async fn everything_of_the_server_of_npm_is_had_over_stdio() {
    walk(Maker::Everything, Way::Stdio).await;
}

/// HOST-4, HOST-17, HOST-18, HOST-24, HOST-36, HOST-49
#[tokio::test]
async fn everything_of_the_server_of_npm_is_had_over_http() {
    walk(Maker::Everything, Way::Http).await;
}

/// HOST-3, HOST-4
#[tokio::test]
async fn everything_of_the_server_of_npm_is_had_by_one_stream_for_all_answers() {
    walk(Maker::Everything, Way::Sse).await;
}

/// HOST-4, HOST-16, HOST-18, HOST-24, HOST-36, HOST-49
#[tokio::test]
async fn everything_of_a_fastmcp_server_is_had_over_stdio_in_the_legacy_era() {
    walk(Maker::Fastmcp(Era::Legacy), Way::Stdio).await;
}

/// HOST-4, HOST-16, HOST-18, HOST-24, HOST-36, HOST-49
#[tokio::test]
async fn everything_of_a_fastmcp_server_is_had_over_http_in_the_legacy_era() {
    walk(Maker::Fastmcp(Era::Legacy), Way::Http).await;
}

/// HOST-4, HOST-16, HOST-18, HOST-24, HOST-36, HOST-49
#[tokio::test]
async fn everything_of_a_fastmcp_server_is_had_over_stdio_in_the_modern_era() {
    walk(Maker::Fastmcp(Era::Modern), Way::Stdio).await;
}

/// HOST-4, HOST-16, HOST-18, HOST-24, HOST-36, HOST-49
#[tokio::test]
async fn everything_of_a_fastmcp_server_is_had_over_http_in_the_modern_era() {
    walk(Maker::Fastmcp(Era::Modern), Way::Http).await;
}

/// HOST-4, HOST-16, HOST-18, HOST-24, HOST-36, HOST-49
#[tokio::test]
async fn everything_of_an_mcp_server_is_had_over_stdio_in_the_legacy_era() {
    walk(Maker::Mcp(Era::Legacy), Way::Stdio).await;
}

/// HOST-4, HOST-16, HOST-18, HOST-24, HOST-36, HOST-49
#[tokio::test]
async fn everything_of_an_mcp_server_is_had_over_http_in_the_legacy_era() {
    walk(Maker::Mcp(Era::Legacy), Way::Http).await;
}

/// HOST-4, HOST-16, HOST-18, HOST-24, HOST-36, HOST-49
#[tokio::test]
async fn everything_of_an_mcp_server_is_had_over_stdio_in_the_modern_era() {
    walk(Maker::Mcp(Era::Modern), Way::Stdio).await;
}

/// HOST-4, HOST-16, HOST-18, HOST-24, HOST-36, HOST-49
#[tokio::test]
async fn everything_of_an_mcp_server_is_had_over_http_in_the_modern_era() {
    walk(Maker::Mcp(Era::Modern), Way::Http).await;
}
