import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeOptions } from "@site/contracts/confine/node-options";
import { toPackageRoot } from "../../cli/workspace/workspace.ts";
import { codeCache } from "../../src/server/testing/code-cache.ts";
import { run } from "./processes.ts";
import type { BenchResources } from "./bench-resources.ts";

/** The remote whose sources are changed. */
export const changedRemote = "download";
const message = "download.button.plain";

/** A copy of the remote's sources, which is changed and built in its own folder. */
export interface CopiedRemote {
  dist: string;
  /** Changes the button's text, which is on every page. */
  change(text: string): void;
  /** Builds in a process of its own, as the command does. Returns the version. */
  build(): Promise<string>;
}

export async function copyRemote(resources: BenchResources): Promise<CopiedRemote> {
  const root = toPackageRoot(changedRemote);
  const copy = await resources.folder();
  for (const part of ["src", "messages", "package.json"])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  const file = join(copy, "messages/en.json");
  return {
    dist: join(copy, "dist"),
    change(text) {
      const messages: Record<string, string> = JSON.parse(readFileSync(file, "utf8"));
      if (messages[message] === undefined) throw new Error(`${changedRemote} has no message ${message}.`);
      messages[message] = text;
      writeFileSync(file, JSON.stringify(messages, null, 2));
    },
    async build() {
      const build = [...nodeOptions, join(import.meta.dirname, "../build-copy.ts"), copy];
      const output = await run(resources, process.execPath, build, { NODE_COMPILE_CACHE: codeCache });
      return /built (\S+)/.exec(output)?.[1] ?? "";
    },
  };
}
