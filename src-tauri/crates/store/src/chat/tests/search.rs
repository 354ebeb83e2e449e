//! Tests of the search: what is found, what is not, and what a person may type.

use model::chat::{
    card::CardState,
    message::{Body, Part, Said},
};
use proptest::proptest;

use super::{begun, call, card, round, say, text, words};
use crate::{
    chat::search::Hit,
    tests::{Fixture, fixture},
};

async fn find(fixture: &Fixture, typed: &str) -> Vec<String> {
    let hits = fixture.db.conversations().search(typed, 50).await.unwrap();
    hits.iter().map(shown).collect()
}

/// The text of a hit with brackets around what was found.
fn shown(hit: &Hit) -> String {
    let mut shown = hit.text.clone();
    for mark in hit.marks.iter().rev() {
        shown.insert(mark.end, ']');
        shown.insert(mark.start, '[');
    }
    shown
}

#[tokio::test]
async fn words_of_people_models_and_titles_are_found_whatever_their_case_and_accents() {
    let fixture = fixture().await;
    let id = begun(&fixture).await;
    say(&fixture.db, &id, words("Where are the pièces\nof November?")).await;
    say(&fixture.db, &id, Body::Round(round(vec![text("The PIECES are late")]))).await;
    fixture.db.conversations().rename(&id, "Delivery").await.unwrap();
    assert_eq!(find(&fixture, "pieces late").await, ["The [PIECES] are [late]"]);
    assert_eq!(find(&fixture, "pièc").await.len(), 2, "the beginning of a word is enough");
    assert_eq!(find(&fixture, "nov").await, ["Where are the pièces of [November]?"]);
    assert_eq!(find(&fixture, "\"the pieces\"").await.len(), 2);
    assert_eq!(find(&fixture, "\"pieces the\"").await.len(), 0);
    assert_eq!(find(&fixture, "deliv").await, ["[Delivery]"]);
    let hits = fixture.db.conversations().search("deliv", 9).await.unwrap();
    assert_eq!((hits[0].message, hits[0].title.as_str()), (None, "Delivery"));
    assert_eq!(find(&fixture, "where").await, ["[Where] are the pièces of November?"]);
}

#[tokio::test]
async fn results_arguments_thoughts_and_files_are_not_searched() {
    let fixture = fixture().await;
    let id = begun(&fixture).await;
    let file = Part::File { name: "x".into(), mime: "text/plain".into(), text: "needle".into() };
    say(&fixture.db, &id, Body::Person(vec![Part::Text { text: "Look".into() }, file])).await;
    let thought = Said::Thought { text: "needle".to_owned(), kept: None };
    let asked = card("needle", CardState::Rejected("needle".to_owned()));
    say(&fixture.db, &id, Body::Round(round(vec![thought, call(asked)]))).await;
    assert!(find(&fixture, "needle").await.is_empty());
}

#[tokio::test]
async fn a_reply_is_found_by_what_it_says_now() {
    let fixture = fixture().await;
    let id = begun(&fixture).await;
    let message = say(&fixture.db, &id, Body::Round(round(vec![]))).await;
    for said in ["One", "One two", "Three", ""] {
        fixture.db.messages().rewrite(message, &round(vec![text(said)])).await.unwrap();
        for word in ["one", "two", "three"] {
            let there = said.to_lowercase().contains(word);
            assert_eq!(!find(&fixture, word).await.is_empty(), there, "{word} in {said}");
        }
    }
}

#[tokio::test]
async fn what_fits_best_stands_first_and_titles_before_all() {
    let fixture = fixture().await;
    let id = begun(&fixture).await;
    for said in ["a needle in a haystack of many other words that are not it", "needle", "hay"] {
        say(&fixture.db, &id, Body::Round(round(vec![text(said)]))).await;
    }
    fixture.db.conversations().rename(&id, "The needle").await.unwrap();
    let found = find(&fixture, "needle").await;
    assert_eq!(found[..2], ["The [needle]", "[needle]"]);
    assert_eq!(found.len(), 3);
    let two = fixture.db.conversations().search("needle", 2).await.unwrap();
    assert_eq!(two.len(), 2);
}

/// Marks are places in the text: what a text has of its own never becomes one.
#[tokio::test]
async fn a_long_text_is_cut_around_what_was_found() {
    let fixture = fixture().await;
    let id = begun(&fixture).await;
    let far = "ü ".repeat(400);
    say(&fixture.db, &id, words(&format!("{far}<b>needle\u{2}</b> \u{3}{far}"))).await;
    fixture.db.conversations().rename(&id, "x").await.unwrap();
    let hits = fixture.db.conversations().search("needle", 9).await.unwrap();
    let [hit] = hits.as_slice() else { panic!("{hits:?}") };
    assert!(hit.text.len() < 200 && hit.text.contains("<b>needle"), "{}", hit.text);
    let marked: Vec<_> = hit.marks.iter().map(|it| hit.text.get(it.clone()).unwrap()).collect();
    assert_eq!(marked, ["needle"]);
}

#[tokio::test]
async fn nothing_that_a_person_types_is_an_error() {
    let fixture = fixture().await;
    let id = begun(&fixture).await;
    say(&fixture.db, &id, words("C++ is not C# AND \"that\" is that: title:x (a OR b) NEAR *"))
        .await;
    for typed in [
        "",
        "\"",
        "\"\"",
        "*",
        "a*",
        "^a",
        "AND",
        "a AND",
        "NOT",
        "OR OR",
        "NEAR(a b)",
        "title:x",
        "words : a",
        "(",
        ")",
        "{a}",
        "+a",
        "-a",
        "a - b",
        "c++",
        "c#",
        "'",
        "\\",
        "a\0b",
        "“a",
        "ü",
        "中文",
        "🦀",
        "\u{300}",
        "½",
        "a_b",
        "--",
        ";DROP TABLE calls",
    ] {
        fixture.db.conversations().search(typed, 9).await.unwrap_or_else(|error| {
            panic!("{typed:?}: {error:?}");
        });
    }
    assert_eq!(find(&fixture, "c++").await.len(), 2);
    assert_eq!(find(&fixture, "(a OR b").await.len(), 2);
}

proptest! {
    #![proptest_config(proptest::test_runner::Config { cases: 8, ..Default::default() })]

    #[test]
    fn no_query_is_an_error(typed in proptest::collection::vec("\\PC{0,12}|[\"*^:(){}+ -]{1,8}", 40)) {
        tokio::runtime::Runtime::new().unwrap().block_on(async {
            let fixture = fixture().await;
            let id = begun(&fixture).await;
            for it in typed {
                say(&fixture.db, &id, words(&it)).await;
                fixture.db.conversations().search(&it, 9).await.unwrap();
            }
        });
    }
}
