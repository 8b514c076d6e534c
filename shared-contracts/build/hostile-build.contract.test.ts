import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Compiler, RspackOptions } from "@rspack/core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lastingAttacks, type ServerAttack, toAllAttacks, toAttack } from "../testing/hostile/server-attacks.ts";
import { createWitness, type Witness } from "../testing/hostile/witness.ts";
import { buildPackage } from "./build-package.ts";
import { defineRemote } from "./define-remote.ts";
import type { PackageBuild } from "./package-build.ts";

let root: string;
let witness: Witness;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "hostile-build-"));
  witness = await createWitness();
});
afterEach(() => {
  witness.close();
  rmSync(root, { recursive: true, force: true });
});

/** A remote whose server file is some source, whatever the bundler wrote. Its browser files are never built. */
function toBuild(source: string): PackageBuild {
  const build = defineRemote({ name: "navigation" });
  cpSync(join(build.root, "package.json"), join(root, "package.json"));
  const dist = join(root, "dist/server");
  return {
    ...build,
    root,
    server(mode) {
      const options: RspackOptions = [build.server(mode)].flat()[0] ?? {};
      return {
        ...options,
        devtool: false,
        output: { ...options.output, path: dist },
        plugins: [
          {
            apply: ({ hooks }: Compiler) =>
              hooks.done.tap("hostile", () => writeFileSync(join(dist, "entry.cjs"), source)),
          },
        ],
      };
    },
    browser: () => {
      throw new Error("the browser files are built");
    },
  };
}

/** What a file leaves on its global object while it is loaded is its own: there is no other release in its process. */
const isAnAttackOnLoading = ({ name }: ServerAttack): boolean => name !== "leaves a global behind";

test.each([
  ["is loaded", lastingAttacks.filter(isAnAttackOnLoading), `throw new Error(attack({}));`],
  [
    "describes its islands",
    lastingAttacks,
    `exports.describe = () => { throw new Error(attack({})); }; exports.render = () => null;`,
  ],
])("a hostile server file reaches nothing of the machine that builds it when it %s", async (_when, attacks, use) => {
  const build = toBuild(`${toAttack(toAllAttacks(attacks), witness.targets)} ${use}`);
  await expect(buildPackage(build)).rejects.toThrow(
    /^the server file of navigation does not say what its islands are: won:  \(server\/entry\.cjs:\d+:\d+\)$/,
  );
  expect(await witness.findHits()).toEqual([]);
});
