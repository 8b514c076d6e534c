import type { Command } from "commander";
import { type Environment, parseEnvironment } from "../../src/server/environment.ts";
import { type OpenedStore, type OpenOptions, openStore } from "../store/open-store.ts";
import type { ReleaseStore } from "../../src/server/releases/release-store.ts";
import type { exitCodes } from "./exit-codes.ts";
import { toPrintable } from "./printable.ts";
import { createProgress, type Progress } from "./progress.ts";
import { workspaceRoot } from "../workspace/workspace.ts";

/** The process a command runs in, or what a test gives for one. */
export interface CommandProcess {
  env: Readonly<Record<string, string | undefined>>;
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream & { isTTY?: boolean };
}

/** What every verb of the command uses: the store, and the ways to say something. */
export interface CommandContext {
  /** @throws SiteError `ENVIRONMENT_INVALID` */
  environment(): Environment;
  /** The variables as they were given, for a verb that opens a second store. */
  env: CommandProcess["env"];
  /** The token for a running site; undefined without `SITE_TOKEN`. */
  token: string | undefined;
  /** @throws SiteError `STORE_NOT_FOUND`, `STORE_VERSION_UNSUPPORTED` or `TRUST_*`, nothing is created; `CHANNEL_BLOCKED` unless it repairs */
  openStore(options?: Omit<OpenOptions, "onWait">): Promise<OpenedStore>;
  /** Ends what the opened stores hold open, so that the process can end. */
  close(): Promise<void>;
  /** Prints an answer: text for people, the same as data for machines. */
  answer(text: string, data: object): void;
  /** Prints something for people beside the answer; machines do not get it. */
  say(text: string): void;
  /** Says for people that the command waits, and for what: on the error stream, so that the answer stays clean. */
  note(text: string): void;
  /** Keeps what was done for good so far. It is told after the error when the command fails later: text for people, data for machines. */
  keep(text: string, data: object): void;
  /** What {@link keep} was given last. */
  kept(): { text: string; data: object } | undefined;
  /** Sets what the command ends with when it does not fail; `done` otherwise. */
  end(kind: keyof typeof exitCodes): void;
  /** What {@link end} was given. */
  endsWith(): keyof typeof exitCodes;
  /** Shows the progress of work with this many steps, until it ends or fails. */
  during<T>(steps: number, work: (progress: Progress) => Promise<T>): Promise<T>;
}

export function createCommandContext(program: Command, { env, stdout, stderr }: CommandProcess): CommandContext {
  const isForMachines = (): boolean => program.opts<{ json?: boolean }>().json === true;
  const print = (text: string): unknown => stdout.write(`${text}\n`);
  const note = (text: string): void => {
    if (!isForMachines()) stderr.write(`${toPrintable(text)}\n`);
  };
  const environment = (): Environment => parseEnvironment(env, workspaceRoot);
  const stores: ReleaseStore[] = [];
  let ending: keyof typeof exitCodes = "done";
  let kept: { text: string; data: object } | undefined;
  return {
    environment,
    env,
    end(kind) {
      ending = kind;
    },
    endsWith: () => ending,
    token: env["SITE_TOKEN"],
    async openStore(options) {
      const opened = await openStore(environment(), { ...options, onWait: note });
      stores.push(opened.store);
      return opened;
    },
    close: async () => void (await Promise.all(stores.splice(0).map((store) => store.close()))),
    answer: (text, data) => print(isForMachines() ? JSON.stringify(data) : toPrintable(text)),
    say(text) {
      if (!isForMachines()) print(toPrintable(text));
    },
    note,
    keep(text, data) {
      kept = { text, data };
    },
    kept: () => kept,
    async during(steps, work) {
      const progress = createProgress(steps, { silent: isForMachines(), stream: stderr });
      try {
        return await work(progress);
      } finally {
        progress.end();
      }
    },
  };
}
