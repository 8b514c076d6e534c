import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadBuiltRemote } from "../testing/built-remote.ts";
import { copyRemote, type RemoteCopy } from "../testing/workbench/copy-remote.ts";
import { runSiteRemote } from "./run-site-remote.ts";

let copy: RemoteCopy;
let beside: string;
beforeEach(() => {
  copy = copyRemote("navigation", ["footer"]);
  beside = `${copy.root}-beside`;
  linkPackages(join(copy.root, "node_modules"));
});
afterEach(() => {
  copy.remove();
  rmSync(beside, { recursive: true, force: true });
});

async function check(): Promise<{ code: number; said: string }> {
  let said = "";
  const write = (text: string): void => void (said += text);
  const code = await runSiteRemote(["check"], {
    cwd: () => copy.root,
    env: {},
    stdout: { write },
    stderr: { write },
  });
  return { code, said };
}

/** Builds the remote as a check does, which then renders it too. @throws when it cannot be built */
async function build(): Promise<void> {
  const { remote } = await loadBuiltRemote("navigation", copy.root);
  remote.close();
}

/** Replaces the folder of packages, which is the workspace's, by one of links in which a test may put another package. */
function linkPackages(folder: string): void {
  const packages = realpathSync(folder);
  rmSync(folder);
  mkdirSync(folder);
  for (const name of readdirSync(packages)) symlinkSync(join(packages, name), join(folder, name));
}

/** Installs a package as a link to its folder. */
function install(folder: string): void {
  const link = join(copy.root, "node_modules/charts");
  rmSync(link, { force: true });
  symlinkSync(folder, link);
}

/** Writes a package of one file. */
function writePackage(folder: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "name": "charts", "type": "module", "exports": "./index.ts" }');
  writeFileSync(join(folder, "index.ts"), text);
}

/** Has the footer show the text that a package exports. */
function useCharts(): void {
  const file = join(copy.root, "src/ui/footer.tsx");
  const text = readFileSync(file, "utf8").replace("<SafetyBand />", "{charts}");
  writeFileSync(file, `import { charts } from "charts";\n${text}`);
}

const original = 'export const charts = "1";\n';
const broken = "throw new Error('charts need a window');\nexport const charts = 1;\n";

describe("a check builds again what was built before", () => {
  test.each([
    [
      "when another package of the team's repository was changed, which is linked into the folder",
      () => {
        writePackage(beside, original);
        install(beside);
      },
      () => writeFileSync(join(beside, "index.ts"), broken),
    ],
    [
      "when a file that it imports from outside of the folder was changed",
      () => {
        writePackage(beside, original);
        const file = join(copy.root, "src/ui/footer.tsx");
        writeFileSync(file, readFileSync(file, "utf8").replace('"charts"', JSON.stringify(`${beside}/index.ts`)));
      },
      () => writeFileSync(join(beside, "index.ts"), broken),
    ],
    [
      "when a file that it imports from outside of the folder was taken away",
      () => {
        writePackage(beside, original);
        const file = join(copy.root, "src/ui/footer.tsx");
        writeFileSync(file, readFileSync(file, "utf8").replace('"charts"', JSON.stringify(`${beside}/index.ts`)));
      },
      () => rmSync(beside, { recursive: true }),
    ],
  ])("%s", async (_what, prepare, change) => {
    useCharts();
    prepare();
    await build();
    change();
    expect(await check()).toEqual({
      code: 3,
      said: expect.stringMatching(/charts need a window|index\.ts is imported, and is not there/),
    });
  });

  test.each(["package-lock.json", "yarn.lock", "pnpm-lock.yaml"])(
    "when another version of a library was installed, which %s says",
    async (lockfile) => {
      useCharts();
      writePackage(join(beside, "1"), original);
      writePackage(join(beside, "2"), broken);
      install(join(beside, "1"));
      writeFileSync(join(copy.root, lockfile), "1");
      await build();
      install(join(beside, "2"));
      writeFileSync(join(copy.root, lockfile), "2");
      expect(await check()).toEqual({ code: 3, said: expect.stringContaining("charts need a window") });
    },
  );
});
