import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import * as v from "valibot";
import { nodeOptions } from "@site/contracts/confine/node-options";

const reportSchema = v.union([v.object({ address: v.string() }), v.object({ problem: v.string() })]);
/** How a server ended by itself. */
export interface ServerEnd {
  /** Its signal or exit code. */
  how: string;
  /** The last lines it said that are none of its log, such as an error's. */
  lines: readonly string[];
}

/** Lines that are kept of what a server says. */
const mostLines = 40;

/** The parts of a line of the server's log that a developer reads. */
const entrySchema = v.object({
  level: v.number(),
  msg: v.string(),
  remote: v.optional(v.string()),
  island: v.optional(v.string()),
  problem: v.optional(v.string()),
  changed: v.optional(v.array(v.string())),
});

/** The number of the level in the log. */
const warning = 40;

export interface SiteProcess {
  /** Starts a process that loads the server's code, for the next start. */
  prepare(): void;
  /**
   * Starts the server, or ends it and starts it anew. There is one at a time.
   * @returns its address, or why there is none; undefined when it was started anew, or ended, before it answered
   */
  start(): Promise<v.InferOutput<typeof reportSchema> | ServerEnd | undefined>;
  /** Tells the server which pages go live before all others. */
  await(paths: readonly string[]): void;
  end(): Promise<void>;
}

export interface SiteProcessEvents {
  /** A warning or an error in its log: one that is tried again and again is told once, until another comes. */
  onLog(text: string): void;
  /**
   * The pages that are looked at were composed anew.
   * @param changed the paths of those that are other pages than before
   */
  onAwaited(changed: readonly string[]): void;
  /** All pages of the set are live. */
  onLive(): void;
  /** The server ended by itself after it had started: pages get no answer until it is started again. */
  onEnded(end: ServerEnd): void;
  /** An island of a package cannot be rendered: called at each attempt. */
  onFailed?(name: string): void;
}

/**
 * The site's server in a process of its own.
 * @param file the module it runs
 */
export function createSiteProcess(
  file: string,
  { onLog, onAwaited, onLive, onEnded, onFailed }: SiteProcessEvents,
): SiteProcess {
  let child: ChildProcess | undefined;
  /** A process that has not been asked to serve. */
  let prepared: ChildProcess | undefined;
  let awaited: readonly string[] = [];
  let lastLog = "";
  /** Calls that a later one takes the place of. */
  let calls = 0;
  /** Resolves when the servers before have ended. */
  let ended: Promise<unknown> = Promise.resolve();

  async function end(): Promise<void> {
    const ending = child;
    child = undefined;
    // Of a process that a signal ended, the exit code stays null.
    if (ending && ending.exitCode === null && ending.signalCode === null) {
      ended = Promise.all([ended, once(ending, "exit")]);
      ending.kill("SIGTERM");
    }
    await ended;
  }

  function tellAwaited(): void {
    // Without a running server, the next start gets the paths.
    if (child?.connected) child.send({ awaited }, () => undefined);
  }

  function begin(): ChildProcess {
    return fork(file, { execArgv: [...nodeOptions], stdio: ["ignore", "inherit", "pipe", "ipc"] });
  }

  return {
    prepare() {
      prepared ??= begin();
    },
    async end() {
      calls += 1;
      prepared?.kill();
      prepared = undefined;
      await end();
    },
    await(paths) {
      awaited = paths;
      tellAwaited();
    },
    async start() {
      calls += 1;
      const call = calls;
      await end();
      if (call !== calls) return undefined;
      const started = prepared?.connected ? prepared : begin();
      prepared = undefined;
      child = started;
      started.send({ serve: process.env, awaited }, () => undefined);
      let said = "";
      const lines: string[] = [];
      const toEnd = ([code, signal]: readonly unknown[]): ServerEnd => ({
        how: String(signal ?? `exit code ${String(code)}`),
        lines,
      });
      started.stderr?.on("data", (chunk: Buffer) => {
        said += chunk.toString("utf8");
        for (const line of said.split("\n").slice(0, -1)) if (!tellOf(line)) lines.push(line);
        lines.splice(0, lines.length - mostLines);
        said = said.slice(said.lastIndexOf("\n") + 1);
      });
      const report = await Promise.race([
        once(started, "message").then(([message]) => v.parse(reportSchema, message)),
        // `close` comes after the last line of its output, `exit` may come before.
        once(started, "close").then(toEnd),
      ]);
      if (call !== calls) return undefined;
      if ("address" in report)
        started.once("close", (...how: unknown[]) => {
          if (child === started) onEnded(toEnd(how));
        });
      return report;
    },
  };

  /** @returns whether the line is one of the log */
  function tellOf(line: string): boolean {
    const entry = v.safeParse(v.pipe(v.string(), v.parseJson(), entrySchema), line);
    if (!entry.success) {
      process.stderr.write(`${line}\n`);
      return false;
    }
    const { level, msg, remote, island, problem, changed = [] } = entry.output;
    if (msg === "the awaited pages are live") onAwaited(changed);
    if (msg === "the set is live") onLive();
    if (level < warning) return true;
    const text = [msg, island, problem].filter(Boolean).join(": ");
    if (text !== lastLog) onLog(text);
    lastLog = text;
    if (island !== undefined && remote !== undefined) onFailed?.(remote);
    return true;
  }
}
