import { createFakeContext } from "@site/contracts/testing/fake-site";
import { hostileAnswers, lost, serverAttacks, toHostileSource } from "@site/contracts/testing/hostile/server-attacks";
import { createWitness, type Witness } from "@site/contracts/testing/hostile/witness";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createFixtureBench, type FixtureBench } from "../../testing/fixture-bench.ts";
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

interface Asked {
  expose: string;
  path?: string;
}

/** The texts that a server file renders in this order, or the problems in brackets. */
async function render(server: string, asked: readonly Asked[]): Promise<string[]> {
  const release = await bench.load("content", { server });
  pool = createRenderPool({ size: 1, memoryMb: 64, deadlineMs: 2500 });
  // The first island of a process may take longer: what never ends is not the first.
  const [first, ...outcomes] = await pool.render(
    release,
    shell,
    [{ expose: "first" }, ...asked].map(({ expose, path = "/" }: Asked) => ({
      expose,
      id: `content/${expose}`,
      context: createFakeContext({ page: { name: "index", path, params: {}, status: 200 } }),
    })),
  );
  expect(first?.ok).toBe(true);
  return outcomes.map((outcome) => (outcome.ok ? outcome.island.html : `[${outcome.problem}]`));
}

describe("a server file reaches nothing, and changes nothing for the next render, when it", () => {
  test.each(serverAttacks.map((one) => [one.name, one] as const))("%s", async (_name, one) => {
    const [attacked, next, other] = await render(
      toHostileSource(one, witness.targets),
      ["attack", "next", "other"].map((expose) => ({ expose })),
    );
    expect(attacked).toMatch(one.outcome ?? lost);
    expect(next).toBe("untouched");
    expect(other).toBe("good other");
    expect(await witness.findHits()).toEqual([]);
  });
});

/** Answers of one server file. Some cost its process, and a release that costs three in a row is not rendered for a while. */
const answersOfOne = 4;
const groups = Array.from({ length: Math.ceil(hostileAnswers.length / answersOfOne) }, (_, index) =>
  hostileAnswers.slice(index * answersOfOne, (index + 1) * answersOfOne),
);

describe.each(groups.map((answers) => [answers]))(
  "an invalid island is a failure of its own remote only:",
  (answers) => {
    let texts: string[] = [];
    beforeAll(async () => {
      const body = answers.map((answer, index) => `if (context.page.path === "/${index}/") { ${answer} }`).join("\n");
      texts = await render(
        toHostileSource({ body }, witness.targets),
        answers.flatMap((_, index) => [{ expose: "attack", path: `/${index}/` }, { expose: "next" }]),
      );
    });

    test.each(answers.map((answer, index) => [answer, index] as const))("%s", (_answer, index) => {
      expect(texts[2 * index]).toMatch(/^\[.{1,2100}\]$/s);
      expect(texts[2 * index + 1]).toBe("untouched");
    });
  },
);
