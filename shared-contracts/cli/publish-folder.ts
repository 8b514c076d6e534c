import { join, resolve } from "node:path";
import { SiteError } from "../src/errors/errors.ts";
import type { PackageName } from "../src/names/package-name.ts";
import { openTeamSigner } from "../publishing/open-team-signer.ts";
import { readTeamKeys, uploadRelease } from "../publishing/upload-release.ts";

/** The environment of a command. */
export type CommandEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * Signs the built release in a folder with the team's key, on this machine, and uploads it to a running site.
 * @returns what the site answered, as a sentence and as data
 * @throws SiteError `REMOTE_ENVIRONMENT_INVALID`, `KEY_*`, `RELEASE_*`, `PUBLISH_REFUSED`, `HTTP_UNREACHABLE`
 */
export async function publishFolder(
  name: PackageName,
  folder: string,
  environment: CommandEnvironment,
): Promise<{ text: string; data: object }> {
  const { SITE_URL: url = "", SITE_TOKEN: token = "" } = environment;
  if (!isSafeAddress(url) || token === "") throw new SiteError("REMOTE_ENVIRONMENT_INVALID", {});
  const site = { url, token };
  const { SITE_SIGN_KEY: pem, SITE_SIGN_KEY_FILE: file, SITE_SIGN_COMMAND: command } = environment;
  if ([pem, file, command].filter((one) => one !== undefined).length !== 1)
    throw new SiteError("REMOTE_ENVIRONMENT_INVALID", {});
  const signer = await openTeamSigner(
    name,
    { pem, file: file === undefined ? undefined : resolve(folder, file), command },
    { fallback: "", known: () => readTeamKeys(site, name) },
  );
  const outcome = await uploadRelease(join(folder, "dist"), name, { site, signer });
  return { text: `${outcome.state} ${outcome.name}@${outcome.version} at ${new URL(url).origin}\n`, data: outcome };
}

/** Https, or http on this machine: a token is sent to it. */
function isSafeAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    url?.protocol === "https:" ||
    (url?.protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname))
  );
}
