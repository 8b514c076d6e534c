import { createFakeContext } from "@site/contracts/testing/fake-site";
import {
  hostileAnswers,
  lost,
  type ServerAttack,
  serverAttacks,
  toHostileSource,
} from "@site/contracts/testing/hostile/server-attacks";
import { createWitness, type Witness } from "@site/contracts/testing/hostile/witness";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createFixtureBench, type FixtureBench } from "../../testing/fixture-release.ts";
import type { LoadedRelease } from "../../releases/loaded-release.ts";
import { createRenderPool, type RenderPool } from "./render-pool.ts";

vi.setConfig({ testTimeout: 60_000 });

/** In place of React: functions, a class, and internals that change during a render. */
const shared = `
const internals = { H: null };
class Component {}
exports.sharedModules = { react: { Component, createElement: (type) => { internals.H = type; return { type }; }, __INTERNALS: internals } };
`;

let bench: FixtureBench;
let shell: LoadedRelease;
let witness: Witness;
let pool: RenderPool | undefined;

beforeAll(async () => {
  [bench, witness] = await Promise.all([createFixtureBench(), createWitness()]);
  shell = await bench.load("shell", { files: { "server/shared.cjs": shared } });
});
afterAll(async () => {
  witness.close();
  await bench.remove();
});
afterEach(() => pool?.close());

/** The outcomes of the attack, of the next render of the same release, and of one after it. */
async function attack(one: Pick<ServerAttack, "body" | "after">): Promise<string[]> {
  const release = await bench.load("content", { server: toHostileSource(one, witness.targets) });
  pool = createRenderPool({ size: 1, memory: 64, deadline: 2500 });
  const outcomes = await pool.render(
    release,
    shell,
    ["attack", "next", "other"].map((expose) => ({ expose, id: `content/${expose}`, context: createFakeContext() })),
  );
  return outcomes.map((outcome) => (outcome.ok ? outcome.island.html : `[${outcome.problem}]`));
}

describe("a server file reaches nothing, and changes nothing for the next render, when it", () => {
  test.each(serverAttacks.map((one) => [one.name, one] as const))("%s", async (_name, one) => {
    const [attacked, next, other] = await attack(one);
    expect(attacked).toMatch(one.outcome ?? lost);
    expect(next).toBe("untouched");
    expect(other).toBe("good other");
    expect(await witness.findHits()).toEqual([]);
  });
});

test.each(hostileAnswers)("an invalid island is a failure of its own remote only: %s", async (body) => {
  const [attacked, next] = await attack({ body });
  expect(attacked).toMatch(/^\[.{1,2100}\]$/s);
  expect(next).toBe("untouched");
});
