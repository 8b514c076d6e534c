import { createFakeContext } from "@site/contracts/testing/fake-site";
import {
  hostileAnswers,
  lastingAttacks,
  lost,
  type ServerAttack,
  serverAttacks,
  toHostileSource,
} from "@site/contracts/testing/hostile/server-attacks";
import { createWitness, type Witness } from "@site/contracts/testing/hostile/witness";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createFixtureBench, type FixtureBench } from "../../testing/fixture-bench.ts";
import { hurryHung } from "../../testing/hurry-hung.ts";
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

/** Milliseconds that an island may take. */
const deadlineMs = 2500;

/** The texts that a server file renders in this order, or the problems in brackets. What computes without end is hurried. */
async function render(server: string, asked: readonly Asked[]): Promise<string[]> {
  return /for \(;;\);|then\(again\)/.test(server)
    ? hurryHung(deadlineMs, (onOutcome) => renderAll(server, asked, onOutcome))
    : renderAll(server, asked);
}

async function renderAll(server: string, asked: readonly Asked[], onOutcome?: () => void): Promise<string[]> {
  const release = await bench.load("content", { server });
  pool = createRenderPool({ size: 1, memoryMb: 64, deadlineMs });
  // The first island of a process may take longer: what never ends is not the first.
  const [first, ...outcomes] = await pool.render(
    release,
    shell,
    [{ expose: "first" }, ...asked].map(({ expose, path = "/" }: Asked) => ({
      expose,
      id: `content/${expose}`,
      context: createFakeContext({ page: { name: "index", path, params: {}, status: 200 } }),
    })),
    onOutcome,
  );
  expect(first?.ok).toBe(true);
  return outcomes.map((outcome) => (outcome.ok ? outcome.island.html : `[${outcome.problem}]`));
}

/** A function body that runs the body of the page that is rendered: `/0/` is that of the first. */
const choose = (bodies: readonly string[]): string =>
  bodies.map((body, index) => `if (context.page.path === "/${index}/") { ${body} }`).join("\n");

/** What is rendered in an attack: the attack, what follows it, and an island that has no part in it. */
const toAsked = (path: string): Asked[] => ["attack", "next", "other"].map((expose) => ({ expose, path }));

function expectLost([attacked, next, other]: readonly string[], { outcome = lost }: ServerAttack): void {
  expect(attacked).toMatch(outcome);
  expect(next).toBe("untouched");
  expect(other).toBe("good other");
}

describe("a server file reaches nothing, and changes nothing for the next render, when it", () => {
  let texts: string[] = [];
  beforeAll(async () => {
    const body = choose(lastingAttacks.map((attack) => attack.body));
    const after = choose(lastingAttacks.map((attack) => attack.after ?? `return "untouched"`));
    const asked = lastingAttacks.flatMap((_attack, index) => toAsked(`/${index}/`));
    texts = await render(toHostileSource({ body, after }, witness.targets), asked);
  });

  // One process renders all attacks after which a process goes on: each is followed by what shows that it changed nothing.
  test.each(lastingAttacks.map((attack, index) => [attack.name, attack, index] as const))("%s", (_, attack, index) => {
    expectLost(texts.slice(3 * index, 3 * index + 3), attack);
  });

  test("does all of that: nothing outside of its process was reached", async () => {
    expect(await witness.findHits()).toEqual([]);
  });

  const others = serverAttacks.filter((attack) => !lastingAttacks.includes(attack));
  test.each(others.map((attack) => [attack.name, attack] as const))("%s", async (_name, attack) => {
    expectLost(await render(toHostileSource(attack, witness.targets), toAsked("/")), attack);
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
      texts = await render(
        toHostileSource({ body: choose(answers) }, witness.targets),
        answers.flatMap((_, index) => [{ expose: "attack", path: `/${index}/` }, { expose: "next" }]),
      );
    });

    test.each(answers.map((answer, index) => [answer, index] as const))("%s", (_answer, index) => {
      expect(texts[2 * index]).toMatch(/^\[.{1,2100}\]$/s);
      expect(texts[2 * index + 1]).toBe("untouched");
    });
  },
);
