import { parseArgs } from "node:util";
import { isSiteError, SiteError, toProblem } from "../src/errors/errors.ts";
import { toOrigin } from "../publishing/origin.ts";
import { makeKey } from "./make-key.ts";
import { newRemote } from "./new-remote.ts";
import type { CommandEnvironment } from "./publish-folder.ts";

/** The process of the command, or a test's replacement for it. */
export interface RemoteProcess {
  cwd(): string;
  env: CommandEnvironment;
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

const usage = `site-remote: makes, shows, checks and publishes a remote of the site.

  site-remote new <name> [--contracts <specifier>]   writes a complete remote into the folder remote-<name>
  site-remote check [--against <url>] [--json]       builds the remote of this folder when it changed, and runs the release checks;
                                                     with an address, compares it with what is live there as well
  site-remote dev --against <url>                    shows the remote of this folder among what is live there, on this machine
  site-remote key <file>                             makes the team's private key in a file, and prints its public half
  site-remote publish [--json]                       checks the remote of this folder, signs it here and uploads it to a running site

--contracts  where the package @site/contracts comes from: a version, an address, or a path from here; the registry when left out

--trust-root  the sha384 of the root of that site's trust list; the first list that is seen is trusted when left out

Environment of check --against and of dev:
  SITE_TOKEN             a token of that site, of any role

Environment of dev:
  SITE_SERVER            the folder of the development server, from the shell's team
  PORT                   the port on this machine; 3000 when left out

Environment of publish:
  SITE_URL, SITE_TOKEN   the site, and the token that its operators gave to the team
  SITE_SIGN_KEY_FILE     the file with the team's private key; or SITE_SIGN_KEY, the key in PEM;
                         or SITE_SIGN_COMMAND, a command that reads bytes and writes their Ed25519 signature

Exit codes: 0 done, 1 unexpected, 2 the command line is wrong, 3 refused
`;

/**
 * Runs the command.
 * @param words the command line without the program's name
 * @returns the exit code
 */
export async function runSiteRemote(
  words: readonly string[],
  { cwd, env, stdout, stderr }: RemoteProcess,
): Promise<number> {
  try {
    const { values, positionals } = parseWords(words);
    const [verb, name, ...more] = positionals;
    if (values.help === true || verb === "help") {
      stdout.write(usage);
      return 0;
    }
    refuseOptions(verb, values, words);
    if (verb === "new" && name !== undefined && more.length === 0) {
      const { folder, files } = newRemote({ name, parent: cwd(), contracts: values.contracts });
      stdout.write(`wrote ${files} files into ${folder}\nNext: install it, and run its check.\n`);
      return 0;
    }
    if (verb === "key" && name !== undefined && more.length === 0) {
      stdout.write(`${makeKey(name, cwd())}\n`);
      return 0;
    }
    if (verb === "dev" && name === undefined && values.against !== undefined) {
      const { devFolder } = await import("./dev-folder.ts");
      return await devFolder(cwd(), { against: values.against, trustRoot: values["trust-root"], env });
    }
    if ((verb === "check" || verb === "publish") && name === undefined) {
      const publishing = verb === "publish" ? await import("./publish-folder.ts") : undefined;
      const target = publishing?.readPublishTarget(env);
      // The bundler takes a second to load.
      const { checkFolder } = await import("./check-folder.ts");
      const { against } = values;
      const checked = await checkFolder(
        cwd(),
        against === undefined ? undefined : { url: against, token: env["SITE_TOKEN"] },
      );
      const tell = ({ text, data }: { text: string; data: object }): void =>
        void stdout.write(values.json === true ? `${JSON.stringify(data)}\n` : text);
      if (!publishing || !target || checked.isRefused) {
        tell(checked);
        return checked.isRefused ? 3 : 0;
      }
      tell(await publishing.publishFolder(checked.name, cwd(), target));
      return 0;
    }
    throw new SiteError("REMOTE_USAGE_INVALID", { given: words.join(" ") });
  } catch (error) {
    const code = isSiteError(error) ? error.code : "UNEXPECTED";
    const detail = toProblem(error);
    // From the words and not from the parsed options, because parsing may have failed.
    if (words.includes("--json")) stdout.write(`${JSON.stringify({ error: { code, detail } })}\n`);
    else stderr.write(`${code}: ${detail}\n`);
    if (code === "UNEXPECTED") return 1;
    return code === "REMOTE_USAGE_INVALID" ? 2 : 3;
  }
}

/** The options of each verb. */
const optionsOf: Readonly<Record<string, readonly string[]>> = {
  new: ["contracts"],
  check: ["against", "json"],
  dev: ["against", "trust-root"],
  key: [],
  publish: ["json"],
};

/** Refuses options that a verb does not read, because they would have no effect, and an address that is not a site's. */
function refuseOptions(verb = "", values: Readonly<Record<string, unknown>>, words: readonly string[]): void {
  const known = optionsOf[verb] ?? [];
  const isAddress = typeof values["against"] !== "string" || toOrigin(values["against"]) !== undefined;
  if (!isAddress || Object.keys(values).some((option) => !known.includes(option)))
    throw new SiteError("REMOTE_USAGE_INVALID", { given: words.join(" ") });
}

function parseWords(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        against: { type: "string" },
        contracts: { type: "string" },
        help: { type: "boolean", short: "h" },
        json: { type: "boolean" },
        "trust-root": { type: "string" },
      },
    });
  } catch (cause) {
    throw new SiteError("REMOTE_USAGE_INVALID", { given: words.join(" ") }, { cause });
  }
}
