import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import * as v from "valibot";
import { nodeOptions } from "@site/contracts/confine/node-options";

const reportSchema = v.union([v.object({ address: v.string() }), v.object({ problem: v.string() })]);
/** The parts of a line of the server's log that a developer reads. */
const entrySchema = v.object({ level: v.number(), msg: v.string(), problem: v.optional(v.string()) });

/** The number of the level in the log. */
const warning = 40;

export interface SiteProcess {
  /** Starts a process that loads the server's code, for the next start. */
  prepare(): void;
  /** Starts the server, or ends it and starts it anew. @returns its address, or why there is none */
  start(): Promise<v.InferOutput<typeof reportSchema>>;
  /** Tells the server which pages go live before all others. */
  await(paths: readonly string[]): void;
  end(): Promise<void>;
}

/**
 * The site's server in a process of its own.
 * @param file the module it runs
 * `onLog` is called with each warning or error in its log, `onAwaited` when the pages that are looked at were composed anew, and `onLive` when all were.
 */
export function createSiteProcess(
  file: string,
  { onLog, onAwaited, onLive }: { onLog(text: string): void; onAwaited(): void; onLive(): void },
): SiteProcess {
  let child: ChildProcess | undefined;
  /** A process that has not been asked to serve. */
  let prepared: ChildProcess | undefined;
  let awaited: readonly string[] = [];

  async function end(): Promise<void> {
    const ending = child;
    child = undefined;
    if (!ending || ending.exitCode !== null) return;
    ending.kill("SIGTERM");
    await once(ending, "exit");
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
      prepared?.kill();
      prepared = undefined;
      await end();
    },
    await(paths) {
      awaited = paths;
      tellAwaited();
    },
    async start() {
      await end();
      const started = prepared?.connected ? prepared : begin();
      prepared = undefined;
      child = started;
      started.send({ serve: process.env, awaited }, () => undefined);
      let said = "";
      started.stderr?.on("data", (chunk: Buffer) => {
        said += chunk.toString("utf8");
        for (const line of said.split("\n").slice(0, -1)) tellOf(line);
        said = said.slice(said.lastIndexOf("\n") + 1);
      });
      const report = await Promise.race([
        once(started, "message").then(([message]) => v.parse(reportSchema, message)),
        once(started, "exit").then(() => ({ problem: said === "" ? "the server ended at its start" : said })),
      ]);
      return report;
    },
  };

  function tellOf(line: string): void {
    const entry = v.safeParse(v.pipe(v.string(), v.parseJson(), entrySchema), line);
    if (!entry.success) return void process.stderr.write(`${line}\n`);
    const { level, msg, problem } = entry.output;
    if (msg === "the awaited pages are live") onAwaited();
    if (msg === "the set is live") onLive();
    if (level >= warning) onLog([msg, problem].filter(Boolean).join(": "));
  }
}
