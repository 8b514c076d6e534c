import { setTimeout as delay } from "node:timers/promises";
import { type Command, InvalidArgumentError } from "commander";
import { isPackageName } from "@site/contracts/names/package-name";
import type { CommandContext } from "../command-line/command-context.ts";
import type { OwnerFolders, TrustOutcome } from "../../src/server/releases/trust/change-trust.ts";
import type { KeyHolder } from "../../src/server/releases/trust/key-files.ts";
import { toNextMoment } from "../../src/server/releases/trust/trusted-key.ts";
import { changeSharedList, type SharedOutcome } from "./shared-list.ts";

/** The options of every verb that changes the trust list. */
export interface ChangeOptions {
  dryRun?: boolean;
}

/** Roles that do not belong to a team. */
export const commonRoles = ["root", "check", "operator"] as const;

/** Adds the options of a verb that changes the trust list. */
export function addChangeOptions(command: Command): Command {
  return command.option("--dry-run", "say what would be signed, and change nothing");
}

/** Parses the holder of a key. A team is named after its package. */
export function parseHolder(text: string): KeyHolder {
  for (const kind of commonRoles) if (text === kind) return { kind };
  if (isPackageName(text)) return { kind: "team", name: text };
  throw new InvalidArgumentError(`It is ${commonRoles.join(", ")}, or the name of a package.`);
}

/** The folders of a change. */
export function toOwnerFolders({ environment }: CommandContext): OwnerFolders {
  const { keysDir, trustDir } = environment().places;
  return { keysDir, trustDir };
}

/** Makes a change of the trust list, and prints what it changed or would change. @throws SiteError what {@link changeSharedList} throws */
export async function changeList(
  context: CommandContext,
  change: (folders: OwnerFolders) => Promise<TrustOutcome>,
): Promise<void> {
  const { environment, say } = context;
  tellOutcome(await changeSharedList(environment(), () => change(toOwnerFolders(context)), say), context);
}

/**
 * Retires a key at the next whole second, because the list has no fractions, and resolves at that second: signatures from before the command stay
 * valid, and the key cannot sign afterwards.
 */
export async function retireAtSecond(retire: (at: Date) => Promise<TrustOutcome>): Promise<TrustOutcome> {
  const at = new Date(toNextMoment(new Date()));
  const outcome = await retire(at);
  // A timer may fire a millisecond early.
  if (outcome.state === "published") await delay(Math.max(0, at.getTime() - Date.now()) + 1);
  return outcome;
}

function tellOutcome(
  { outcome: { state, steps, changes }, isShared }: SharedOutcome,
  { answer, say }: CommandContext,
): void {
  if (changes.length > 0) say(changes.join("\n"));
  const versions = steps.map(({ list, version, signedBy, missing }) => ({ list, version, signedBy, missing }));
  const text = [
    ...versions.map(({ list, version, signedBy, missing }) => {
      const more = missing === 0 ? "" : `; ${missing} more owner${missing === 1 ? " has" : "s have"} to sign`;
      const signers = signedBy.length === 0 ? "not signed yet" : `signed by ${signedBy.join(", ")}`;
      return `version ${version} of ${list === "root" ? "the root's list" : "the list of teams"}, ${signers}${more}`;
    }),
    {
      unchanged: "The trust list says so already. Nothing was changed.",
      published: isShared
        ? "The trust list is changed. The servers of the store take it at once."
        : "The trust list is changed. Servers that follow this folder use it at once; copy it to the others.",
      proposed:
        "The change waits in proposed.json. Other owners sign it on their machines, with their copy of this folder, to which each adds a file: site trust sign",
      "dry run": "Dry run: nothing was changed.",
    }[state],
  ].join("\n");
  answer(text, { state, changes, versions });
}
