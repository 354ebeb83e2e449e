"""Has a website, and gives a link in the result of its one tool; both are where --site says."""

from wire import Wire, arguments, dull_legacy, tool


def main() -> None:
    """Serves until the client hangs up."""
    parser = arguments(__doc__)
    parser.add_argument("--site", default="https://example.com/steward/")
    given = parser.parse_args()
    wire = Wire(given.log)
    for message in wire.messages():
        if message.get("method") == "tools/call":
            link = {"type": "resource_link", "uri": given.site + "report", "name": "The report"}
            wire.result(message, {"content": [link]})
        elif reply := dull_legacy(message, [tool("report", "Gives a link to a report")]):
            if message.get("method") == "initialize":
                reply["result"]["serverInfo"]["websiteUrl"] = given.site
            wire.send(reply)


if __name__ == "__main__":
    main()
