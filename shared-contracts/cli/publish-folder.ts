import { join, resolve } from "node:path";
import { SiteError } from "../src/errors/errors.ts";
import type { PackageName } from "../src/names/package-name.ts";
import { openTeamSigner, type TeamKeySource } from "../publishing/open-team-signer.ts";
import { isSafeOrigin, originRule, toOrigin } from "../publishing/origin.ts";
import { readTeamKeys, type SiteAddress, uploadRelease } from "../publishing/upload-release.ts";

/** The environment of a command. */
export type CommandEnvironment = Readonly<Record<string, string | undefined>>;

/** The target of a publish, and the key that signs it. */
export interface PublishTarget {
  site: SiteAddress;
  key: TeamKeySource;
}

/**
 * Reads the variables of a publish.
 * @throws SiteError `REMOTE_ENVIRONMENT_INVALID` with all problems
 */
export function readPublishTarget(environment: CommandEnvironment): PublishTarget {
  const { SITE_URL: url = "", SITE_TOKEN: token = "" } = environment;
  const { SITE_SIGN_KEY: pem, SITE_SIGN_KEY_FILE: file, SITE_SIGN_COMMAND: command } = environment;
  const keys = keyVariables.filter((name) => environment[name] !== undefined);
  const problems = [
    url === "" ? "SITE_URL is not set: it is the address of the site" : "",
    url === "" ? "" : findAddressProblem(url),
    token === "" ? "SITE_TOKEN is not set: it is the token that the site's operators gave to the team" : "",
    keys.length === 0 ? `none of ${keyVariables.join(", ")} is set: one of them names the team's key` : "",
    keys.length > 1 ? `${keys.join(" and ")} are set, and only one of them may be` : "",
  ].filter((problem) => problem !== "");
  if (problems.length > 0) throw new SiteError("REMOTE_ENVIRONMENT_INVALID", { problems: problems.join("; ") });
  return { site: { url, token }, key: { pem, file, command } };
}

/**
 * Signs the built release in a folder with the team's key, on this machine, and uploads it to a running site.
 * @returns the site's answer, as a sentence and as data
 * @throws SiteError `KEY_*`, `RELEASE_*`, `PUBLISH_REFUSED`, `SITE_UNREACHABLE`
 */
export async function publishFolder(
  name: PackageName,
  folder: string,
  { site, key }: PublishTarget,
): Promise<{ text: string; data: object }> {
  const file = key.file === undefined ? undefined : resolve(folder, key.file);
  const signer = await openTeamSigner(name, { ...key, file }, { fallback: "", known: () => readTeamKeys(site, name) });
  const outcome = await uploadRelease(join(folder, "dist"), name, { site, signer });
  return {
    text: `${outcome.state} ${outcome.name}@${outcome.version} at ${new URL(site.url).origin}\n`,
    data: outcome,
  };
}

const keyVariables = ["SITE_SIGN_KEY", "SITE_SIGN_KEY_FILE", "SITE_SIGN_COMMAND"];

/** A token is sent to the address, and the requests go to its root. Passwords are not repeated. */
function findAddressProblem(text: string): string {
  const url = URL.parse(text);
  const given = url?.username || url?.password ? "an address with a user or a password" : text;
  if (toOrigin(text) === undefined) return `SITE_URL is ${given}, and it has to be ${originRule}`;
  return isSafeOrigin(text)
    ? ""
    : `SITE_URL is ${given}, and it has to begin with https, or with http for this machine`;
}
