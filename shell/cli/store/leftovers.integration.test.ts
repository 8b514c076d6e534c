import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runSiteIn } from "../testing/run-site-fixture.ts";

const hour = 3_600_000;
const server = join(import.meta.dirname, "../../src/server");

let root = "";
let storeDir = "";
const running = new Set<ChildProcess>();
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "leftovers-"));
  storeDir = join(root, "store");
  expect((await runSiteIn(storeDir, ["init"])).code).toBe(0);
});
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
  rmSync(root, { recursive: true, force: true });
});

/** Starts a process that stops in the middle of a write, and resolves when it is there. */
async function stopInTheMiddle(source: string): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", `${source}`],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  running.add(child);
  await once(child.stdout, "data");
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "close");
  running.delete(child);
}

const inStaging = (): string[] => readdirSync(join(storeDir, "staging"));
const stage = (): Promise<ChildProcess> =>
  stopInTheMiddle(`
  import { realDisk } from ${JSON.stringify(join(server, "disk/disk.ts"))};
  import { createDurableFiles } from ${JSON.stringify(join(server, "disk/durable-files.ts"))};
  setInterval(() => undefined, 1000);
  await createDurableFiles(${JSON.stringify(storeDir)}, realDisk).withStaged(Buffer.from("half a release"), () => new Promise(() => process.stdout.write("staged")));
`);

function age(path: string, milliseconds: number): void {
  const at = new Date(Date.now() - milliseconds);
  utimesSync(path, at, at);
}

describe("a file that a killed command left", () => {
  test("in the store's staging is removed by the next command once it is an hour old", async () => {
    await kill(await stage());
    const [left = ""] = inStaging();
    await runSiteIn(storeDir, ["status"]);
    expect(inStaging()).toEqual([left]);
    age(join(storeDir, "staging", left), hour + 1000);
    await runSiteIn(storeDir, ["status"]);
    expect(inStaging()).toEqual([]);
  });

  test("stays while the process that writes it lives, for a day", async () => {
    const child = await stage();
    const [left = ""] = inStaging();
    age(join(storeDir, "staging", left), 2 * hour);
    await runSiteIn(storeDir, ["status"]);
    expect(inStaging()).toEqual([left]);
    age(join(storeDir, "staging", left), 25 * hour);
    await runSiteIn(storeDir, ["status"]);
    expect(inStaging()).toEqual([]);
    await kill(child);
  });

  test("beside KEYS_DIR is removed too, with the private keys in it; the keys of the store stay", async () => {
    const keysDir = join(root, "other.keys");
    await kill(
      await stopInTheMiddle(`
      import { createDevelopmentIdentities } from ${JSON.stringify(join(server, "releases/trust/development-identities.ts"))};
      setInterval(() => undefined, 1000);
      let changes = 0;
      await createDevelopmentIdentities({ keysDir: ${JSON.stringify(keysDir)}, trustDir: ${JSON.stringify(join(root, "other.trust"))}, teams: ["content"],
        onChange: () => (changes++ < 2 ? Promise.resolve() : new Promise(() => process.stdout.write("made"))) });
    `),
    );
    const lefts = readdirSync(root).filter((name) => name.endsWith(".new"));
    expect(lefts).toEqual([expect.stringMatching(/^other\.keys\./)]);
    age(join(root, lefts[0] ?? ""), 2 * hour);
    const env = { KEYS_DIR: keysDir, TRUST_DIR: join(root, "other.trust") };
    expect((await runSiteIn(storeDir, ["init"], env)).code).toBe(0);
    expect(readdirSync(root).filter((name) => name.endsWith(".new"))).toEqual([]);
    expect(existsSync(join(keysDir, "root.pem"))).toBe(true);
    expect((await runSiteIn(storeDir, ["status"])).code).toBe(0);
  });

  test("beside a data document, or in the staging of tokens and of what the machine remembers, is removed too", async () => {
    const name = `another-machine-1.${"0".repeat(8)}-0000-0000-0000-${"0".repeat(12)}`;
    const lefts = [
      join(storeDir, "data/GGPPH", `geo-rules.json.${name}.new`),
      join(`${storeDir}.access`, "staging", name),
      join(`${storeDir}.state`, "staging", name),
    ];
    expect((await runSiteIn(storeDir, ["status"])).code).toBe(0);
    for (const file of lefts) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, "half");
      age(file, hour + 1000);
    }
    await runSiteIn(storeDir, ["status"]);
    expect(lefts.filter((file) => existsSync(file))).toEqual([]);
  });

  test("is recognized by its name; files with other names stay", async () => {
    mkdirSync(join(storeDir, "staging"), { recursive: true });
    const others = [
      join(root, "photos.new"),
      join(storeDir, "staging", "notes.txt"),
      join(root, `photos.${"0".repeat(8)}-0000-0000-0000-${"0".repeat(12)}.new`),
    ];
    for (const file of others) {
      writeFileSync(file, "mine");
      age(file, 48 * hour);
    }
    await runSiteIn(storeDir, ["status"]);
    expect(others.filter((file) => existsSync(file))).toEqual(others);
  });
});
