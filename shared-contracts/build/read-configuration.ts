import { resolve } from "node:path";
import type { RspackOptions } from "@rspack/core";
import { isSiteError, SiteError, toProblem } from "../src/errors/errors.ts";
import type { PackageName } from "../src/names/package-name.ts";
import type { Configure } from "./configuration.ts";
import { loadConfiguration } from "./load-configuration.ts";

/**
 * The configuration in a remote's folder, from the current files: the same that `rspack build` uses, with all changes of the team.
 * @returns a configuration that throws SiteError `BUILD_FAILED` when it is another remote's, or another folder's
 * @throws SiteError `BUILD_FAILED` for a file that cannot be read, or that exports no configuration
 */
export async function readConfiguration(name: PackageName, root: string): Promise<Configure> {
  const advice = `Write export default defineRemote({ name: "${name}", root: import.meta.dirname })`;
  const refuse = (problem: string, cause?: unknown): SiteError =>
    new SiteError("BUILD_FAILED", { name, problem: `rspack.config.ts ${problem}` }, { cause });
  const configure: unknown = await loadConfiguration(root).catch((error: unknown) => {
    throw refuse(`cannot be read: ${toProblem(error).replace(/\.$/, "")}. Correct it, and start again.`, error);
  });
  if (!isConfigure(configure)) throw refuse(`exports no configuration. ${advice}, and start again.`);
  return (environment, argv) => {
    const bundles = run(() => configure(environment, argv), refuse);
    if (!Array.isArray(bundles)) throw refuse(`returns no list of bundles. ${advice}.`);
    const other = bundles.find((one) => !isOf(one, name, root));
    if (other) throw refuse(`builds ${other.name ?? "a bundle"} in ${other.context ?? "no folder"}. ${advice}.`);
    return bundles;
  };
}

/** Calls a team's code. Errors of the preset explain themselves. */
function run<T>(call: () => T, refuse: (problem: string, cause: unknown) => SiteError): T {
  try {
    return call();
  } catch (error) {
    if (isSiteError(error)) throw error;
    throw refuse(`throws: ${toProblem(error).replace(/\.$/, "")}. Correct it.`, error);
  }
}

function isOf({ name = "", context = "" }: RspackOptions, remote: PackageName, root: string): boolean {
  return name.startsWith(`${remote}/`) && resolve(context) === resolve(root);
}

function isConfigure(value: unknown): value is Configure {
  return typeof value === "function";
}
