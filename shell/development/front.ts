import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from "node:http";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { Script } from "node:vm";
import { toListenError } from "@site/contracts/errors/listen-error";
import type { Problem } from "./problem.ts";

/** What open pages are told. */
export interface Told {
  /** Changes when a page may have changed. */
  turn: number;
  problems: readonly Problem[];
  /** The paths of pages that have changed in this turn. A page that is opened later is told of none. */
  changed?: readonly string[];
}

export interface Front {
  /** `http://localhost:3000` */
  address: string;
  /** Resolves when the first page was answered. */
  shown: Promise<void>;
  /** From now on requests go to the server at this address. */
  serve(origin: string): void;
  /** Tells every open page, and each that is opened from now on. */
  tell(told: Told): void;
}

/** Pages that are awaited after a save: those that were asked for last. */
const mostAwaited = 4;

const eventsPath = "/_development/events";

/**
 * Stands before the site's server while it is developed: it puts one script into every page, by which the page follows what is saved and
 * shows what is wrong. The site's server knows nothing of it, so a server that is deployed has none of it.
 * @param port on the loopback interface; 0 for any free one
 * @param onAwaited called with the paths of the pages that were asked for last, as documents or as data, when they are others
 */
export async function startFront(
  port: number,
  onAwaited: (paths: readonly string[]) => void = () => undefined,
): Promise<Front> {
  const script = joinScripts(["keep-state", "keep-modals", "page"]);
  const streams = new Set<ServerResponse>();
  const shown = Promise.withResolvers<void>();
  let origin: string | undefined;
  let awaited: readonly string[] = [];
  let told: Told = { turn: 0, problems: [] };

  const server = createServer((request, response) => {
    if (!isLocal(request))
      return void response.writeHead(403).end("The development server answers to this machine only.");
    if (request.url === eventsPath) return stream(response);
    if (origin !== undefined) return pass(request, response, origin);
    noteAwaited(request.url ?? "/", isForPage(request));
    answerLater(response);
  });

  function stream(response: ServerResponse): void {
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    streams.add(response);
    response.on("close", () => streams.delete(response));
    send(response, told);
  }

  function send(response: ServerResponse, next: Told): void {
    response.write(`data: ${JSON.stringify(next)}\n\n`);
  }

  /** A page that shows the problems until there is a server. */
  function answerLater(response: ServerResponse): void {
    response.writeHead(503, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
    response.end(
      `<!doctype html><title>Starting</title><script data-etag="starting">${script}</script><p>The site is starting.</p>`,
    );
  }

  function pass(request: IncomingMessage, response: ServerResponse, target: string): void {
    const isPage = isForPage(request);
    noteAwaited(request.url ?? "/", isPage);
    const { "if-none-match": known, ...others } = request.headers;
    const headers = isPage
      ? { ...others, "accept-encoding": "identity" }
      : { ...others, ...(known !== undefined && { "if-none-match": known }) };
    const { turn } = told;
    const url = new URL(target);
    const inner = ask(
      { hostname: "127.0.0.1", port: url.port, path: request.url ?? "/", method: request.method, headers },
      (answer) => {
        // At the start, pages that were not asked for are composed after those that were.
        if (isPage && answer.statusCode === 503) {
          answer.resume();
          return answerLater(response);
        }
        const isHtml = String(answer.headers["content-type"]).startsWith("text/html");
        if (!isPage || !isHtml) {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          return void answer.pipe(response);
        }
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () => answerPage(response, answer, { bytes: Buffer.concat(parts), turn }));
      },
    );
    inner.on("error", () => (response.headersSent ? response.destroy() : answerLater(response)));
    request.pipe(inner);
  }

  /** Keeps the paths of the pages that are looked at, latest last. */
  function noteAwaited(address: string, isPage: boolean): void {
    // Not parsed: a browser asks for `//` too, which is no address.
    const [pathname = "/"] = address.split("?");
    const path = pathname.replace(/_payload\.json$/, "");
    if ((!isPage && path === pathname) || awaited.at(-1) === path) return;
    awaited = [...awaited.filter((one) => one !== path), path].slice(-mostAwaited);
    onAwaited(awaited);
  }

  /**
   * Puts the script first into the head, and its hash into the page's policies.
   * @param page its bytes, and the turn in which it was asked for
   */
  function answerPage(
    response: ServerResponse,
    answer: IncomingMessage,
    { bytes, turn }: { bytes: Buffer; turn: number },
  ): void {
    const { "content-length": _length, etag: _etag, ...headers } = answer.headers;
    const html = bytes.toString("utf8");
    const version = hash(html).slice(0, 20);
    const source = `'sha256-${hash(script)}'`;
    const policy = headers["content-security-policy"];
    response.writeHead(answer.statusCode ?? 200, {
      ...headers,
      "cache-control": "no-store",
      "x-development-etag": version,
      ...(policy !== undefined && {
        "content-security-policy": String(policy).replaceAll("script-src ", `script-src ${source} `),
      }),
    });
    if (answer.statusCode === 200) shown.resolve();
    response.end(
      html.replace("<head>", () => `<head><script data-etag="${version}" data-turn="${turn}">${script}</script>`),
    );
  }

  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(toListenError(error, { host: "127.0.0.1", port, variable: "PORT" })));
    server.listen(port, "127.0.0.1", resolve);
  });
  const bound = server.address();
  const at = typeof bound === "object" && bound !== null ? bound.port : port;
  return {
    address: `http://localhost:${at}`,
    shown: shown.promise,
    serve(next) {
      origin = next;
    },
    tell(next) {
      const { changed: _changed, ...lasting } = next;
      told = lasting;
      for (const open of streams) send(open, next);
    },
  };
}

/**
 * The page's script: its modules in one scope.
 * @throws SyntaxError when two of them use one name: in a browser the whole script would not run
 */
function joinScripts(names: readonly string[]): string {
  const script = `(() => {${names.map(readScript).join("\n")}})();`;
  void new Script(script);
  return script;
}

/** A module of the page's script without its types and what joins it to the others: they are sent in one. */
function readScript(name: string): string {
  const code = stripTypeScriptTypes(readFileSync(join(import.meta.dirname, `${name}.browser.ts`), "utf8"));
  return code.replaceAll(/^import .*$/gm, "").replaceAll(/^export /gm, "");
}

/** Whether a browser asks for a document, or an open page for what it shows. */
function isForPage({ headers }: IncomingMessage): boolean {
  return headers["sec-fetch-dest"] === "document" || headers["x-development"] === "follow";
}

/** Refuses a foreign page that points its own name at this machine: browsers do not let it forge the `Host`. */
function isLocal({ headers }: IncomingMessage): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(headers.host ?? "");
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
