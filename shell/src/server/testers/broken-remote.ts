import { toIntegrity } from "@site/contracts/releases/integrity";
import { type BrowserRelease, type NamedRelease, toReleasePath } from "@site/contracts/releases/browser-set";
import { isPackageName, type PackageName } from "@site/contracts/names/package-name";
import { type BreakMode, type ScriptBreak, scriptBreaks } from "../../layout/tester-facts.ts";

/** A remote that is broken on purpose for one tester. */
export interface BrokenRemote {
  remote: PackageName;
  how: BreakMode;
  /** UTC, ISO 8601. */
  until: string;
}

/**
 * The version in the addresses of a broken remote's scripts. These addresses differ from those of visitors, so no cache has responses for them, and a
 * cache that collapses concurrent requests for one address delays no visitor.
 */
export function toBrokenVersion(version: string, how: ScriptBreak): string {
  return `${version}~${how}`;
}

/** The version and the kind of break in the version of an address. */
export function readBrokenVersion(text: string): { version: string; how: ScriptBreak | undefined } {
  const [version = "", named, ...rest] = text.split("~");
  const how = scriptBreaks.find((mode) => mode === named);
  return named === undefined || (how && rest.length === 0) ? { version, how } : { version: text, how: undefined };
}

/** Whether an address is of a script that is broken on purpose. */
export function isBrokenFile(url: string): boolean {
  return /^\/_release\/[^/]+\/[^/]*~/.test(url);
}

/** A description of a release whose scripts have the addresses of a broken remote, and its entry in a payload. */
export function breakDescription(text: string, how: ScriptBreak): { text: string; named: NamedRelease } {
  const facts: BrowserRelease = JSON.parse(text);
  const broken = JSON.stringify({ ...facts, version: toBrokenVersion(facts.version, how) });
  return {
    text: broken,
    named: {
      version: toBrokenVersion(facts.version, how),
      integrity: toIntegrity(Buffer.from(broken)),
    },
  };
}

/** The start of the addresses of a release's files, and its replacement when the remote is broken. */
export function toBrokenPaths(
  name: string,
  version: string,
  how: ScriptBreak,
): [usual: string, broken: string] | undefined {
  if (!isPackageName(name)) return undefined;
  return [toReleasePath(name, version), toReleasePath(name, toBrokenVersion(version, how))];
}
