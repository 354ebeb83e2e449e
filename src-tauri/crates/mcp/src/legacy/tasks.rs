//! Tools that a server of the legacy era runs as tasks alone, which are not supported yet: they are
//! marked, and known before they are called. It knows no call.

use std::{
    collections::BTreeSet,
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::{
    hello::Hello,
    settings::Era,
    tools::{TaskSupport, ToolList},
};

/// What is said of such a tool in the list.
const MARK: &str = "it has to be run as a task, which is not supported yet";

/// The tools of one server that cannot be called without a task.
#[derive(Debug)]
pub(crate) struct TasksOnly {
    /// Whether the server knows tasks at all: without that, what its tools say of them counts for
    /// nothing, and they are called as any other.
    knows: bool,
    // A std mutex: nothing awaits while it is held.
    tools: Mutex<BTreeSet<String>>,
}

impl TasksOnly {
    /// None is known yet.
    pub(crate) fn new(hello: &Hello) -> Self {
        let declared = hello.capabilities.pointer("/tasks/requests/tools/call").is_some();
        Self { knows: declared && hello.era == Era::Legacy, tools: Mutex::default() }
    }

    /// Learns what is in a list, and marks those tools in it; what it does not hold is forgotten, unless
    /// it has a gap.
    pub(crate) fn learn(&self, list: &mut ToolList) {
        if !self.knows {
            return;
        }
        let mut learnt = BTreeSet::new();
        for tool in &mut list.tools {
            if tool.task_support == TaskSupport::Required {
                tool.marks.push(MARK.to_owned());
                learnt.insert(tool.name.clone());
            }
        }
        let mut tools = self.tools();
        if list.gap.is_none() {
            tools.clear();
        }
        for tool in &list.tools {
            tools.remove(&tool.name);
        }
        tools.append(&mut learnt);
    }

    /// Whether this is one of them.
    pub(crate) fn holds(&self, tool: &str) -> bool {
        self.tools().contains(tool)
    }

    fn tools(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.tools.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json, value::RawValue};

    use super::*;
    use crate::{pages::Entry, raw::Raw, tools::Tool};

    fn list() -> ToolList {
        let tool = |name: &str, support: &str| {
            let fields = json!({ "execution": { "taskSupport": support } });
            let Value::Object(fields) = fields else { panic!("it is an object") };
            Tool::read(name.to_owned(), fields, Raw::new(RawValue::NULL.to_owned()))
        };
        let tools =
            vec![tool("never", "forbidden"), tool("may", "optional"), tool("must", "required")];
        ToolList { tools, ..ToolList::default() }
    }

    fn learnt(era: Era, capabilities: &Value) -> (Vec<&'static str>, usize) {
        let hello = Hello {
            era,
            version: String::new(),
            server: crate::hello::ServerInfo::read(None),
            capabilities: capabilities.clone(),
            instructions: None,
            warnings: Vec::new(),
            restarted_for_era: false,
        };
        let (known, mut list) = (TasksOnly::new(&hello), list());
        known.learn(&mut list);
        let held = ["never", "may", "must"].into_iter().filter(|it| known.holds(it)).collect();
        let marked = list.tools.iter().filter(|it| it.marks.iter().any(|it| it == MARK)).count();
        (held, marked)
    }

    #[test]
    fn a_tool_that_must_be_a_task_is_one_only_where_its_server_knows_tasks() {
        let knows = json!({ "tasks": { "requests": { "tools": { "call": {} } } } });
        assert_eq!(learnt(Era::Legacy, &knows), (vec!["must"], 1));
        assert_eq!(learnt(Era::Modern, &knows), (vec![], 0), "the newer era has them otherwise");
        for other in [json!({}), json!({ "tasks": {} }), json!({ "tasks": { "requests": {} } })] {
            assert_eq!(learnt(Era::Legacy, &other), (vec![], 0), "{other}");
        }
    }
}
