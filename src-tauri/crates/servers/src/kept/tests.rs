//! Tests of keeping results.

use serde_json::json;
use stdx::{clock::Clock, secret::Secret};
use store::media::Bounds;
use tempfile::TempDir;

use super::*;

const SECRET: &str = "hunter2hunter2";

fn keeper(at: &TempDir) -> Keeper {
    let redactor = Redactor::default();
    redactor.add(&Secret::from(SECRET));
    let bounds = Bounds { one: 2 << 20, ..Bounds::default() };
    Keeper { media: MediaFolder::open(at.path().to_owned(), bounds, Clock::machine()), redactor }
}

fn outcome(blocks: Vec<Block>) -> Outcome {
    let raw = serde_json::to_string(&format!("{blocks:?}")).unwrap();
    Outcome {
        blocks,
        structured: None,
        mirrors: Vec::new(),
        misfits: Vec::new(),
        is_error: false,
        raw,
        whole: None,
        odd: Vec::new(),
        took: 1,
    }
}

fn sent(data: &str) -> Block {
    Block::Media(Media::sent("text/x-thing".into(), data.into()))
}

async fn kept(data: &str) -> Result<Vec<u8>, Unkept> {
    let at = TempDir::new().unwrap();
    let kept = keeper(&at).keep(outcome(vec![sent(data)])).await.unwrap();
    let [Block::Media(media)] = kept.blocks.as_slice() else { panic!("{kept:?}") };
    let files = std::fs::read_dir(at.path()).unwrap().count();
    assert_eq!(files, usize::from(media.file.is_ok()));
    media.file.clone().map(|it| std::fs::read(it.path).unwrap())
}

/// HOST-29
#[tokio::test]
async fn base64_of_any_dress_is_kept_as_the_bytes_behind_it() {
    for data in ["+/8=", "+/8", "-_8", "+/8 =\n", "data:image/png;base64,+/8="] {
        assert_eq!(kept(data).await, Ok(vec![0xfb, 0xff]), "{data}");
    }
}

/// HOST-30
#[tokio::test]
async fn what_cannot_be_kept_says_why() {
    let large = "A".repeat(4 << 20);
    for (data, why) in [
        ("", "it is empty"),
        ("%%%", "it is no base64, from character 1 on"),
        ("AAAAA", "it is no base64: its end is missing"),
        ("aHVu•••", "it holds a secret"),
        (&large, "it has 3145728 bytes, and no more than 2097152 are kept of one piece"),
    ] {
        assert_eq!(kept(data).await, Err(unkept(why)), "{}", data.len());
    }
}

/// HOST-48: line ends hide it from who looks for base64, and hex within base64 is two dresses.
#[tokio::test]
async fn no_file_holds_a_secret() {
    for data in ["aHVudGVy\nMmh1bnRl\ncjI=", "Njg3NTZlNzQ2NTcyMzI2ODc1NmU3NDY1NzIzMg=="] {
        assert_eq!(kept(data).await, Err(unkept("it holds a secret")), "{data}");
    }
}

/// HOST-48: where bytes may not be kept, nothing else has them either: not the reply as it came, not
/// the file that has all of it, not the answer that a terminal writes out.
#[tokio::test]
async fn bytes_that_hold_a_secret_are_nowhere() {
    let at = TempDir::new().unwrap();
    // Hex within base64, which no text is searched for.
    let data = "Njg3NTZlNzQ2NTcyMzI2ODc1NmU3NDY1NzIzMg==";
    for escaped in [data.to_owned(), data.replace('=', "\\u003d")] {
        let filler = "x".repeat(LONG + 1);
        let raw = format!("{{\"data\":\"{escaped}\",\"n\":1.50,\"rest\":\"{filler}\"}}");
        let it = Outcome { raw, ..outcome(vec![sent(data), Block::Text("a".into())]) };
        let kept = keeper(&at).keep(it).await.unwrap();
        let [Block::Media(media), _] = kept.blocks.as_slice() else { panic!("{kept:?}") };
        assert_eq!((media.data.as_str(), media.file.is_err()), (MARKS, true));
        let whole = std::fs::read_to_string(kept.whole.unwrap().path).unwrap();
        assert_eq!(whole, kept.raw);
        assert!(whole.starts_with("{\"data\":\"•••\",\"n\":1.5"), "{}", &whole[..40]);
        assert!(whole.ends_with(&format!("\"{filler}\"}}")));
    }
}

/// Two characters stand in every large picture.
#[tokio::test]
async fn the_shortest_secrets_are_looked_for_in_texts_alone() {
    let at = TempDir::new().unwrap();
    let keeper = || {
        let keeper = keeper(&at);
        keeper.redactor.add(&Secret::from("ab"));
        keeper
    };
    let file = async |data: &str| {
        let kept = keeper().keep(outcome(vec![sent(data)])).await.unwrap();
        let [Block::Media(media)] = kept.blocks.as_slice() else { panic!("{kept:?}") };
        media.file.is_ok()
    };
    // `\xff ab \xff`, and ` ab `.
    assert!(file("/yBhYiD/").await && !file("IGFiIA==").await);
}

