import { Agent, get, type IncomingHttpHeaders } from "node:http";

/** A response with its body as sent over the network. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** Fetches an address without decompressing the body. */
export function fetchPage(
  origin: string,
  path: string,
  headers: Record<string, string> = { "accept-encoding": "br" },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(`${origin}${path}`, { agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    }).on("error", reject);
  });
}
