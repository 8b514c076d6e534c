import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as toText } from "node:stream/consumers";
import { toProblem } from "../../src/errors/errors.ts";
import { toListenError } from "../../src/errors/listen-error.ts";
import type { BenchData, BenchSite } from "./bench-data.ts";
import { buildHost, hostPath } from "./host-bundle.ts";
import { respond } from "./respond.ts";
import type { Snapshot } from "./snapshot.ts";
import { readBenchStates, saveState } from "./state-file.ts";
import { type RemoteWatch, type WatchedRemote, watchRemote } from "./watch-remote.ts";

/** How many builds stay available: an open preview may still load a chunk of the one before. */
const keptSnapshots = 3;

export interface Workbench {
  /** `http://127.0.0.1:4100` */
  address: string;
  watch: RemoteWatch;
  close(): Promise<void>;
}

/**
 * Starts the workbench of one remote on the loopback interface.
 * @param sites those whose languages are offered
 * @param port the port; 0 for any, undefined for 4100 or, when that is taken, any
 * @throws SiteError `ADDRESS_UNUSABLE` for a port that is named and cannot be had
 */
export async function startWorkbench(
  remote: WatchedRemote,
  port?: number,
  sites: readonly BenchSite[] = [],
): Promise<Workbench> {
  const ready = Promise.withResolvers<RequestListener>();
  const server = createServer((request, response) => void ready.promise.then((answer) => answer(request, response)));
  // Before anything is built: a port that cannot be had is told at once.
  await listen(server, port);
  const watch = watchRemote(remote);
  const snapshots = new Map<string, Snapshot>();
  const streams = new Set<ServerResponse>();
  try {
    const host = await buildHost(remote.root, watch.folder);
    watch.onStatus((status) => {
      const latest = watch.latest();
      if (latest) keep(snapshots, latest);
      for (const stream of streams) send(stream, status);
    });
    const latest = watch.latest();
    if (latest) keep(snapshots, latest);

    const readBench = (): BenchData => ({ sites, ...readBenchStates(remote.root) });
    ready.resolve((request, response) => {
      if (!isLocal(request)) return finish(response, 403, {}, "The workbench answers to this machine only.");
      // Joined to a host: `//` alone is no address.
      const url = URL.parse(`http://workbench${request.url ?? "/"}`);
      if (!url) return finish(response, 400, {}, "This is no address of the workbench.");
      if (request.method === "PUT" && url.pathname === `${hostPath}states`) return void keepState(request, response);
      if (request.method !== "GET" && request.method !== "HEAD")
        return finish(response, 405, { allow: "GET, HEAD" }, "");
      if (url.pathname === `${hostPath}builds`) return stream(response, streams, watch);
      respond(url, request.headers["sec-fetch-dest"]?.toString(), {
        host,
        snapshots,
        latest: watch.latest(),
        readBench,
      }).then(
        ({ status, headers, body }) => finish(response, status, headers, request.method === "HEAD" ? "" : body),
        (error: unknown) => finish(response, 500, { "content-type": "text/plain; charset=utf-8" }, toProblem(error)),
      );
    });
    /** Only the page of the workbench itself writes a file: a foreign page can send no request with this type and origin. */
    async function keepState(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const { origin, host: own, "content-type": type } = request.headers;
      if (origin !== `http://${own}` || type !== "application/json") return finish(response, 403, {}, "");
      try {
        const states = saveState(remote.root, await toText(request));
        finish(response, 200, { "content-type": "application/json" }, JSON.stringify(states));
      } catch (error) {
        finish(response, 400, { "content-type": "text/plain; charset=utf-8" }, toProblem(error));
      }
    }

    return {
      address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      watch,
      async close() {
        for (const open of streams) open.end();
        server.closeAllConnections();
        await Promise.all([new Promise<void>((resolve) => server.close(() => resolve())), watch.close()]);
      },
    };
  } catch (error) {
    server.closeAllConnections();
    server.close();
    await watch.close();
    throw error;
  }
}

function keep(snapshots: Map<string, Snapshot>, latest: Snapshot): void {
  snapshots.delete(latest.version);
  snapshots.set(latest.version, latest);
  for (const version of [...snapshots.keys()].slice(0, -keptSnapshots)) snapshots.delete(version);
}

/** Guards against DNS rebinding: a foreign page can point its own name at this machine, but not forge the browser's `Host`. */
function isLocal({ headers }: IncomingMessage): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(headers.host ?? "");
}

function stream(response: ServerResponse, streams: Set<ServerResponse>, watch: RemoteWatch): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  streams.add(response);
  response.on("close", () => streams.delete(response));
  send(response, watch.status());
}

function send(response: ServerResponse, status: object): void {
  response.write(`data: ${JSON.stringify(status)}\n\n`);
}

function finish(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: string | Buffer,
): void {
  response.writeHead(status, headers);
  response.end(body);
}

async function listen(server: Server, port: number | undefined): Promise<void> {
  try {
    await listenOn(server, port ?? 4100);
  } catch (error) {
    if (port !== undefined) throw toListenError(error, { host: "127.0.0.1", port, variable: "PORT" });
    if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
    await listenOn(server, 0);
  }
}

function listenOn(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve();
    });
  });
}
