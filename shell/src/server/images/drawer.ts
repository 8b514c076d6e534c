import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { SiteError } from "@site/contracts/errors";
import * as v from "valibot";
import { type Drawing, type DrawRequest, drawReplySchema } from "./drawing.ts";

/** Draws one thing at a time, in a process of its own that ends when there is nothing to draw. */
export interface Drawer {
  /** @throws SiteError `IMAGE_BUSY` when too many wait, `IMAGE_FAILED` when it could not be drawn in time or at all. */
  draw(drawing: Drawing): Promise<Buffer>;
  close(): void;
}

export interface DrawerOptions {
  /** Milliseconds one drawing may take; the first of a process loads the library as well. */
  deadline?: number;
  /** Drawings that may wait. */
  queue?: number;
  /** Milliseconds without work after which the process ends. */
  idle?: number;
  processFile?: string;
}

const modules = join(import.meta.dirname, "../../../../node_modules");

/** The process ended before it answered. */
class LostProcess extends Error {}

/** A drawing process on demand. */
export function createDrawer(options: DrawerOptions = {}): Drawer {
  const { deadline = 20_000, queue = 64, idle = 20_000, processFile = join(import.meta.dirname, "draw-process.ts") } = options;
  let child: ChildProcess | undefined;
  let sweep: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let runs = 0;
  let isClosed = false;

  function start(): ChildProcess {
    const started = fork(processFile, [], {
      execPath: process.execPath,
      execArgv: [
        "--permission", "--allow-addons",
        `--allow-fs-read=${import.meta.dirname}`, `--allow-fs-read=${modules}`, `--allow-fs-read=${join(import.meta.dirname, "../../../node_modules")}`,
        "--max-old-space-size=128", "--disable-warning=ExperimentalWarning", "--disable-warning=SecurityWarning",
      ],
      env: { NODE_ENV: "production" },
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    started.on("error", () => started.kill("SIGKILL"));
    started.on("exit", () => {
      if (child === started) child = undefined;
    });
    return started;
  }

  function run(drawing: Drawing): Promise<Buffer> {
    clearTimeout(sweep);
    const worker = (child ??= start());
    runs += 1;
    const request: DrawRequest = { run: runs, drawing };
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => end(`no answer within ${deadline} ms`), deadline);
      const onExit = (code: number | null, signal: string | null): void => end(`its process ended (${signal ?? code})`, true);
      const onMessage = (message: unknown): void => {
        const reply = v.safeParse(drawReplySchema, message);
        if (!reply.success || reply.output.run !== request.run) return end("its answer is none of ours");
        settle();
        if (reply.output.ok) resolve(Buffer.from(reply.output.bytes));
        else reject(new SiteError("IMAGE_FAILED", { problem: reply.output.problem }));
      };
      const settle = (): void => {
        clearTimeout(timer);
        worker.off("message", onMessage);
        worker.off("exit", onExit);
        sweep = setTimeout(() => worker.kill(), idle);
        sweep.unref();
      };
      // Whoever is late or dead is not asked again: the next drawing starts a new process.
      const end = (problem: string, isProcessLost = false): void => {
        settle();
        worker.kill("SIGKILL");
        if (child === worker) child = undefined;
        reject(isProcessLost ? new LostProcess(problem) : new SiteError("IMAGE_FAILED", { problem }));
      };
      worker.on("message", onMessage);
      worker.on("exit", onExit);
      worker.send(request, (error) => error && end(error.message, true));
    });
  }

  /** A process that ended may have been ended by the machine, for no fault of the drawing: it is tried once more. */
  async function runTwice(drawing: Drawing): Promise<Buffer> {
    try {
      return await run(drawing).catch((error: unknown) => (error instanceof LostProcess && !isClosed ? run(drawing) : Promise.reject(error)));
    } catch (error) {
      throw error instanceof LostProcess ? new SiteError("IMAGE_FAILED", { problem: error.message }) : error;
    }
  }

  return {
    async draw(drawing) {
      if (waiting >= queue) throw new SiteError("IMAGE_BUSY", { waiting });
      waiting += 1;
      const turn = last.then(() => runTwice(drawing));
      last = turn.catch(() => undefined);
      try {
        return await turn;
      } finally {
        waiting -= 1;
      }
    },
    close() {
      isClosed = true;
      clearTimeout(sweep);
      child?.kill("SIGKILL");
    },
  };
}
