// A small server of the legacy era over HTTPS, by HTTP/2 or HTTP/1.1 as the client likes.
//
// node tls_site.mjs KEY CERTIFICATE LOG: it listens on a free port of this machine, and says which.
import { appendFileSync, readFileSync } from "node:fs";
import { createSecureServer } from "node:http2";

const [key, cert, log] = process.argv.slice(2);

/** The result of a request; nothing for an unknown method. */
function answer(message, version) {
  switch (message.method) {
    case "initialize":
      return {
        protocolVersion: "2025-11-25",
        capabilities: { tools: {} },
        serverInfo: { name: "tls", version: "1" },
      };
    case "ping":
      return {};
    case "tools/list":
      return { tools: [{ name: "version", inputSchema: { type: "object" } }] };
    case "tools/call":
      return { content: [{ type: "text", text: version }] };
  }
}

function reply(message, version) {
  const result = answer(message, version);
  const error = { code: -32601, message: "unknown method" };
  return { jsonrpc: "2.0", id: message.id, ...(result ? { result } : { error }) };
}

const options = { key: readFileSync(key), cert: readFileSync(cert), allowHTTP1: true };
const server = createSecureServer(options, (request, response) => {
  let body = "";
  request.on("data", (chunk) => (body += chunk));
  request.on("end", () => {
    const message = body ? JSON.parse(body) : {};
    const { method } = message;
    appendFileSync(log, `${JSON.stringify({ event: "request", method, version: request.httpVersion })}\n`);
    if (request.method !== "POST") {
      response.writeHead(405).end();
    } else if (message.id === undefined) {
      response.writeHead(202).end();
    } else {
      response.writeHead(200, { "Content-Type": "application/json" });
      response.end(JSON.stringify(reply(message, request.httpVersion)));
    }
  });
});
server.listen(0, "127.0.0.1", () => console.log(`port ${server.address().port}`));
