import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Compiler } from "@rspack/core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lastingAttacks, type ServerAttack, toAllAttacks, toAttack } from "../testing/hostile/server-attacks.ts";
import { createWitness, type Witness } from "../testing/hostile/witness.ts";
import { copyRemote, type RemoteCopy } from "../testing/workbench/copy-remote.ts";
import { compile } from "./compile.ts";
import { defineRemote } from "./define-remote.ts";

let copy: RemoteCopy;
let witness: Witness;
beforeEach(async () => {
  copy = copyRemote("navigation", ["footer"]);
  witness = await createWitness();
});
afterEach(() => {
  witness.close();
  copy.remove();
});

/** Builds a remote and replaces the server file that the bundler wrote with `source`. */
function build(source: string): Promise<void> {
  const [server = {}, ...others] = defineRemote({ name: "navigation", root: copy.root })();
  const hostile = (compiler: Compiler): void =>
    compiler.hooks.done.tap({ name: "hostile", stage: -1 }, () =>
      writeFileSync(join(compiler.outputPath, "entry.cjs"), source),
    );
  return compile([{ ...server, devtool: false, plugins: [...(server.plugins ?? []), { apply: hostile }] }, ...others]);
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
  await expect(build(`${toAttack(toAllAttacks(attacks), witness.targets)} ${use}`)).rejects.toThrow(
    /^navigation cannot be built\. The server file of navigation does not say what its islands are: won:  \(server\/entry\.cjs:\d+:\d+\)\./,
  );
  expect(await witness.findHits()).toEqual([]);
  expect(existsSync(join(copy.root, "dist"))).toBe(false);
});