#[tokio::test]
async fn a_long_result_is_one_file_as_a_whole() {
    let at = TempDir::new().unwrap();
    let long = "x".repeat(LONG + 1);
    let one = keeper(&at).keep(outcome(vec![Block::Text(long.clone())])).await.unwrap();
    let whole = one.whole.unwrap();
    assert_eq!(std::fs::read_to_string(&whole.path).unwrap(), long);
    assert_eq!(whole.mime, "text/plain");
    let blocks = vec![Block::Text(long), Block::Text("and more".into())];
    let two = keeper(&at).keep(outcome(blocks)).await.unwrap();
    let whole = two.whole.unwrap();
    assert_eq!(std::fs::read_to_string(&whole.path).unwrap(), two.raw);
    assert_eq!(whole.mime, "application/json");
    let many = keeper(&at).keep(outcome(vec![Block::Text("a".into()); MANY + 1])).await.unwrap();
    assert!(many.whole.is_some());
    let short = keeper(&at).keep(outcome(vec![Block::Text("a".into()); MANY])).await.unwrap();
    assert_eq!(short.whole, None);
    let too_long = keeper(&at).keep(outcome(vec![Block::Text("x".repeat(3 << 20))])).await;
    let too_long = too_long.unwrap();
    assert_eq!(too_long.whole, None);
    assert!(too_long.odd[0].starts_with("the whole result is not kept"), "{:?}", too_long.odd);
}

/// HOST-29 HOST-48: a call does not wait for thousands of files, and what hides in a piece that gets
/// none is found all the same.
#[tokio::test]
async fn of_very_many_pieces_the_first_are_files_and_the_whole_has_the_others() {
    let at = TempDir::new().unwrap();
    let coded = |text: &str| Block::Media(Media::sent("a/b".into(), ORDINARY.encode(text)));
    let mut blocks: Vec<_> = (0..MOST_FILES + 2).map(|it| coded(&format!("piece {it}"))).collect();
    let hidden =
        ORDINARY.encode(SECRET.as_bytes().iter().map(|it| format!("{it:02x}")).collect::<String>());
    blocks.push(Block::Media(Media::sent("a/b".into(), hidden.clone())));
    let raw = serde_json::to_string(&json!([hidden])).unwrap();
    let kept = keeper(&at).keep(Outcome { raw, ..outcome(blocks) }).await.unwrap();
    let why = |it: &Block| if let Block::Media(it) = it { it.file.clone().err() } else { None };
    let left: Vec<_> = kept.blocks.iter().filter_map(why).collect();
    assert_eq!(left, [unkept(ONE_OF_MANY), unkept(ONE_OF_MANY), unkept(HOLDS_SECRET)]);
    assert_eq!(std::fs::read_dir(at.path()).unwrap().count(), MOST_FILES + 1);
    let whole = std::fs::read_to_string(kept.whole.unwrap().path).unwrap();
    assert!(!whole.contains(&hidden), "{whole}");
}

#[tokio::test]
async fn a_large_picture_alone_makes_no_long_result() {
    let at = TempDir::new().unwrap();
    let data = "A".repeat(LONG + LONG / 2);
    let it = Outcome { raw: format!("{{\"{data}\"}}"), ..outcome(vec![sent(&data)]) };
    let kept = keeper(&at).keep(it).await.unwrap();
    assert!(matches!(&kept.blocks[0], Block::Media(it) if it.file.is_ok()));
    assert_eq!(kept.whole, None);
}

/// HOST-25
#[test]
fn a_text_that_is_the_same_json_is_a_mirror_and_no_other() {
    let mirrors = |structured: Value, text: &str| {
        let structured = Some(structured);
        let it = Outcome { structured, ..outcome(vec![Block::Text(text.into())]) };
        mirrored(it).mirrors == [0]
    };
    assert!(mirrors(json!({"n": 1, "a": [true]}), " {\"a\":[true],\n \"n\":1}"));
    assert!(mirrors(json!(42), "42") && mirrors(json!("a"), "\"a\""));
    assert!(mirrors(json!(9_007_199_254_740_993_u64), "9007199254740993"));
    assert!(!mirrors(json!("a"), "a") && !mirrors(json!({"n": 1}), "n is 1"));
    assert!(!mirrors(json!({"n": 1}), "{\"n\":1.5}") && !mirrors(json!([1]), "[1,2]"));
    let long: Value = serde_json::from_str("123456789012345678901234567890").unwrap();
    assert!(!mirrors(long, "123456789012345678901234567891"));
}
