import type { Command } from "commander";
import { type Environment, parseEnvironment } from "../src/server/environment.ts";
import { type OpenedStore, openStore } from "./open-store.ts";
import { createProgress, type Progress } from "./progress.ts";
import { workspaceRoot } from "./workspace.ts";

/** What every verb of the command uses: the store, and the ways to say something. */
export interface CommandContext {
  /** @throws SiteError `ENVIRONMENT_INVALID` */
  environment(): Environment;
  openStore(): OpenedStore;
  /** Prints an answer: text for people, the same as data for machines. */
  answer(text: string, data: object): void;
  /** Prints something for people beside the answer; machines do not get it. */
  say(text: string): void;
  /** Shows the progress of work with this many steps, until it ends or fails. */
  during<T>(steps: number, work: (progress: Progress) => Promise<T>): Promise<T>;
}

export function createCommandContext(program: Command): CommandContext {
  const isForMachines = (): boolean => program.opts<{ json?: boolean }>().json === true;
  return {
    environment: readEnvironment,
    openStore: () => openStore(readEnvironment()),
    answer: (text, data) => console.log(isForMachines() ? JSON.stringify(data) : text),
    say(text) {
      if (!isForMachines()) console.log(text);
    },
    async during(steps, work) {
      const progress = createProgress(steps, { silent: isForMachines(), stream: process.stderr });
      try {
        return await work(progress);
      } finally {
        progress.end();
      }
    },
  };
}

function readEnvironment(): Environment {
  return parseEnvironment(process.env, workspaceRoot);
}
