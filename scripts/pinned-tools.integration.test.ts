import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { thisPlatform } from "./pinned-tools.mjs";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const versions = ["1.0.0", "1.1.0"];
const name = `@pnpm/exe.${thisPlatform}`;
const folder = mkdtempSync(join(tmpdir(), "pinned-tools-"));
const tarball = join(folder, "pnpm.tgz");

/** Answers as a registry does, or takes requests and never says anything. */
let registry: Server;
let isSilent = false;
let asked = 0;
/** How many of the versions were published by now. */
let published = 1;

beforeAll(async () => {
  mkdirSync(join(folder, "package"));
  writeFileSync(join(folder, "package/package.json"), JSON.stringify({ name, version: "1.0.0" }));
  writeFileSync(join(folder, "package/pnpm"), `#!/bin/sh\necho "pnpm ran with $*"\n`, { mode: 0o755 });
  execFileSync("tar", ["-czf", tarball, "-C", folder, "package"]);
  registry = createServer(({ headers, url }, response) => {
    asked += 1;
    if (isSilent) return;
    if (url?.endsWith(".tgz")) return void response.end(readFileSync(tarball));
    const dist = { tarball: `http://${headers.host}/pnpm.tgz`, integrity: toIntegrity("sha512") };
    const known = versions.slice(0, published).map((version) => [version, { name, version, dist }] as const);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ name, "dist-tags": { latest: known[0]?.[0] }, versions: Object.fromEntries(known) }));
  }).listen(0, "127.0.0.1");
  await once(registry, "listening");
});
afterAll(() => {
  registry.closeAllConnections();
  registry.close();
  rmSync(folder, { recursive: true });
});

const toIntegrity = (algorithm: string): string =>
  `${algorithm}-${createHash(algorithm).update(readFileSync(tarball)).digest("base64")}`;

/** Runs pnpm in a process of its own, whose npm knows that registry alone. @returns what it wrote */
async function run(version: string): Promise<string> {
  const address = registry.address();
  const checksums = { pnpm: { [version]: { [thisPlatform]: toIntegrity("sha512") } } };
  const source = `
    import { runPnpm } from ${JSON.stringify(join(import.meta.dirname, "pinned-tools.mjs"))};
    process.exitCode = runPnpm(["--version"], ${JSON.stringify({ version, cwd: folder, checksums })});`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", source], {
    env: {
      PATH: process.env["PATH"],
      HOME: folder,
      npm_config_cache: join(folder, "cache"),
      npm_config_registry: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/`,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await once(child, "close");
  return output.trim();
}

test("pnpm that was fetched once is run again without a word of the registry", async () => {
  expect(await run("1.0.0")).toBe("pnpm ran with --version");
  const before = asked;
  expect(before).toBeGreaterThan(0);
  isSilent = true;
  expect(await run("1.0.0")).toBe("pnpm ran with --version");
  expect(asked).toBe(before);
});

test("a version that came after the last look at the registry is fetched", async () => {
  isSilent = false;
  published = 2;
  expect(await run("1.1.0")).toBe("pnpm ran with --version");
});
