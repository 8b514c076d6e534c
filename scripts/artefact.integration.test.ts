import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, realpathSync } from "node:fs";
import { chmod, chown, mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { fewPages } from "../shell/src/server/testing/few-pages.ts";
import { createFixtureBench, type FixtureBench } from "../shell/src/server/testing/fixture-bench.ts";
import { makeArtefact } from "./artefact.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

/** Bytes that the folder may have, Node not counted. Half of them are the library that draws pictures, and flags. */
const mostBytes = 130e6;

const emptyRoot = join(import.meta.dirname, "../shell/src/server/testing/empty-root.sh");

/** Whether this machine lets a test mount folders. */
const canMount = process.getuid?.() === 0 && spawnSync("unshare", ["--mount", "true"]).status === 0;

let folder = "";
let artefact = "";
let bytes = 0;
let bench: FixtureBench | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "site-artefact-"));
  // Another user has to come to what is in it.
  await chmod(folder, 0o755);
  artefact = join(folder, "server");
  bytes = makeArtefact(artefact);
});
afterAll(async () => {
  await bench?.remove();
  await rm(folder, { recursive: true, force: true });
});

test("the artefact of a server has no dependency for development, no bundler, no remote and no test", () => {
  const packages = readdirSync(join(artefact, "node_modules/.pnpm")).join(" ");
  for (const name of ["fastify", "react-dom", "@nats-io+jetstream"]) expect(packages).toContain(`${name}@`);
  for (const name of ["vitest", "playwright", "oxlint", "oxfmt", "knip", "html-validate", "@rspack+core", "typescript"])
    expect(packages.split(" ").filter((one) => one.startsWith(`${name}@`))).toEqual([]);
  const files = ["shell", "shared-contracts"].flatMap((name) =>
    readdirSync(join(artefact, name), { recursive: true, encoding: "utf8" }).filter(
      (path) => !path.includes("node_modules"),
    ),
  );
  expect(files.filter((path) => /^remote-|\.test\.tsx?$|(^|\/)(testing|simulators|e2e)\//.test(path))).toEqual([]);
  expect(files.filter((path) => path.endsWith(".pem"))).toEqual([]);
  console.log(`The artefact of a server has ${(bytes / 1e6).toFixed(0)} MB.`);
  expect(bytes).toBeLessThan(mostBytes);
});

test.skipIf(!canMount)(
  "it serves from a store alone, in an empty root that is read-only, as a user without rights (skipped where mounting is not allowed)",
  async () => {
    bench = await createFixtureBench();
    await bench.writeIdentities();
    await bench.releaseAll({ shell: fewPages });
    const [root, state] = [join(folder, "root"), join(folder, "state")];
    for (const one of [root, state]) await mkdir(one);
    await chown(state, 65532, 65532);
    await chmod(dirname(bench.root), 0o755);
    const node = dirname(realpathSync(process.execPath));
    const begun = performance.now();
    const child = spawn(
      "unshare",
      ["--mount", "sh", emptyRoot, root, artefact, node, bench.root, `${bench.root}.trust`, state],
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString();
      });
    try {
      for (let tries = 0; !/^The site GGPPH is at /m.test(output); tries += 1) {
        if (child.exitCode !== null || tries > 1600) throw new Error(output);
        await sleep(25);
      }
      console.log(`It answered ${((performance.now() - begun) / 1000).toFixed(1)} s after its start.`);
      const origin = /http:\/\/[^/\s]+/.exec(output.slice(output.indexOf("The site")))?.[0] ?? "";
      const page = await fetch(`${origin}/about-us/`);
      expect([page.status, (await page.text()).endsWith("</html>\n")]).toEqual([200, true]);
      await vi.waitFor(() => expect(existsSync(join(state, "site"))).toBe(true), { timeout: 20_000 });
    } finally {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "close");
    }
    expect([child.exitCode, output]).toEqual([0, expect.not.stringContaining('"level":50')]);
  },
);
