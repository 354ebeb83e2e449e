//! What is wrong with a Chat Completions request, as the strictest of the providers would say it;
//! pure. It shares no code with what makes such requests.

use std::collections::BTreeSet;

use serde_json::Value;

/// Most bytes of one message.
const LONGEST: usize = 300_000;
/// Most tools.
const MOST_TOOLS: usize = 128;
/// Most bytes of what is said of one tool.
const MOST_SAID: usize = 8_000;

/// Everything that is wrong with a request.
pub fn faults(request: &Value) -> Vec<String> {
    let mut faults = tools(request);
    let Some(messages) = request["messages"].as_array() else {
        faults.push("there are no messages".to_owned());
        return faults;
    };
    let mut order = Order::default();
    for (at, message) in messages.iter().enumerate() {
        faults.extend(order.next(at, message).into_iter().map(|it| format!("message {at}: {it}")));
    }
    faults.extend(order.end());
    faults
}

/// The text of a message, whichever of its two forms it has.
pub fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            let texts = parts.iter().filter_map(|it| it["text"].as_str());
            texts.collect::<Vec<_>>().join("\n")
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => String::new(),
    }
}

#[derive(Default)]
struct Order<'a> {
    last: Option<&'a str>,
    /// All ids of calls so far.
    ids: BTreeSet<&'a str>,
    /// Calls that have no result yet.
    owed: BTreeSet<&'a str>,
}

impl<'a> Order<'a> {
    fn next(&mut self, at: usize, message: &'a Value) -> Vec<String> {
        let mut faults = Vec::new();
        let role = message["role"].as_str().unwrap_or_default();
        let size = message.to_string().len();
        if size > LONGEST && !message.to_string().contains("data:image/") {
            faults.push(format!("it has {size} bytes"));
        }
        if role != "tool" && !self.owed.is_empty() {
            faults.push(format!("these calls have no result: {:?}", self.owed));
            self.owed.clear();
        }
        match role {
            "system" if at == 0 => {}
            "user" | "assistant" if self.last == Some(role) => {
                faults.push(format!("two of the {role} in a row"));
            }
            "user" => {}
            "assistant" if !matches!(self.last, Some("user" | "tool")) => {
                faults.push("nobody said anything before it".to_owned());
            }
            "assistant" | "tool" => {}
            other => faults.push(format!("the role `{other}` does not belong here")),
        }
        let calls = message["tool_calls"].as_array();
        match role {
            "assistant" => faults.extend(self.calls(calls.map_or(&[][..], Vec::as_slice))),
            "tool" => faults.extend(self.result(message)),
            _ if calls.is_some() => faults.push("only a model calls".to_owned()),
            _ => {}
        }
        let says = !text_of(&message["content"]).is_empty() || has_picture(&message["content"]);
        if !says && calls.is_none_or(Vec::is_empty) {
            faults.push("it says nothing".to_owned());
        }
        self.last = Some(role);
        faults
    }

    fn calls(&mut self, calls: &'a [Value]) -> Vec<String> {
        let mut faults = Vec::new();
        for call in calls {
            let id = call["id"].as_str().unwrap_or_default();
            if id.is_empty() || !self.ids.insert(id) {
                faults.push(format!("the id `{id}` is empty or comes again"));
            }
            self.owed.insert(id);
            let function = &call["function"];
            faults.extend(name(function));
            let arguments = function["arguments"].as_str().unwrap_or_default();
            if !serde_json::from_str::<Value>(arguments).is_ok_and(|it| it.is_object()) {
                faults.push(format!("the arguments of `{id}` are no object: {arguments}"));
            }
        }
        faults
    }

    fn result(&mut self, message: &'a Value) -> Option<String> {
        let id = message["tool_call_id"].as_str().unwrap_or_default();
        (!self.owed.remove(id)).then(|| format!("nothing called `{id}` right before it"))
    }

    fn end(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if !self.owed.is_empty() {
            faults.push(format!("these calls have no result: {:?}", self.owed));
        }
        if !matches!(self.last, Some("user" | "tool")) {
            faults.push(format!("the last word is {:?}'s", self.last));
        }
        faults
    }
}

fn has_picture(content: &Value) -> bool {
    content.as_array().is_some_and(|it| it.iter().any(|part| part["type"] == "image_url"))
}

