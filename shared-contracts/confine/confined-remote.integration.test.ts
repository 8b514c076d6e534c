import { afterEach, expect, test, vi } from "vitest";
import { createFakeContext } from "../testing/fake-site.ts";
import { lastingAttacks, toAllAttacks, toHostileSource } from "../testing/hostile/server-attacks.ts";
import { createWitness } from "../testing/hostile/witness.ts";
import { type ConfinedRemote, openConfinedRemote } from "./confined-remote.ts";
import { notTried } from "./render-messages.ts";

vi.setConfig({ testTimeout: 60_000 });

const shared = `exports.sharedModules = { react: { Component: class {}, createElement: (type) => ({ type }) } };`;

let remote: ConfinedRemote | undefined;
afterEach(() => remote?.close());

function open(source: string): ConfinedRemote {
  remote = openConfinedRemote({ server: { label: "content@1", source }, shared: { label: "shell@1", source: shared } });
  return remote;
}

const toTask = (expose: string) => ({ expose, id: `content/${expose}`, context: createFakeContext() });

test("a hostile server file reaches nothing from the workbench or a remote's own suite", async () => {
  const witness = await createWitness();
  try {
    const { render } = open(toHostileSource({ body: toAllAttacks(lastingAttacks) }, witness.targets));
    expect(await render([toTask("attack"), toTask("other")])).toMatchObject([
      { ok: true, island: { html: "won: " } },
      { ok: true, island: { html: "good other" } },
    ]);
    expect(await witness.findHits()).toEqual([]);
  } finally {
    witness.close();
  }
});

test("says of a release what its server file says, and tells a wrong answer from none", async () => {
  const island = { key: "home", hydrate: "never", data: [], router: false };
  const good = open(
    `exports.describe = () => [${JSON.stringify(island)}]; exports.messages = () => ({ en: [] }); exports.render = () => null;`,
  );
  expect(await good.describe()).toMatchObject({ ok: true, islands: [island] });
  expect(await good.render([toTask("home")])).toMatchObject([
    { ok: false, problem: expect.stringMatching(/no island/) },
  ]);
  good.close();
  expect(await open(`throw new Error("at once");`).describe()).toMatchObject({ ok: false, problem: "at once" });
});

test("goes on in another process when one was lost, and answers questions asked at once in order", async () => {
  const { render } = open(
    `exports.describe = () => []; exports.render = (key) => { if (key === "lost") { const all = []; for (;;) all.push(new Array(100_000).fill(1)); } return { html: key, readsVisitor: false }; };`,
  );
  const [lost, one, two] = await Promise.all([
    render([toTask("lost")]),
    render([toTask("one")]),
    render([toTask("two")]),
  ]);
  expect(lost).toMatchObject([{ ok: false, problem: expect.stringMatching(/^its process ended/) }]);
  expect([one, two]).toMatchObject([[{ island: { html: "one" } }], [{ island: { html: "two" } }]]);
});

test("an island that ends its process has its problem, and those behind it were not tried", async () => {
  const { render } = open(
    `exports.describe = () => []; exports.render = (key) => { if (key === "lost") { const all = []; for (;;) all.push(new Array(100_000).fill(1)); } return { html: key, readsVisitor: false }; };`,
  );
  expect(await render(["one", "lost", "two"].map(toTask))).toMatchObject([
    { ok: true },
    { ok: false, problem: expect.stringMatching(/^its process ended/) },
    { ok: false, problem: notTried },
  ]);
});
