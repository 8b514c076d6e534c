import { once } from "node:events";
import { createServer } from "node:http";
import { json as readJson } from "node:stream/consumers";
import * as v from "valibot";

/** A comment on a pull request, and the path that it was sent to. */
export interface Comment {
  path: string | undefined;
  body: string;
}

/** The API of a team's git server, which keeps the comments that are written. */
export interface GitServer {
  address: string;
  comments: readonly Comment[];
  close(): void;
}

export async function startGitServer(): Promise<GitServer> {
  const comments: Comment[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const sent = v.parse(v.object({ body: v.string() }), await readJson(request));
      comments.push({ path: request.url, body: sent.body });
      response.writeHead(201).end("{}");
    })();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  const port = typeof bound === "object" && bound !== null ? bound.port : 0;
  return { address: `http://127.0.0.1:${port}`, comments, close: () => void server.close() };
}
