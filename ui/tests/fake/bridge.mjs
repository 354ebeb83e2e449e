/** Serves the built page over loopback with a fake app behind it: the test bridge's protocol, in Node. */
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { parseArgs } from "node:util";

import { createApp } from "./app.mjs";

const { values } = parseArgs({ options: {
  dist: { type: "string", default: new URL("../../dist", import.meta.url).pathname },
  scenario: { type: "string", default: "full" },
  port: { type: "string", default: "0" },
  "data-dir": { type: "string" },
} });

const CSP = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self' data: blob:; font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-src 'none'; frame-ancestors 'none'";
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };
const app = createApp(values.scenario);
const listeners = new Set();
app.listen((event) => listeners.forEach((it) => it.write(`data: ${JSON.stringify(event)}\n\n`)));

const server = createServer(async (request, response) => {
  const url = new URL(request.url, "http://localhost");
  if (url.pathname === "/call") return call(request, response);
  if (url.pathname === "/events") return events(request, response);
  if (url.pathname === "/__bridge.js") return send(response, ".js", readFileSync(new URL("./inject.js", import.meta.url)));
  const file = join(values.dist, normalize(url.pathname === "/" ? "/index.html" : url.pathname));
  if (!file.startsWith(values.dist) || !existsSync(file)) return response.writeHead(404).end();
  if (extname(file) !== ".html") {
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    return createReadStream(file).pipe(response);
  }
  return send(response, ".html", readFileSync(file, "utf8").replace("<head>", '<head><script src="/__bridge.js"></script>'));
});

function send(response, type, body) {
  response.writeHead(200, { "content-type": TYPES[type], "content-security-policy": CSP }).end(body);
}

async function call(request, response) {
  let body = "";
  for await (const chunk of request) body += chunk;
  const { command, payload } = JSON.parse(body);
  try {
    const reply = await app.call(command, payload);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(reply));
  } catch (thrown) {
    const failure = thrown.code ? thrown : { code: "internal", message: String(thrown), hint: null, field: null, place: null };
    response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(failure));
  }
}

function events(request, response) {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  response.write(": hello\n\n");
  listeners.add(response);
  request.on("close", () => listeners.delete(response));
}

server.listen(Number(values.port), "127.0.0.1", () => console.log(`ready http://127.0.0.1:${server.address().port}/`));
process.stdin.resume();
process.stdin.on("end", () => process.exit(0));
