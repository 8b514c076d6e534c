import { createServer, type IncomingMessage, request as ask, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

/** A fault of a response, or in place of one. */
export type ProxyFault =
  /** The unchanged response, delayed. */
  | { kind: "slow"; delayMs: number }
  /** The headers at once, the body in pieces with a pause after each. */
  | { kind: "drip"; pieceBytes: number; pauseMs: number }
  /** The first bytes at once, the rest when the promise is fulfilled. */
  | { kind: "hold"; afterBytes: number; until: Promise<void> }
  /** The headers announce the whole body; the connection closes after this many bytes of it. */
  | { kind: "cut"; afterBytes: number }
  /** A shorter body with matching headers. */
  | { kind: "truncate"; atBytes: number }
  /** Another status, with a short text as body. */
  | { kind: "status"; status: number; headers?: Record<string, string> }
  /** The same bytes with another content type. */
  | { kind: "type"; contentType: string }
  /** Another body with status 200. */
  | { kind: "body"; contentType: string; body: string }
  /** The connection is reset in place of a response. */
  | { kind: "reset" }
  /** The request is read and never answered. */
  | { kind: "silence" };

/** A request to the proxy. */
export interface ProxiedRequest {
  method: string;
  path: string;
}

/** A server between a client and another server, with faults that a test switches on and off. */
export interface FaultProxy {
  /** Such as `http://127.0.0.1:40123`. */
  origin: string;
  /** Every request since the start or the last `forget`, in the order of arrival. */
  requests(): ProxiedRequest[];
  forget(): void;
  /** From now on responses for paths with this prefix have the fault. The longest prefix counts; `/` matches every path. */
  break(prefix: string, fault: ProxyFault): void;
  /** Ends the fault of a prefix, or all of them. */
  mend(prefix?: string): void;
  /** Closes every connection and accepts no new one, like a machine that is down; `listenAgain` ends that. */
  refuse(): Promise<void>;
  listenAgain(): Promise<void>;
  close(): Promise<void>;
}

/** A response of the upstream server. */
interface Answer {
  status: number;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

/** Starts a proxy in front of a server, such as `http://127.0.0.1:3000`, on a free port of this machine. */
export async function startFaultProxy(upstream: string): Promise<FaultProxy> {
  const faults = new Map<string, ProxyFault>();
  const sockets = new Set<Socket>();
  let requests: ProxiedRequest[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    requests.push({ method: request.method ?? "GET", path });
    void respond(request, response, findFault(faults, path)).catch(() => request.socket.destroy());
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });

  async function respond(request: IncomingMessage, response: ServerResponse, fault?: ProxyFault): Promise<void> {
    if (fault?.kind === "silence") return void request.resume();
    if (fault?.kind === "reset") return void request.socket.resetAndDestroy();
    if (fault?.kind === "status")
      return void response
        .writeHead(fault.status, { "content-type": "text/plain; charset=utf-8", ...fault.headers })
        .end(`status ${fault.status}`);
    if (fault?.kind === "body")
      return void response.writeHead(200, { "content-type": fault.contentType }).end(fault.body);
    if (fault?.kind === "slow") await sleep(fault.delayMs);
    await send(response, await forward(upstream, request), fault);
  }

  async function listen(port: number): Promise<number> {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return toPort(server.address());
  }
  async function end(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  const port = await listen(0);
  return {
    origin: `http://127.0.0.1:${port}`,
    requests: () => [...requests],
    forget() {
      requests = [];
    },
    break: (prefix, fault) => void faults.set(prefix, fault),
    mend(prefix) {
      if (prefix === undefined) faults.clear();
      else faults.delete(prefix);
    },
    refuse: end,
    listenAgain: async () => void (await listen(port)),
    close: end,
  };
}

function findFault(faults: ReadonlyMap<string, ProxyFault>, path: string): ProxyFault | undefined {
  const [longest] = [...faults.keys()]
    .filter((prefix) => path.startsWith(prefix))
    .toSorted((a, b) => b.length - a.length);
  return longest === undefined ? undefined : faults.get(longest);
}

/** The whole response of the upstream server. @throws when it does not respond */
function forward(upstream: string, request: IncomingMessage): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method = "GET", url = "/", headers } = request;
    const onward = ask(new URL(upstream), { method, path: url, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    });
    onward.on("error", reject);
    request.pipe(onward);
  });
}

async function send(response: ServerResponse, { status, headers, body }: Answer, fault?: ProxyFault): Promise<void> {
  const { "transfer-encoding": _chunked, connection: _connection, ...rest } = headers;
  const whole = "content-length" in rest || status === 304 ? rest : { ...rest, "content-length": String(body.length) };
  switch (fault?.kind) {
    case "truncate": {
      const shorter = body.subarray(0, fault.atBytes);
      return void response.writeHead(status, { ...whole, "content-length": String(shorter.length) }).end(shorter);
    }
    case "type":
      return void response.writeHead(status, { ...whole, "content-type": fault.contentType }).end(body);
    case "hold":
      response.writeHead(status, whole).write(body.subarray(0, fault.afterBytes));
      await fault.until;
      return void response.end(body.subarray(fault.afterBytes));
    case "cut":
      response.writeHead(status, whole).write(body.subarray(0, fault.afterBytes), () => response.socket?.end());
      return;
    case "drip":
      response.writeHead(status, whole);
      for (let at = 0; at < body.length && !response.destroyed; at += fault.pieceBytes) {
        response.write(body.subarray(at, at + fault.pieceBytes));
        await sleep(fault.pauseMs);
      }
      return void response.end();
    default:
      return void response.writeHead(status, whole).end(body);
  }
}

function toPort(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");
  return address.port;
}
