//! What each API gets of one and the same conversation: pairing, roles, pictures in results, failures,
//! and what it wants back of what it said.

use std::sync::Arc;

use expect_test::{Expect, expect};
use serde_json::{Value, json};

use crate::{
    Arguments, Call, Choice, Dialect, Message, Part, Request, Said, Thought, Tool, ToolResult,
    tests::{
        all,
        mock::{Answer, Mock},
        provider,
    },
};

fn call(id: &str, city: &str) -> Said {
    let fields = json!({ "city": city }).as_object().unwrap().clone();
    Said::Call(Call {
        id: id.to_owned(),
        name: "shot".to_owned(),
        arguments: Arguments::Object(fields),
        kept: None,
    })
}

fn result(id: &str, parts: Vec<Part>, is_error: bool) -> ToolResult {
    ToolResult { call: id.to_owned(), name: "shot".to_owned(), parts, is_error }
}

fn picture(mime: &str) -> Part {
    Part::Image { mime: mime.to_owned(), bytes: Arc::from(*b"\x89PNG") }
}

fn conversation() -> Request {
    let messages = vec![
        Message::User(vec![Part::text("take shots"), picture("image/png"), picture("image/bmp")]),
        Message::Assistant(vec![
            Said::Thought(Thought { text: "of another model".to_owned(), kept: None }),
            Said::Text("ok".to_owned()),
            call("call_a", "Paris"),
            call("call_b", "Rome"),
            Said::Call(Call {
                id: "call_c".to_owned(),
                name: "shot".to_owned(),
                arguments: Arguments::Broken("{\"city\": Oslo".to_owned()),
                kept: None,
            }),
        ]),
        Message::Results(vec![
            result("call_a", vec![Part::text("here"), picture("image/png")], false),
            result("call_b", vec![Part::text("no camera")], true),
            result("call_c", vec![], true),
        ]),
        Message::User(vec![Part::text("and now?")]),
    ];
    Request {
        system: "be brief".to_owned(),
        tools: vec![Tool {
            name: "shot".to_owned(),
            description: "Takes a shot.".to_owned(),
            schema: json!({"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}),
        }]
        .into(),
        choice: Choice::Required,
        max_output: Some(100),
        temperature: Some(0.5),
        ..Request::new("some-model", messages)
    }
}

async fn sent(dialect: Dialect, request: Request) -> (String, Value) {
    let refused = Answer::json(400, &json!({"error": {"message": "no"}}));
    let mock = Mock::start(vec![refused]).await;
    all(&provider(&mock, dialect), request).await;
    (mock.seen()[0].path.clone(), mock.last())
}

async fn sends(dialect: Dialect, path: &str, expected: Expect) {
    let (asked, body) = sent(dialect, conversation()).await;
    assert_eq!(asked, path);
    expected.assert_eq(&lines(&body));
}

/// One line each for the fields, and for what stands in the lists among them.
fn lines(body: &Value) -> String {
    let mut lines = String::new();
    for (name, value) in body.as_object().unwrap() {
        if let Some(list) = value.as_array() {
            lines.push_str(&format!("{name}:\n"));
            list.iter().for_each(|it| lines.push_str(&format!("  {it}\n")));
        } else {
            lines.push_str(&format!("{name}: {value}\n"));
        }
    }
    lines
}

#[tokio::test]
async fn chat_completions_gets_its_conversation() {
    sends(Dialect::ChatCompletions, "/v1/chat/completions", expect![[r#"
        model: "some-model"
        messages:
          {"role":"system","content":[{"type":"text","text":"be brief"}]}
          {"role":"user","content":[{"type":"text","text":"take shots"},{"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw==","detail":"auto"}},{"type":"text","text":"(a picture of the kind image/bmp, which cannot be shown)"}]}
          {"role":"assistant","content":"ok","tool_calls":[{"type":"function","id":"call_a","function":{"name":"shot","arguments":"{\"city\":\"Paris\"}"}},{"type":"function","id":"call_b","function":{"name":"shot","arguments":"{\"city\":\"Rome\"}"}},{"type":"function","id":"call_c","function":{"name":"shot","arguments":"{}"}}]}
          {"role":"tool","tool_call_id":"call_a","content":"here\n(see attached image)"}
          {"role":"tool","tool_call_id":"call_b","content":"Error: no camera"}
          {"role":"tool","tool_call_id":"call_c","content":"Error:"}
          {"role":"user","content":[{"type":"text","text":"Attached image(s) from tool result:"},{"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw==","detail":"auto"}},{"type":"text","text":"and now?"}]}
        tools:
          {"type":"function","function":{"name":"shot","description":"Takes a shot.","parameters":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}}
        tool_choice: "required"
        temperature: 0.5
        max_tokens: 100
        stream_options: {"include_usage":true}
        stream: true
    "#]]).await;
}

#[tokio::test]
async fn responses_gets_its_conversation_and_keeps_none_of_it() {
    sends(Dialect::Responses, "/v1/responses", expect![[r#"
        model: "some-model"
        input:
          {"type":"message","role":"user","content":[{"type":"input_text","text":"take shots"}]}
          {"type":"message","role":"user","content":[{"type":"input_image","detail":"auto","image_url":"data:image/png;base64,iVBORw=="}]}
          {"type":"message","role":"user","content":[{"type":"input_text","text":"(a picture of the kind image/bmp, which cannot be shown)"}]}
          {"type":"message","role":"assistant","content":[{"type":"output_text","text":"ok","annotations":[]}],"status":"completed","id":"msg_rig_2"}
          {"type":"function_call","call_id":"call_a","name":"shot","arguments":"{\"city\":\"Paris\"}"}
          {"type":"function_call","call_id":"call_b","name":"shot","arguments":"{\"city\":\"Rome\"}"}
          {"type":"function_call","call_id":"call_c","name":"shot","arguments":"{}"}
          {"type":"function_call_output","call_id":"call_a","output":[{"type":"input_text","text":"here"},{"type":"input_image","detail":"auto","image_url":"data:image/png;base64,iVBORw=="}],"status":"completed"}
          {"type":"function_call_output","call_id":"call_b","output":"Error: no camera","status":"completed"}
          {"type":"function_call_output","call_id":"call_c","output":"Error:","status":"completed"}
          {"type":"message","role":"user","content":[{"type":"input_text","text":"and now?"}]}
        instructions: "be brief"
        max_output_tokens: 100
        temperature: 0.5
        tool_choice: "required"
        tools:
          {"type":"function","name":"shot","parameters":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]},"strict":false,"description":"Takes a shot."}
        store: false
        stream: true
        include:
          "reasoning.encrypted_content"
    "#]]).await;
}

#[tokio::test]
async fn anthropic_gets_its_conversation() {
    sends(Dialect::Anthropic, "/v1/messages", expect![[r#"
        model: "some-model"
        messages:
          {"role":"user","content":[{"type":"text","text":"take shots"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw=="}},{"type":"text","text":"(a picture of the kind image/bmp, which cannot be shown)"}]}
          {"role":"assistant","content":[{"type":"text","text":"ok"},{"type":"tool_use","id":"call_a","name":"shot","input":{"city":"Paris"}},{"type":"tool_use","id":"call_b","name":"shot","input":{"city":"Rome"}},{"type":"tool_use","id":"call_c","name":"shot","input":{}}]}
          {"role":"user","content":[{"type":"tool_result","tool_use_id":"call_a","content":[{"type":"text","text":"here"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw=="}}]},{"type":"tool_result","tool_use_id":"call_b","content":[{"type":"text","text":"no camera"}],"is_error":true},{"type":"tool_result","tool_use_id":"call_c","content":[{"type":"text","text":"[tool error] (no tool output)"}],"is_error":true},{"type":"text","text":"and now?","cache_control":{"type":"ephemeral"}}]}
        max_tokens: 100
        system:
          {"type":"text","text":"be brief","cache_control":{"type":"ephemeral"}}
        temperature: 0.5
        tool_choice: {"type":"any"}
        tools:
          {"name":"shot","description":"Takes a shot.","input_schema":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]},"cache_control":{"type":"ephemeral"}}
        stream: true
    "#]]).await;
}

#[tokio::test]
async fn gemini_gets_its_conversation() {
    let path = "/v1beta/models/some-model:streamGenerateContent?alt=sse";
    sends(Dialect::Gemini, path, expect![[r#"
        contents:
          {"parts":[{"text":"take shots","thought":false},{"inlineData":{"mimeType":"image/png","data":"iVBORw=="},"thought":false},{"text":"(a picture of the kind image/bmp, which cannot be shown)","thought":false}],"role":"user"}
          {"parts":[{"text":"ok"},{"functionCall":{"name":"shot","args":{"city":"Paris"}}},{"functionCall":{"name":"shot","args":{"city":"Rome"}}},{"functionCall":{"name":"shot","args":{}}}],"role":"model"}
          {"parts":[{"functionResponse":{"name":"shot","response":{"result":"here"},"parts":[{"inlineData":{"mimeType":"image/png","data":"iVBORw=="}}]},"thought":false},{"functionResponse":{"name":"shot","response":{"error":"no camera"}},"thought":false},{"functionResponse":{"name":"shot","response":{"error":"[tool error] (no tool output)"}},"thought":false}],"role":"user"}
          {"parts":[{"text":"and now?","thought":false}],"role":"user"}
        generationConfig: {"temperature":0.5,"maxOutputTokens":100}
        safetySettings: null
        toolConfig: {"functionCallingConfig":{"mode":"ANY"}}
        systemInstruction: {"parts":[{"text":"be brief","thought":false}],"role":"model"}
        tools:
          {"functionDeclarations":[{"name":"shot","description":"Takes a shot.","parametersJsonSchema":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}],"codeExecution":null}
    "#]]).await;
}

/// What is said of the turn in which the model spoke, after it was read from `stream` and sent back.
async fn sent_back(dialect: Dialect, model: &str, stream: &str, list: &str) -> Vec<Value> {
    let mock = Mock::start(vec![Answer::stream(&[stream])]).await;
    let provider = provider(&mock, dialect);
    let mut request = conversation();
    request.model = "some-model".to_owned();
    let mut said = vec![Message::User(vec![Part::text("hello")])];
    request.messages = said.clone().into();
    let reply = super::done(&all(&provider, request.clone()).await);
    let results = reply.said.iter().filter_map(|it| match it {
        Said::Call(call) => Some(result(&call.id, vec![Part::text("fine")], false)),
        Said::Text(_) | Said::Thought(_) => None,
    });
    let results = Message::Results(results.collect());
    said.extend([Message::Assistant(reply.said), results]);
    said.push(Message::User(vec![Part::text("go on")]));
    request.messages = said.into();
    request.model = model.to_owned();
    all(&provider, request).await;
    let body = mock.last();
    let list = body[list].as_array().unwrap().clone();
    list.into_iter().skip(1).collect()
}

fn printed(list: &[Value]) -> String {
    list.iter().map(|it| format!("{it}\n")).collect()
}

const ANTHROPIC: &str = concat!(
    "data: {\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"c\",\"content\":[],\"usage\":{\"input_tokens\":1,\"output_tokens\":1}}}\n\n",
    "data: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"thinking\",\"thinking\":\"hm\",\"signature\":\"SIG==\"}}\n\n",
    "data: {\"type\":\"content_block_stop\",\"index\":0}\n\n",
    "data: {\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":\"redacted_thinking\",\"data\":\"ENC\"}}\n\n",
    "data: {\"type\":\"content_block_stop\",\"index\":1}\n\n",
    "data: {\"type\":\"content_block_start\",\"index\":2,\"content_block\":{\"type\":\"tool_use\",\"id\":\"toolu_1\",\"name\":\"shot\",\"input\":{}}}\n\n",
    "data: {\"type\":\"content_block_delta\",\"index\":2,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"city\\\":\\\"Rome\\\"}\"}}\n\n",
    "data: {\"type\":\"content_block_stop\",\"index\":2}\n\n",
    "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\"},\"usage\":{\"output_tokens\":2}}\n\n",
    "data: {\"type\":\"message_stop\"}\n\n",
);

#[tokio::test]
async fn signed_thoughts_go_back_to_anthropic_as_they_came() {
    let turn = sent_back(Dialect::Anthropic, "some-model", ANTHROPIC, "messages").await;
    expect![[r#"
        {"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"SIG=="},{"type":"redacted_thinking","data":"ENC"},{"type":"tool_use","id":"toolu_1","name":"shot","input":{"city":"Rome"}}]}
        {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":[{"type":"text","text":"fine"}]},{"type":"text","text":"go on","cache_control":{"type":"ephemeral"}}]}
    "#]].assert_eq(&printed(&turn));
}

#[tokio::test]
async fn another_model_gets_no_thought_of_the_first_not_even_as_text() {
    let turn = sent_back(Dialect::Anthropic, "other-model", ANTHROPIC, "messages").await;
    expect![[r#"
        {"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"shot","input":{"city":"Rome"}}]}
        {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":[{"type":"text","text":"fine"}]},{"type":"text","text":"go on","cache_control":{"type":"ephemeral"}}]}
    "#]].assert_eq(&printed(&turn));
}

#[tokio::test]
async fn ciphertext_goes_back_to_openai_as_it_came() {
    let items = [
        json!({"id": "rs_1", "type": "reasoning", "encrypted_content": "ENC", "summary": []}),
        json!({"id": "msg_1", "type": "message", "role": "assistant", "status": "completed",
            "content": [{"type": "output_text", "text": "look", "annotations": []}]}),
        json!({"id": "fc_1", "type": "function_call", "call_id": "call_1", "name": "shot",
            "arguments": "{\"city\":\"Rome\"}", "status": "completed"}),
    ];
    let mut stream = String::new();
    for (index, item) in items.iter().enumerate() {
        let (added, done) = ("response.output_item.added", "response.output_item.done");
        for kind in [added, done] {
            let event = json!({"type": kind, "output_index": index, "item": item});
            stream.push_str(&format!("data: {event}\n\n"));
        }
    }
    let end = json!({"type": "response.completed", "response": {"id": "r", "status": "completed",
        "model": "some-model", "output": items, "usage": null}});
    stream.push_str(&format!("data: {end}\n\n"));
    let turn = sent_back(Dialect::Responses, "some-model", &stream, "input").await;
    expect![[r#"
        {"id":"rs_1","type":"reasoning","encrypted_content":"ENC","summary":[]}
        {"id":"msg_1","type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"look","annotations":[]}]}
        {"id":"fc_1","type":"function_call","call_id":"call_1","name":"shot","arguments":"{\"city\":\"Rome\"}","status":"completed"}
        {"type":"function_call_output","call_id":"call_1","output":"fine","status":"completed"}
        {"type":"message","role":"user","content":[{"type":"input_text","text":"go on"}]}
    "#]].assert_eq(&printed(&turn));
}

#[tokio::test]
async fn signatures_go_back_to_gemini_where_they_stood() {
    let parts = json!([
        {"text": "hm", "thought": true},
        {"functionCall": {"name": "shot", "args": {"city": "Rome"}}, "thoughtSignature": "U0lH"},
        {"functionCall": {"name": "shot", "args": {"city": "Oslo"}}},
    ]);
    let chunk = json!({"candidates": [{"content": {"parts": parts, "role": "model"}, "finishReason": "STOP"}]});
    let stream = format!("data: {chunk}\n\n");
    let turn = sent_back(Dialect::Gemini, "some-model", &stream, "contents").await;
    expect![[r#"
        {"parts":[{"text":"hm","thought":true},{"functionCall":{"name":"shot","args":{"city":"Rome"}},"thoughtSignature":"U0lH"},{"functionCall":{"name":"shot","args":{"city":"Oslo"}}}],"role":"model"}
        {"parts":[{"functionResponse":{"name":"shot","response":{"result":"fine"}},"thought":false},{"functionResponse":{"name":"shot","response":{"result":"fine"}},"thought":false}],"role":"user"}
        {"parts":[{"text":"go on","thought":false}],"role":"user"}
    "#]].assert_eq(&printed(&turn));
}

#[tokio::test]
async fn reasoning_goes_back_under_the_name_it_came_by() {
    let stream = concat!(
        "data: {\"choices\":[{\"delta\":{\"reasoning_content\":\"hm\"}}]}\n\n",
        "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"shot\",\"arguments\":\"{}\"}}]}}]}\n\n",
        "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\n",
    );
    let turn = sent_back(Dialect::ChatCompletions, "some-model", stream, "messages").await;
    expect![[r#"
        {"role":"user","content":"hello"}
        {"role":"assistant","reasoning_content":"hm","tool_calls":[{"id":"c1","type":"function","function":{"name":"shot","arguments":"{}"}}]}
        {"role":"tool","tool_call_id":"c1","content":"fine"}
        {"role":"user","content":"go on"}
    "#]].assert_eq(&printed(&turn));
}
