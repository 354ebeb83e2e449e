"""An independent client, run by the peers' Python: calls the demo server, prints what it got."""

import asyncio
import json
import sys
from pathlib import Path

from fastmcp import Client


async def visit(script: Path, mode: str) -> None:
    """One visit in one era: what was negotiated, what is listed, and what three calls gave."""
    steps: list[float] = []

    async def heard(done: float, _total: float | None, _message: str | None) -> None:
        steps.append(done)

    async with Client(script, mode=mode) as client:
        counted = await client.call_tool("word_count", {"text": "one two one"})
        await client.call_tool("slow", {"seconds": 0, "steps": 2}, progress_handler=heard)
        failure = await client.call_tool("fail", {"message": "as asked"}, raise_on_error=False)
        seen = {
            "version": client.session.protocol_version,
            "tools": [tool.name for tool in await client.list_tools()],
            "words": counted.structured_content["words"],
            "steps": steps,
            "failed": [failure.is_error, failure.content[0].text],
        }
    print(json.dumps(seen))


asyncio.run(visit(Path(sys.argv[1]), sys.argv[2]))
