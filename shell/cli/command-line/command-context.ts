import type { Command } from "commander";
import { type Environment, parseEnvironment } from "../../src/server/environment.ts";
import { type OpenedStore, type OpenOptions, openStore } from "../store/open-store.ts";
import type { ReleaseStore } from "../../src/server/releases/release-store.ts";
import type { exitCodes } from "./exit-codes.ts";
import { toPrintable } from "./printable.ts";
import { createProgress, type Progress } from "./progress.ts";
import { workspaceRoot } from "../workspace/workspace.ts";

/** The process of a command, or a test's replacement for it. */
export interface CommandProcess {
  env: Readonly<Record<string, string | undefined>>;
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream & { isTTY?: boolean };
  /** Rejects when a signal ends the command before it is done. */
  interrupted?: Promise<never> | undefined;
}

/** The store and the outputs that every verb of the command uses. */
export interface CommandContext {
  /** @throws SiteError `ENVIRONMENT_INVALID` */
  environment(): Environment;
  /** The environment variables as given, for a verb that opens a second store. */
  env: CommandProcess["env"];
  /** The token for a running site; undefined without `SITE_TOKEN`. */
  token: string | undefined;
  /**
   * @throws SiteError `STORE_NOT_FOUND`, `STORE_VERSION_UNSUPPORTED` or `TRUST_*`, and nothing is created then; `CHANNEL_BLOCKED` unless the command
   * repairs
   */
  openStore(options?: Omit<OpenOptions, "onWait">): Promise<OpenedStore>;
  /** Closes the connections of the opened stores, so that the process can end. */
  close(): Promise<void>;
  /** Prints an answer: text for people, the same facts as data for machines. */
  answer(text: string, data: object): void;
  /** Prints a text for people beside the answer; it is not in the output for machines. */
  say(text: string): void;
  /** Tells people on the error stream what the command waits for, so that the output has the answer only. */
  note(text: string): void;
  /**
   * Records which lasting changes the command has made so far. They are printed after the error when the command fails later: text for people, unless
   * they have read it already, data for machines.
   */
  keep(text: string | undefined, data: object): void;
  /** The last arguments of {@link keep}. */
  kept(): { text: string | undefined; data: object } | undefined;
  /** Sets the exit code of a command that does not fail; by default `done`. */
  end(kind: keyof typeof exitCodes): void;
  /** The argument of {@link end}. */
  endsWith(): keyof typeof exitCodes;
  /** Shows the progress of work with this many steps, until it ends or fails. */
  during<T>(steps: number, work: (progress: Progress) => Promise<T>): Promise<T>;
  /** Removes the progress of work that was interrupted. */
  endProgress(): void;
}

export function createCommandContext(program: Command, { env, stdout, stderr }: CommandProcess): CommandContext {
  const isForMachines = (): boolean => program.opts<{ json?: boolean }>().json === true;
  const print = (text: string): unknown => stdout.write(`${text}\n`);
  const note = (text: string): void => {
    if (!isForMachines()) stderr.write(`${toPrintable(text)}\n`);
  };
  const environment = (): Environment => parseEnvironment(env, workspaceRoot);
  const stores: ReleaseStore[] = [];
  let progress: Progress | undefined;
  let ending: keyof typeof exitCodes = "done";
  let kept: { text: string | undefined; data: object } | undefined;
  return {
    environment,
    env,
    end(kind) {
      ending = kind;
    },
    endsWith: () => ending,
    token: env["SITE_TOKEN"],
    async openStore(options) {
      const given = environment();
      for (const sentence of given.misspelt) note(sentence);
      const opened = await openStore(given, { ...options, onWait: note });
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
      progress = createProgress(steps, { silent: isForMachines(), stream: stderr, terminal: env["TERM"] });
      try {
        return await work(progress);
      } finally {
        progress.end();
      }
    },
    endProgress: () => progress?.end(),
  };
}
