import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { probeLayers } from "@site/contracts/confine/layers";
import { type ConfinedProcess, startConfined } from "@site/contracts/confine/start-confined";
import { SiteError } from "@site/contracts/errors";
import * as v from "valibot";
import { createFairQueue, type QueueClient } from "./fair-queue.ts";
import { type Drawing, type DrawRequest, drawReplySchema, maxDrawReplyBytes, toSent } from "./drawing.ts";

/** Draws one drawing at a time in a draw process, which ends after a time without work. Owners and clients take turns. */
export interface Drawer {
  /**
   * @param owner the package of a picture: its slow pictures delay those of others by no more than one drawing
   * @throws SiteError `IMAGE_BUSY` when the queue is full, `IMAGE_FAILED` when the drawing failed or timed out.
   */
  draw(drawing: Drawing, who?: QueueClient, owner?: string): Promise<Buffer>;
  close(): void;
}

export interface DrawerOptions {
  /** The timeout of one drawing in milliseconds; the first of a process loads the library as well. */
  deadline?: number;
  /** Most queued drawings, and most of one client with a name: more than the pictures of any page. At about 150 ms each, 48 take 7 seconds. */
  queue?: number;
  queuePerClient?: number;
  /** Milliseconds without work after which the process ends. */
  idle?: number;
  processFile?: string;
}

const workspaceRoot = join(import.meta.dirname, "../../../..");

/** Paths that a draw process may read: its own files, those of the contracts, and libraries. */
const readable = [
  import.meta.dirname,
  ...[
    "node_modules",
    "shell/node_modules",
    "shared-contracts/confine",
    "shared-contracts/answers/answer-limits.ts",
    "shared-contracts/package.json",
  ].map((path) => join(workspaceRoot, path)),
].filter((path) => existsSync(path));

/** The same paths with links resolved, because `node_modules` of a checkout may be a link to that of another one. */
const readablePlaces = [...new Set([...readable, ...readable.map((path) => realpathSync(path))])];

/** Memory limits in megabytes: pictures are drawn outside of the JavaScript heap. */
const memory = { heap: 128, outside: 768 };

/** The process ended before it answered. */
class LostProcess extends Error {}

/** Starts a draw process when there is something to draw. */
export function createDrawer(options: DrawerOptions = {}): Drawer {
  const {
    deadline = 20_000,
    queue = 48,
    queuePerClient = 32,
    idle = 20_000,
    processFile = join(import.meta.dirname, "draw-process.ts"),
  } = options;
  let child: ConfinedProcess | undefined;
  let sweep: NodeJS.Timeout | undefined;
  const drawings = createFairQueue({ maxWaiting: queue, maxPerClient: queuePerClient });
  let runs = 0;
  let isClosed = false;

  async function start(): Promise<ConfinedProcess> {
    const layers = await probeLayers();
    const allow = ["--allow-addons", ...readablePlaces.map((path) => `--allow-fs-read=${path}`)];
    const started = startConfined({
      command: [processFile],
      allow,
      memory,
      maxMessageBytes: maxDrawReplyBytes,
      layers,
    });
    started.onGone(() => {
      if (child === started) child = undefined;
    });
    return started;
  }

  async function run(drawing: Drawing): Promise<Buffer> {
    clearTimeout(sweep);
    const worker = (child ??= await start());
    if (isClosed) worker.kill();
    runs += 1;
    const request: DrawRequest = { run: runs, drawing: toSent(drawing) };
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => end(`no answer within ${deadline} ms`), deadline);
      const settle = (): void => {
        clearTimeout(timer);
        stop();
        sweep = setTimeout(() => worker.kill(), idle);
        sweep.unref();
      };
      const onMessage = (message: unknown): void => {
        const reply = v.safeParse(drawReplySchema, message);
        if (!reply.success || reply.output.run !== request.run)
          return end("its answer does not belong to this request, or has another format");
        settle();
        if (reply.output.ok) resolve(Buffer.from(reply.output.bytes, "base64"));
        else reject(new SiteError("IMAGE_FAILED", { problem: reply.output.problem }));
      };
      // A process that timed out or ended is not reused: the next drawing starts a new one.
      const end = (problem: string, isProcessLost = false): void => {
        settle();
        worker.kill();
        if (child === worker) child = undefined;
        reject(isProcessLost ? new LostProcess(problem) : new SiteError("IMAGE_FAILED", { problem }));
      };
      const stop = worker.converse(request, { onMessage, onEnd: end });
    });
  }

  /** Draws, with one retry when the process was lost: the machine may have ended it for reasons other than the drawing. */
  async function runWithRetry(drawing: Drawing): Promise<Buffer> {
    try {
      return await run(drawing).catch((error: unknown) =>
        error instanceof LostProcess && !isClosed ? run(drawing) : Promise.reject(error),
      );
    } catch (error) {
      throw error instanceof LostProcess ? new SiteError("IMAGE_FAILED", { problem: error.message }) : error;
    }
  }

  return {
    async draw(drawing, who = "any", owner = "") {
      const drawn = await drawings.run(who, () => runWithRetry(drawing), owner);
      if (!drawn) throw new SiteError("IMAGE_BUSY", { waiting: drawings.waiting() });
      return drawn;
    },
    close() {
      isClosed = true;
      clearTimeout(sweep);
      child?.kill();
    },
  };
}
