import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import * as v from "valibot";
import { nodeOptions } from "@site/contracts/confine/node-options";

const reportSchema = v.union([v.object({ address: v.string() }), v.object({ problem: v.string() })]);
/** The parts of a line of the server's log that a developer reads. */
const entrySchema = v.object({ msg: v.string(), problem: v.optional(v.string()) });
const readinessSchema = v.object({ revision: v.number() });

export interface SiteProcess {
  /** Starts the server, or ends it and starts it anew. @returns its address, or why there is none */
  start(): Promise<v.InferOutput<typeof reportSchema>>;
  /** Resolves when this revision is live, or after ten seconds. */
  waitFor(revision: number): Promise<void>;
  end(): Promise<void>;
}

/**
 * The site's server in a process of its own.
 * @param file the module it runs
 * @param onLog called with each warning or error in its log
 */
export function createSiteProcess(file: string, onLog: (text: string) => void): SiteProcess {
  let child: ChildProcess | undefined;
  let address: string | undefined;

  async function end(): Promise<void> {
    const ending = child;
    child = undefined;
    address = undefined;
    if (!ending || ending.exitCode !== null) return;
    ending.kill("SIGTERM");
    await once(ending, "exit");
  }

  return {
    end,
    async start() {
      await end();
      const started = fork(file, { execArgv: [...nodeOptions], stdio: ["ignore", "inherit", "pipe", "ipc"] });
      child = started;
      let said = "";
      started.stderr?.on("data", (chunk: Buffer) => {
        process.stderr.write(chunk);
        said += chunk.toString("utf8");
        for (const line of said.split("\n").slice(0, -1)) tellOf(line);
        said = said.slice(said.lastIndexOf("\n") + 1);
      });
      const report = await Promise.race([
        once(started, "message").then(([message]) => v.parse(reportSchema, message)),
        once(started, "exit").then(() => ({ problem: said === "" ? "the server ended at its start" : said })),
      ]);
      if ("address" in report) address = report.address;
      return report;
    },
    async waitFor(revision) {
      const until = performance.now() + 10_000;
      while (performance.now() < until) {
        if (address === undefined) return;
        const answer: unknown = await fetch(`${address}/readyz`).then(
          (response) => response.json(),
          () => undefined,
        );
        const ready = v.safeParse(readinessSchema, answer);
        if (ready.success && ready.output.revision >= revision) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };

  function tellOf(line: string): void {
    const entry = v.safeParse(v.pipe(v.string(), v.parseJson(), entrySchema), line);
    if (entry.success) onLog([entry.output.msg, entry.output.problem].filter(Boolean).join(": "));
  }
}
