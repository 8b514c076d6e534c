import { once } from "node:events";
import { Agent, createServer, request as ask, type IncomingHttpHeaders } from "node:http";

/** A minimal load balancer in front of several servers. */
export interface Balancer {
  /** Such as `http://127.0.0.1:40123`. */
  origin: string;
  /** How often a request was retried on another server because the first sent no whole response. */
  retries(): number;
  close(): Promise<void>;
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/**
 * Starts a balancer that sends each request to the next server, and retries it on the others when it gets no whole response: as nginx with
 * `proxy_next_upstream error timeout` while its buffers hold the response. It accepts requests without a body.
 * @param listPorts the ports of the servers that are meant to run
 */
export async function startBalancer(listPorts: () => readonly number[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  let retries = 0;

  async function answer(method: string, path: string, headers: IncomingHttpHeaders): Promise<Answer> {
    turn += 1;
    // Concurrent requests change `turn` while this one waits.
    const first = turn;
    for (let attempt = 0; ; attempt += 1) {
      // A server that was started again meanwhile has another port. That of a proxy's server would have stayed.
      const ports = listPorts();
      const port = ports[(first + attempt) % ports.length] ?? 0;
      try {
        return await forward(agent, port, method, path, headers);
      } catch (error) {
        if (attempt >= ports.length) throw error;
        retries += 1;
      }
    }
  }

  const server = createServer((request, response) => {
    answer(request.method ?? "GET", request.url ?? "/", request.headers).then(
      ({ status, headers: { connection: _connection, "transfer-encoding": _chunked, ...headers }, body }) =>
        response.writeHead(status, { ...headers, "content-length": body.length }).end(body),
      () => response.writeHead(502).end(),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The balancer has no port.");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    retries: () => retries,
    async close() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function forward(
  agent: Agent,
  port: number,
  method: string,
  path: string,
  headers: IncomingHttpHeaders,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const onward = ask({ agent, host: "127.0.0.1", port, method, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    });
    onward.on("error", reject);
    onward.end();
  });
}
