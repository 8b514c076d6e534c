// The floor: a bare Node server that answers from a Map.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import type { FloorAnswer } from "./harness/floor.ts";

const [folder = ""] = process.argv.slice(2);
const listed: FloorAnswer[] = JSON.parse(readFileSync(join(folder, "answers.json"), "utf8"));
const answers = new Map(
  listed.map(({ path, encoding, file, headers }) => {
    const body = readFileSync(join(folder, file));
    return [`${encoding} ${path}`, { body, headers: { ...headers, "content-length": body.length } }];
  }),
);

const server = createServer((request, response) => {
  const encoding = request.headers["accept-encoding"]?.includes("br")
    ? "br"
    : request.headers["accept-encoding"]?.includes("gzip")
      ? "gzip"
      : "identity";
  const [path] = (request.url ?? "/").split("?");
  const answer = answers.get(`${encoding} ${path}`);
  if (!answer) return response.writeHead(404).end();
  response.writeHead(200, answer.headers).end(answer.body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") console.log(`ready at http://127.0.0.1:${address?.port}`);
});
process.on("SIGTERM", () => process.exit(0));