fn tools(request: &Value) -> Vec<String> {
    let Some(tools) = request["tools"].as_array() else { return Vec::new() };
    let mut faults = Vec::new();
    if tools.is_empty() || tools.len() > MOST_TOOLS {
        faults.push(format!("there are {} tools", tools.len()));
    }
    let mut names = BTreeSet::new();
    for tool in tools {
        let function = &tool["function"];
        let called = function["name"].as_str().unwrap_or_default();
        faults.extend(name(function));
        if !names.insert(called) {
            faults.push(format!("two tools are called `{called}`"));
        }
        if function["parameters"]["type"] != "object" {
            faults.push(format!("the schema of `{called}` is of no object"));
        }
        if function["description"].as_str().is_none_or(|it| it.len() > MOST_SAID) {
            faults.push(format!("`{called}` is described at length, or not at all"));
        }
    }
    faults
}

fn name(function: &Value) -> Option<String> {
    let name = function["name"].as_str().unwrap_or_default();
    let fits = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '-');
    let fit = (1..=64).contains(&name.len()) && name.chars().all(fits);
    (!fit).then(|| format!("`{name}` is no name of a tool"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn call(id: &str) -> Value {
        json!({ "id": id, "type": "function", "function": { "name": "t", "arguments": "{}" } })
    }

    fn calls(ids: &[&str]) -> Value {
        json!({ "role": "assistant", "tool_calls": ids.iter().map(|it| call(it)).collect::<Vec<_>>() })
    }

    fn result(id: &str) -> Value {
        json!({ "role": "tool", "tool_call_id": id, "content": "ok" })
    }

    fn user() -> Value {
        json!({ "role": "user", "content": "hello" })
    }

    fn of(messages: &[Value]) -> Vec<String> {
        faults(&json!({ "messages": messages }))
    }

    #[test]
    fn a_whole_turn_is_fine() {
        let system = json!({ "role": "system", "content": "be kind" });
        let answer = json!({ "role": "assistant", "content": "done" });
        let path = [
            system,
            user(),
            calls(&["a", "b"]),
            result("b"),
            result("a"),
            calls(&["c"]),
            result("c"),
            answer,
            user(),
        ];
        assert_eq!(of(&path), [""; 0]);
    }

    #[test]
    fn what_a_provider_refuses_is_named() {
        let bad: [(&[Value], &str); 9] = [
            (&[user(), calls(&["a", "b"]), result("a"), user()], "have no result"),
            (&[user(), calls(&["a"]), user(), result("a")], "have no result"),
            (&[user(), calls(&["a"]), result("a"), result("a")], "nothing called `a`"),
            (&[user(), calls(&["a", "a"]), result("a")], "comes again"),
            (&[user(), user()], "two of the user"),
            (&[user(), json!({ "role": "assistant", "content": "" }), user()], "says nothing"),
            (&[user(), json!({ "role": "system", "content": "x" })], "does not belong"),
            (&[user(), json!({ "role": "assistant", "content": "x" })], "the last word"),
            (&[json!({ "role": "user", "content": "x".repeat(LONGEST) })], "bytes"),
        ];
        for (messages, words) in bad {
            let found = of(messages);
            assert!(found.iter().any(|it| it.contains(words)), "{words}: {found:?}");
        }
        let mut broken = calls(&["a"]);
        broken["tool_calls"][0]["function"] = json!({ "name": "t t", "arguments": "{" });
        let found = of(&[user(), broken, result("a")]);
        assert_eq!(found.len(), 2, "{found:?}");
    }

    #[test]
    fn a_tool_has_a_fit_name_of_its_own_words_and_an_object_for_a_schema() {
        let tool = |name: &str, kind: &str| json!({ "function": { "name": name, "description": "d", "parameters": { "type": kind } } });
        let of = |tools: &[Value]| faults(&json!({ "messages": [user()], "tools": tools }));
        assert_eq!(of(&[tool("a", "object"), tool("b", "object")]), [""; 0]);
        let bad = [
            vec![],
            vec![tool("a", "object"), tool("a", "object")],
            vec![tool("a", "string")],
            vec![tool("ä", "object")],
            vec![tool(&"a".repeat(65), "object")],
        ];
        for tools in bad {
            assert_eq!(of(&tools).len(), 1, "{tools:?}");
        }
    }
}
