import { once } from "node:events";
import { createServer } from "node:http";
import type { FastifyInstance } from "fastify";

/** A proxy in front of a site that can change responses, as a cache may. */
export interface ChangingFront {
  url: string;
  /** The requested paths, and whether the request had a token. */
  asked: { path: string; hasToken: boolean }[];
  /** Changes the bodies of responses from now on. */
  change(how: (path: string, body: Buffer) => Buffer): void;
  /** Answers a path with a status of its own from now on, as a proxy does that cannot reach the site. */
  fail(path: string, status: number): void;
  /** Clears the requested paths, and ends all changes. */
  reset(): void;
  close(): void;
}

const keep = (_path: string, body: Buffer): Buffer => body;

export async function startChangingFront(site: () => FastifyInstance): Promise<ChangingFront> {
  const asked: ChangingFront["asked"] = [];
  let how = keep;
  const failed = new Map<string, number>();
  const front = createServer((request, response) => {
    const path = request.url ?? "/";
    const { authorization, cookie } = request.headers;
    asked.push({ path, hasToken: authorization !== undefined });
    void (async () => {
      const headers = {
        ...(authorization !== undefined && { authorization }),
        ...(cookie !== undefined && { cookie }),
      };
      const { statusCode, rawPayload } = await site().inject({ method: "GET", url: path, headers });
      response.writeHead(failed.get(path) ?? statusCode).end(how(path, rawPayload));
    })();
  });
  front.listen(0, "127.0.0.1");
  await once(front, "listening");
  const bound = front.address();
  if (typeof bound !== "object" || bound === null) throw new Error("the server in front has no port");
  return {
    url: `http://127.0.0.1:${bound.port}`,
    asked,
    change: (given) => void (how = given),
    fail: (path, status) => void failed.set(path, status),
    reset() {
      asked.length = 0;
      failed.clear();
      how = keep;
    },
    close: () => void front.close(),
  };
}
