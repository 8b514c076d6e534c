import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runSiteRemote } from "./run-site-remote.ts";

let folder = "";
const write = (file: string, text: string): void => {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dev-folder-"));
  write("package.json", '{ "name": "@site/remote-lobby", "type": "module" }');
  // A server that runs until it is ended.
  write(
    "server/shell/cli/dev-remote.ts",
    `import { writeFileSync } from "node:fs";\nwriteFileSync(${JSON.stringify(join(folder, "pid"))}, String(process.pid));\nprocess.on("message", () => undefined);\n`,
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The file is missing or empty where the server was ended before it wrote its number, and 0 would stand for this process. */
function isRunning(): boolean {
  const pid = existsSync(join(folder, "pid")) ? Number(readFileSync(join(folder, "pid"), "utf8")) : 0;
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}

test.each([
  [
    "that throws",
    'throw new Error("no table");\n',
    /rspack\.config\.ts cannot be read: no table\. Correct it, and start again\.$/,
  ],
  [
    "without a configuration",
    "export const x = 1;\n",
    /rspack\.config\.ts exports no configuration\. Write export default defineRemote/,
  ],
])("site-remote dev ends for a rspack.config.ts %s, with its name and its server", async (_what, text, said) => {
  write("rspack.config.ts", text);
  let err = "";
  const code = await runSiteRemote(["dev", "--against", "http://localhost:1"], {
    cwd: () => folder,
    env: { SITE_SERVER: join(folder, "server") },
    stdout: { write: () => undefined },
    stderr: { write: (words) => (err += words) },
  });
  expect({ code, err: err.trimEnd() }).toEqual({ code: 3, err: expect.stringMatching(said) });
  expect(isRunning()).toBe(false);
});
