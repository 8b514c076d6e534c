import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { codeCache } from "../../src/server/testing/code-cache.ts";
import { useOtherSite } from "../testing/use-other-site.ts";

/** The program that runs a command in a terminal of its own. */
const hasScript = spawnSync("script", ["--version"]).status === 0;

vi.setConfig({ testTimeout: 120_000 });

/** What is uploaded to it goes on until it is interrupted. */
const { bench, url } = useOtherSite();

/** The modes of the terminal that a command left switched off: 25 shows the cursor, 7 breaks long lines. */
function listSwitchedOff(written: string): string[] {
  const codes = written.split("\u001B[?").slice(1);
  const modes = new Map(
    codes.flatMap((code) => [...code.matchAll(/^(\d+)([hl])/g)].map(([, mode = "", to]) => [mode, to])),
  );
  return [...modes].filter(([, to]) => to === "l").map(([mode]) => mode);
}

describe.skipIf(!hasScript)("a command that shows a bar", () => {
  test("ends at once by Ctrl-C, says on a line of its own what that means, and leaves a terminal that shows its cursor and breaks long lines", async () => {
    const { folder } = await bench().write("content");
    const command = join(import.meta.dirname, "../commands/site.ts");
    const line = `exec '${process.execPath}' --disable-warning=ExperimentalWarning '${command}' publish content --from '${folder}'`;
    const terminal = spawn("script", ["--quiet", "--return", "--flush", "--command", line, "/dev/null"], {
      env: {
        PATH: process.env["PATH"],
        SHELL: "/bin/sh",
        TERM: "xterm",
        NODE_COMPILE_CACHE: codeCache,
        STORE_DIR: bench().root,
        SITE_URL: url(),
        SITE_TOKEN: `site_${"a".repeat(12)}_${"b".repeat(43)}`,
      },
      stdio: ["pipe", "pipe", "inherit"],
    });
    let written = "";
    terminal.stdout.on("data", (chunk: Buffer) => (written += chunk.toString("utf8")));
    await vi.waitFor(() => expect(written).toMatch(/░ 0\/1 uploading content/), { timeout: 60_000 });
    terminal.stdin.write("\u0003");
    await once(terminal, "close");
    // 128 and the number of SIGINT.
    expect(terminal.exitCode).toBe(130);
    // The bar was wiped out before.
    expect(written.split("\u001B[2K").at(-1)).toMatch(/^INTERRUPTED: .*SIGINT.*site status.*\.\r\n$/);
    expect(listSwitchedOff(written)).toEqual([]);
  });
});
