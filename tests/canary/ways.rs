//! The ways in: each takes a secret of both kinds where a person would put one.

use flows::{
    dialog::{self, Dialog},
    page::Form,
    peers,
};
use serde_json::{Value, json};

use crate::{asked, chatting, ledger::Way, person::Person, seated, value::Canary};

/// All of them, one after the other.
pub(crate) async fn through_all(person: &Person) -> Vec<Way> {
    let mut ways = vec![in_the_form(person).await, by_pasted_json(person).await];
    ways.extend(by_pasted_address(person).await);
    ways.extend(by_import(person).await);
    ways.push(by_variable_at_the_terminal(person));
    ways.push(by_argument_at_the_terminal(person));
    ways.extend(asked::in_dialogs(person).await);
    ways.extend(seated::at_terminals(person));
    ways.extend(chatting::in_turns(person).await);
    ways
}

/// A program that says back what it is told, known by a mark on its command line.
pub(crate) fn says_back(mark: &str) -> [String; 3] {
    let script = peers::checkout().join("tests/servers/says_back.py");
    ["python3".to_owned(), script.display().to_string(), mark.to_owned()]
}

async fn in_the_form(person: &Person) -> Way {
    let way = Way::for_child("typed into the native prompt", "mark-typed");
    let Person { window, desktop, .. } = person;
    let [command, arguments @ ..] = says_back("mark-typed");
    let arguments = arguments.each_ref().map(String::as_str);
    window.fill_form(Form { title: "Typed", command: &command, arguments: &arguments }).await;
    for (number, canary) in way.canaries.iter().enumerate() {
        let name = format!("API_TOKEN_{number}");
        window.press("Add a variable").await;
        window.fill("(//input[@aria-label='Name'])[last()]", &name).await;
        window.press(&format!("Set the secret {name}")).await;
        Dialog::fill(desktop, dialog::SECRET, &name, canary.value());
        Dialog::press(desktop, dialog::SECRET, "Save in the keychain");
        Dialog::wait_until_gone(desktop, dialog::SECRET);
        window.element(&format!("//button[@aria-label='Replace the secret {name}']")).await;
    }
    add_and_start(person, "typed").await;
    way
}

async fn by_pasted_json(person: &Person) -> Way {
    let way = Way::for_child("pasted JSON: variable", "mark-pasted");
    paste(person, &entry("pasted", "mark-pasted", &way.canaries)).await;
    add_and_start(person, "pasted").await;
    way
}

/// An mcpServers JSON whose one server has the secrets in its variables.
fn entry(name: &str, mark: &str, canaries: &[Canary]) -> String {
    let [command, arguments @ ..] = says_back(mark);
    let variables: Value = canaries
        .iter()
        .enumerate()
        .map(|(number, it)| (format!("GITHUB_TOKEN_{number}"), Value::from(it.value())))
        .collect::<serde_json::Map<_, _>>()
        .into();
    let server = json!({ "command": command, "args": arguments, "env": variables });
    json!({ "mcpServers": { name: server } }).to_string()
}

/// An address in which one secret is the password before the host, another one in the query.
async fn by_pasted_address(person: &Person) -> [Way; 2] {
    let ways = [Way::kept("pasted address: user info"), Way::kept("pasted address: query")];
    for number in [0, 1] {
        let [user, query] = ways.each_ref().map(|it| in_address(&it.canaries[number]));
        let address =
            format!("https://ada:{user}@addressed-{number}.invalid/mcp?api_key={query}&page=1");
        paste(person, &address).await;
        person.window.press("Add…").await;
        Dialog::press(&person.desktop, dialog::ADDING, "Add without starting");
        Dialog::wait_until_gone(&person.desktop, dialog::ADDING);
        person.window.shows("pane").await;
    }
    ways
}

/// The strictest spelling, which every reader of addresses takes.
fn in_address(canary: &Canary) -> String {
    let kept = |it: &u8| it.is_ascii_alphanumeric() || b"-_".contains(it);
    let write = |it: u8| if kept(&it) { char::from(it).to_string() } else { format!("%{it:02X}") };
    canary.value().bytes().map(write).collect()
}

/// A file that the person has, and throws away afterwards; it is none of ours.
async fn by_import(person: &Person) -> [Way; 2] {
    let ways = [
        Way::for_child("imported file: variable", "mark-imported"),
        Way::kept("imported file: header"),
    ];
    let mut file: Value =
        serde_json::from_str(&entry("imported", "mark-imported", &ways[0].canaries))
            .expect("it was written as JSON");
    let bearer = format!("Bearer {}", ways[1].canaries[0].value());
    file["mcpServers"]["headed"] = json!({
        "type": "http",
        "url": "https://headed.invalid/mcp",
        "headers": { "Authorization": bearer, "X-Api-Key": ways[1].canaries[1].value() },
    });
    let path = person.ground.run.join("servers.json");
    std::fs::write(&path, file.to_string()).expect("a file can be written");
    person.types(&["servers", "import", &path.display().to_string()]);
    std::fs::remove_file(&path).expect("it is there");
    person.window.go_to("servers").await;
    person.window.flip("imported on").await;
    Dialog::press(&person.desktop, dialog::STARTING, "Start");
    person.window.row_says("imported", "Ready").await;
    ways
}

fn by_variable_at_the_terminal(person: &Person) -> Way {
    let way = Way::for_child("terminal: --env", "mark-variable");
    let [first, second] = [0, 1].map(|at| format!("TOKEN_{at}={}", way.canaries[at].value()));
    let [command, script, mark] = says_back("mark-variable");
    person.types(&[
        "servers", "add", "variable", "--env", &first, "--env", &second, "--", &command, &script,
        &mark,
    ]);
    way
}

fn by_argument_at_the_terminal(person: &Person) -> Way {
    let way = Way::for_child("terminal: argument", "mark-argument");
    let [first, second] = way.canaries.as_slice() else { unreachable!("there are two kinds") };
    let [command, script, mark] = says_back("mark-argument");
    let second = format!("--password={}", second.value());
    person.types(&[
        "servers",
        "add",
        "argument",
        "--",
        &command,
        &script,
        &mark,
        "--api-key",
        first.value(),
        &second,
    ]);
    way
}

async fn paste(person: &Person, text: &str) {
    let _held = person.copies(text);
    person.window.go_to("servers").await;
    person.window.press("Paste").await;
    person.window.shows("add").await;
    person.window.element("//*[@data-testid='add']//*[contains(., 'keychain')]").await;
}

async fn add_and_start(person: &Person, name: &str) {
    let Person { window, desktop, .. } = person;
    window.press("Add…").await;
    Dialog::press(desktop, dialog::ADDING, "Add and start");
    Dialog::wait_until_gone(desktop, dialog::ADDING);
    window.go_to("servers").await;
    window.row_says(name, "Ready").await;
}
