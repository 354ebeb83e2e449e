"""Progress and log notices that are late, for nobody, backwards, or far too many."""

from typing import Any

from wire import Message, Wire, arguments, called, text, token, tool

TOOLS = [tool("work", "Odd progress, then the answer, then more"), tool("logs"), tool("echo")]
FORGED = "one\ntwo\r\n2026-01-01T00:00:00.000Z [lifecycle]  forged line"
LOGS: list[tuple[Any, Any]] = [
    ("info", "plain"),
    ("notice", {"a": 1}),
    ("shout", ["x"]),
    (None, None),
    ("error", 17),
    ("debug", "x" * 200_000),
    ("info", FORGED),
]


def progress(mark: Any, done: Any, **more: Any) -> Message:
    """One notice of progress."""
    params = {"progressToken": mark, "progress": done, **more}
    return {"jsonrpc": "2.0", "method": "notifications/progress", "params": params}


def oddities(mark: Any) -> list[Message]:
    """What comes before the answer."""
    return [
        progress("nobody-asked", 1),
        progress(None, 1),
        {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progress": 1}},
        {"jsonrpc": "2.0", "method": "notifications/progress"},
        progress(mark, 5, total=3, message="\x1b[31m" + "long " * 4000),
        progress(mark, 2),
        progress(mark, -1, total=0),
        progress(mark, "7"),
        progress(mark, 1e308, total=1e-308),
        *(progress(mark, 10 + n, total=6000, message=f"step {n}") for n in range(5000)),
    ]


def main() -> None:
    """Serves until the client hangs up."""
    wire = Wire(arguments(__doc__).parse_args().log)
    for call in wire.calls(TOOLS, {"tools": {}, "logging": {}}):
        wire.note("token", token=token(call))
        match called(call)[0]:
            case "work":
                for notice in oddities(token(call)):
                    wire.send(notice)
                wire.result(call, text("done"))
                for late in range(5):
                    wire.send(progress(token(call), 9000 + late))
            case "logs":
                for level, data in LOGS:
                    params = {"level": level, "data": data, "logger": "odd\nlogger"}
                    method = "notifications/message"
                    wire.send({"jsonrpc": "2.0", "method": method, "params": params})
                wire.result(call, text("done"))
            case _:
                wire.result(call, text("ok"))


if __name__ == "__main__":
    main()
