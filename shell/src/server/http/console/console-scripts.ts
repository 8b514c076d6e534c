import { join } from "node:path";
import { toIntegrity } from "@site/contracts/releases/integrity";
import { consolePolicy } from "../../policies/response-headers.ts";
import { toBrowserScript } from "../answers/browser-script.ts";
import { consolePath } from "./parts.ts";

/** The files of each script, imported files first. */
const files = {
  confirm: [
    "canonical-text.ts",
    "record-facts.ts",
    "browser-key.browser.ts",
    "show-state.browser.ts",
    "confirm-action.browser.ts",
  ],
  key: ["canonical-text.ts", "browser-key.browser.ts", "show-state.browser.ts", "key-card.browser.ts"],
} as const;
export type ConsoleScriptName = keyof typeof files;

/** The names of the console's scripts. */
export const consoleScriptNames = ["confirm", "key"] as const satisfies readonly ConsoleScriptName[];

/** A script of the console. It is a part of the server and of no release, so no team's release can change how an operator signs. */
export interface ConsoleScript {
  url: string;
  integrity: string;
  text: string;
}

const folder = join(import.meta.dirname, "../../../signing");
const scripts = new Map<ConsoleScriptName, ConsoleScript>();

/** A script, read at its first use. */
export function readConsoleScript(name: ConsoleScriptName): ConsoleScript {
  const known = scripts.get(name);
  if (known) return known;
  const text = toBrowserScript(folder, ...files[name]);
  const script = { url: toScriptPath(name), integrity: toIntegrity(Buffer.from(text)), text };
  scripts.set(name, script);
  return script;
}

/** The address of a script. */
export const toScriptPath = (name: ConsoleScriptName): string => `${consolePath}/${name}.js`;

/** The policy of a page with one script: only the script's bytes run, and no HTML is written into the page. */
export function toScriptPolicy({ integrity }: ConsoleScript) {
  return {
    ...consolePolicy,
    "content-security-policy": `${consolePolicy["content-security-policy"]}; script-src '${integrity}'; require-trusted-types-for 'script'; trusted-types 'none'`,
  };
}
