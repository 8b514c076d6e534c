import { parseArgs } from "node:util";
import { isSiteError, SiteError, toProblem } from "../src/errors/errors.ts";
import { newRemote } from "./new-remote.ts";

/** The process the command runs in, or what a test gives for one. */
export interface RemoteProcess {
  cwd(): string;
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

const usage = `site-remote: makes and checks a remote of the site.

  site-remote new <name> [--contracts <specifier>]   writes a complete remote into the folder remote-<name>
  site-remote check [--json]                         builds the remote of this folder when it changed, and runs the release checks

--contracts  where the package @site/contracts comes from, as package.json writes it; the registry when left out

Exit codes: 0 done, 1 unexpected, 2 the command line is wrong, 3 refused
`;

/**
 * Runs the command.
 * @param words the command line without the program's name
 * @returns the exit code
 */
export async function runSiteRemote(words: readonly string[], { cwd, stdout, stderr }: RemoteProcess): Promise<number> {
  try {
    const { values, positionals } = parseWords(words);
    const [verb, name, ...more] = positionals;
    if (values.help === true || verb === "help") {
      stdout.write(usage);
      return 0;
    }
    if (verb === "new" && name !== undefined && more.length === 0) {
      const { folder, files } = newRemote({ name, parent: cwd(), contracts: values.contracts });
      stdout.write(`wrote ${files} files into ${folder}\nNext: install it, and run its check.\n`);
      return 0;
    }
    if (verb === "check" && name === undefined) {
      // The bundler takes a second to load.
      const { checkFolder } = await import("./check-folder.ts");
      const { text, data, isRefused } = await checkFolder(cwd());
      stdout.write(values.json === true ? `${JSON.stringify(data)}\n` : text);
      return isRefused ? 3 : 0;
    }
    throw new SiteError("REMOTE_USAGE_INVALID", { given: words.join(" ") });
  } catch (error) {
    if (!isSiteError(error)) {
      stderr.write(`UNEXPECTED: ${toProblem(error)}\n`);
      return 1;
    }
    stderr.write(`${error.code}: ${error.message}\n`);
    return error.code === "REMOTE_USAGE_INVALID" ? 2 : 3;
  }
}

function parseWords(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { contracts: { type: "string" }, json: { type: "boolean" }, help: { type: "boolean", short: "h" } },
    });
  } catch (cause) {
    throw new SiteError("REMOTE_USAGE_INVALID", { given: words.join(" ") }, { cause });
  }
}
