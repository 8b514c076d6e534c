import { type Command, InvalidArgumentError } from "commander";
import type { PackageName } from "@site/contracts/names/package-name";
import { planPromote } from "../../src/server/publishing/promote.ts";
import type { ReleaseStore } from "../../src/server/releases/release-store.ts";
import { parseExpected } from "../arguments.ts";
import { readBuiltVersion } from "../built-versions.ts";
import type { CommandContext } from "../command-context.ts";
import { addMoveOptions, type MoveOptions, moveChannel, requireReason } from "../move-channel.ts";
import { parsePackageName, parseStoredName } from "../package-argument.ts";
import { resolveVersion } from "../resolve-version.ts";

const examples = `
Examples:
  site promote content --why "new home page"                     the version that was built last
  site promote content@1.0.0-3f2a --why "new home page"          any version of the store, or how only one begins
  site promote shell content --why "new header" --expect 41      only if the channel is at revision 41
`;

export function addPromote(program: Command, context: CommandContext): void {
  addMoveOptions(program.command("promote <releases...>"))
    .description("make releases live, as name@version, or a name for the version that was built last")
    .option("--expect <revision>", "refuse when the channel is not at this revision", parseExpected)
    .addHelpText("after", examples)
    .action(async (given: string[], { expect, ...options }: MoveOptions & { expect?: number }) => {
      requireReason(options);
      const labels = parseLabels(given);
      const { store } = await context.openStore();
      const changes: Record<PackageName, string> = {};
      for (const [name, version] of labels) changes[name] = await findVersion(store, name, version);
      await moveChannel(store, await planPromote(store, changes, expect), options, context);
    });
}

/** The names that are given, each once, with what is written after the `@`. */
function parseLabels(given: readonly string[]): Map<string, string | undefined> {
  const labels = new Map<string, string | undefined>();
  for (const label of given) {
    const cut = label.indexOf("@");
    const name = cut === -1 ? label : label.slice(0, cut);
    const version = cut === -1 ? undefined : label.slice(cut + 1);
    if (version === "")
      throw new InvalidArgumentError(
        `${label} names no version: write ${name} alone for the one that was built last, or ${name}@ and how a version begins.`,
      );
    if (labels.has(name)) throw new InvalidArgumentError(`${name} is named twice.`);
    labels.set(name, version);
  }
  return labels;
}

async function findVersion(store: ReleaseStore, name: string, given: string | undefined): Promise<string> {
  if (given === undefined)
    return resolveVersion(name, readBuiltVersion(parsePackageName(name)), await store.versions(name));
  const stored = await parseStoredName(name, store);
  return resolveVersion(stored, given, await store.versions(stored));
}
