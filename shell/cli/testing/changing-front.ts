import { once } from "node:events";
import { createServer } from "node:http";
import type { FastifyInstance } from "fastify";

/** Stands in front of a site as a cache does, and changes what passes. */
export interface ChangingFront {
  url: string;
  /** The paths that were asked for, with a token or as visitors do. */
  asked: { path: string; hasToken: boolean }[];
  /** Changes the bodies that pass from now on. */
  change(how: (path: string, body: Buffer) => Buffer): void;
  /** Answers a path with a status of its own from now on, as a proxy does that does not reach the site. */
  fail(path: string, status: number): void;
  /** Forgets what was asked for, and changes nothing any more. */
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
