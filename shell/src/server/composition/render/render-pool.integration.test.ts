import { readFileSync } from "node:fs";
import { createFakeContext } from "@site/contracts/testing/fake-site";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { recordFigure } from "../../../../e2e/faults/record-figure.ts";
import { createFixtureBench, type FixtureBench } from "../../testing/fixture-bench.ts";
import { toServerSource } from "../../testing/fixture-release.ts";
import { hurryHung } from "../../testing/hurry-hung.ts";
import type { LoadedRelease } from "../../releases/loaded-release.ts";
import { notTried, type RenderTask } from "@site/contracts/confine/render-messages";
import type { DescribeOutcome, RenderOutcome } from "@site/contracts/confine/answers";
import { createRenderPool, type RenderPool, type RenderPoolOptions } from "./render-pool.ts";

// Real processes start here, which is slow on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

let bench: FixtureBench;
let shell: LoadedRelease;
let pool: RenderPool | undefined;

beforeAll(async () => {
  bench = await createFixtureBench();
  shell = await bench.load("shell");
});
afterAll(() => bench.remove());
afterEach(() => {
  pool?.close();
  pool = undefined;
});

const toTask = (expose: string): RenderTask => ({ expose, id: `content/${expose}`, context: createFakeContext() });

const toRelease = (render: string, label = "good"): Promise<LoadedRelease> =>
  bench.load("content", { server: toServerSource(label, render) });

async function render(
  release: LoadedRelease,
  exposes: readonly string[],
  options: RenderPoolOptions = {},
): Promise<RenderOutcome[]> {
  pool ??= createRenderPool({ size: 1, ...options });
  return pool.render(release, shell, exposes.map(toTask));
}

/** The HTML of each outcome, or its problem in brackets. */
const toTexts = (outcomes: readonly RenderOutcome[]): string[] =>
  outcomes.map((outcome) => (outcome.ok ? outcome.island.html.replaceAll(/<[^>]*>/g, "") : `[${outcome.problem}]`));

/** What a release says of itself whose server file has this source. */
async function describeSource(source: string): Promise<DescribeOutcome> {
  pool = createRenderPool();
  return pool.describe(
    await bench.load("content", { server: `${source}; exports.render = () => ({ html: "", readsVisitor: false });` }),
    shell,
  );
}

/** The processes this one has started to render. */
function listRenderProcesses(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8")
    .trim()
    .split(" ")
    .filter(Boolean)
    .map(Number);
  return children.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("render-process.ts"));
}

/** @throws while this process has started none */
function findRenderProcess(): number {
  const [found] = listRenderProcesses();
  if (found === undefined) throw new Error("there is none");
  return found;
}

describe("a pool of render processes", () => {
  test("renders islands in order", async () => {
    expect(toTexts(await render(await toRelease(""), ["one", "two", "three"]))).toEqual([
      "good one on /",
      "good two on /",
      "good three on /",
    ]);
  });

  test("tells each outcome once and in order, those before and after a lost process included", async () => {
    pool = createRenderPool({ size: 1, deadlineMs: 500 });
    const release = await toRelease(`if (key === "two") for (;;);`);
    const told: [number, string][] = [];
    const outcomes = await pool.render(release, shell, ["one", "two", "three"].map(toTask), (outcome, index) => {
      told.push([index, toTexts([outcome])[0] ?? ""]);
    });
    expect(told).toEqual([
      [0, "good one on /"],
      [1, "[no answer within 500 ms]"],
      [2, "good three on /"],
    ]);
    expect(toTexts(outcomes)).toEqual(told.map(([, text]) => text));
  });

  test("resolves to nothing for no tasks", async () => {
    expect(await render(await toRelease(""), [])).toEqual([]);
  });

  test("answers several releases at once, each with its own islands", async () => {
    const first = await toRelease("", "first");
    const second = await toRelease("", "second");
    const answers = await Promise.all([
      render(first, ["a", "b"]),
      render(second, ["a"]),
      render(first, ["c"]),
      render(second, ["b"]),
    ]);
    expect(answers.map(toTexts)).toEqual([
      ["first a on /", "first b on /"],
      ["second a on /"],
      ["first c on /"],
      ["second b on /"],
    ]);
  });

  test("keeps one process for each of nine releases that several callers ask in turn", async () => {
    const ending = listRenderProcesses();
    const listStarted = (): number[] => listRenderProcesses().filter((pid) => !ending.includes(pid));
    const labels = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
    const releases = await Promise.all(labels.map((label) => toRelease("", label)));
    const own = (pool = createRenderPool());
    const askAll = async (): Promise<void> => {
      for (const release of releases) await own.render(release, shell, [toTask("page")]);
    };
    await askAll();
    const first = listStarted();
    expect(first).toHaveLength(labels.length);
    for (let round = 0; round < 2; round += 1) {
      await Promise.all([askAll(), askAll(), askAll()]);
      expect(listStarted()).toEqual(first);
    }
  });

  test("gives a process that was started ahead to one release only", async () => {
    // Processes of an earlier test may take a moment to end.
    const ending = listRenderProcesses();
    const listStarted = (): number[] => listRenderProcesses().filter((pid) => !ending.includes(pid));
    pool = createRenderPool({ size: 1 });
    pool.warm();
    pool.warm();
    await vi.waitFor(() => expect(listStarted()).toHaveLength(1), { timeout: 20_000 });
    const ahead = listStarted();
    await render(await toRelease("", "first"), ["a"]);
    expect(listStarted()).toEqual(ahead);
    await render(await toRelease("", "second"), ["a"]);
    expect(listStarted()).toHaveLength(2);
    expect(listStarted()).toEqual(expect.arrayContaining(ahead));
  });

  test("keeps the processes of the last two releases when it starts one ahead", async () => {
    const ending = listRenderProcesses();
    const listStarted = (): number[] => listRenderProcesses().filter((pid) => !ending.includes(pid));
    pool = createRenderPool({ size: 1 });
    for (const label of ["first", "second", "third", "fourth"]) await render(await toRelease("", label), ["a"]);
    const [first, second, ...last] = listStarted();
    pool.warm();
    await vi.waitFor(
      () => {
        expect(listStarted()).not.toEqual(expect.arrayContaining([first]));
        expect(listStarted()).not.toEqual(expect.arrayContaining([second]));
        expect(listStarted()).toHaveLength(3);
      },
      { timeout: 20_000 },
    );
    expect(listStarted()).toEqual(expect.arrayContaining(last));
  });

  test("gives it the shared libraries of its own shell, whichever were loaded ahead", async () => {
    const server = `const { version } = require("react"); exports.describe = () => []; exports.render = () => ({ html: "with " + version, readsVisitor: false });`;
    const release = await bench.load("content", { server });
    const [first, second, broken] = await Promise.all(
      [
        `exports.sharedModules = { react: { version: "first" } };`,
        `exports.sharedModules = { react: { version: "second" } };`,
        `throw new Error("no libraries");`,
      ].map((source) => bench.load("shell", { files: { "server/shared.cjs": source } })),
    );
    if (!first || !second || !broken) throw new Error("a shell is missing");
    for (const [ahead, own, expected] of [
      [first, first, "with first"],
      [first, second, "with second"],
      [broken, first, "with first"],
      [broken, broken, "[no libraries]"],
    ] as const) {
      pool = createRenderPool({ size: 1 });
      pool.warm(ahead);
      await vi.waitFor(() => expect(listRenderProcesses()).not.toEqual([]));
      expect(toTexts(await pool.render(release, own, [toTask("home")]))).toEqual([expected]);
      pool.close();
    }
  });

  test("gives a release the shared libraries of its set's shell, also after they changed", async () => {
    const server = `const { version } = require("react"); exports.describe = () => []; exports.render = () => ({ html: "with " + version, readsVisitor: false });`;
    const release = await bench.load("content", { server });
    pool = createRenderPool({ size: 1 });
    for (const version of ["19.0.0", "19.1.0", "19.0.0"]) {
      const beside = await bench.load("shell", {
        files: { "server/shared.cjs": `exports.sharedModules = { react: { version: "${version}" } };` },
      });
      expect(toTexts(await pool.render(release, beside, [toTask("home")]))).toEqual([`with ${version}`]);
    }
  });
});

describe("a release's server file says of itself", () => {
  test("its islands, its messages and its head fragment", async () => {
    const island = { key: "home", hydrate: "never", data: ["facts"], router: false };
    expect(
      await describeSource(
        `exports.describe = () => [${JSON.stringify(island)}]; exports.messages = () => ({ en: ["content.a"] }); exports.head = { vendors: ["chat"] }`,
      ),
    ).toEqual({
      ok: true,
      islands: [island],
      messages: { en: ["content.a"] },
      head: { vendors: ["chat"] },
    });
  });

  test.each([
    ["is no description", "exports.describe = () => [{}]; exports.messages = () => ({})", /no description, at islands/],
    ["lacks the messages", "exports.describe = () => []", /no description, at messages/],
    ["is thrown", "exports.describe = () => { throw new Error('no tables'); }", /no tables/],
    ["cannot be sent", "exports.describe = () => [() => 1]; exports.messages = () => ({})", /could not be cloned/],
    ["never comes", "throw new Error('at once')", /at once/],
  ])("or why not: what it says %s", async (_what, source, problem) => {
    expect(await describeSource(source)).toMatchObject({ ok: false, problem: expect.stringMatching(problem) });
  });
});

describe("a render that fails is an outcome, and other renders keep theirs", () => {
  test("when it throws a value of any type", async () => {
    const release = await toRelease(
      `if (key === "bad") throw new Error("no " + key); if (key === "odd") throw "just text";`,
    );
    expect(toTexts(await render(release, ["one", "bad", "odd", "two"]))).toEqual([
      "good one on /",
      "[no bad]",
      "[just text]",
      "good two on /",
    ]);
  });

  test("when it throws, with the lines of its server file", async () => {
    const release = await toRelease("\n  if (key === 'bad') throw new Error('no cards');");
    const [outcome] = await render(release, ["bad"]);
    // The fixture's source begins with an empty line, and its render body with the second.
    expect(outcome).toMatchObject({
      ok: false,
      problem: "no cards",
      thrownAt: expect.arrayContaining([{ line: 4, column: expect.any(Number) }]),
    });
  });

  test("when it hangs: the deadline ends it, and later tasks run in a new process", async () => {
    const release = await toRelease(`if (key === "loop") for (;;);`);
    expect(toTexts(await render(release, ["one", "loop", "two"], { deadlineMs: 300 }))).toEqual([
      "good one on /",
      "[no answer within 300 ms]",
      "good two on /",
    ]);
    expect(toTexts(await render(await toRelease("", "other"), ["a"]))).toEqual(["other a on /"]);
  });

  test("when it leaks memory: only its own process ends", async () => {
    const release = await toRelease(
      `if (key === "leak") { const all = []; for (;;) all.push(new Array(10_000).fill(key + all.length)); }`,
    );
    const [one = "", leak = "", two = ""] = toTexts(
      await render(release, ["one", "leak", "two"], { memoryMb: 48, deadlineMs: 30_000 }),
    );
    expect([one, two]).toEqual(["good one on /", "good two on /"]);
    expect(leak).toMatch(/^\[its process ended/);
  }, 60_000);

  test("but not when its process was killed once: it is tried again", async () => {
    const rendering = render(await toRelease("for (let count = 0; count < 1_000_000_000; count += 1);"), ["one"], {
      deadlineMs: 30_000,
    });
    const pid = await vi.waitFor(() => findRenderProcess(), { timeout: 20_000 });
    process.kill(pid, "SIGKILL");
    expect(toTexts(await rendering)).toEqual(["good one on /"]);
  });

  test("when every task hangs: the rest of the release's tasks fails, and the pool goes on with other releases", async () => {
    const release = await toRelease("for (;;);");
    const outcomes = await render(release, ["a", "b", "c", "d", "e", "f"], { firstDeadlineMs: 2500, deadlineMs: 100 });
    expect(outcomes).toHaveLength(6);
    expect(outcomes.filter(({ ok }) => ok)).toEqual([]);
    const hung = outcomes.filter((outcome) => !outcome.ok && outcome.problem.startsWith("no answer within"));
    recordFigure("server-render-loops", "renders that hang until a release is given up", hung.length);
    expect(hung).toHaveLength(3);
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.problem.startsWith(notTried))).toHaveLength(3);
    expect(toTexts(await render(await toRelease("", "other"), ["a"]))).toEqual(["other a on /"]);
  });

  test("when its answer cannot be sent, as with an asynchronous render", async () => {
    const release = await toRelease(
      `if (key === "async") return Promise.resolve({ html: "late" }); if (key === "function") return { html: "x", head: () => 1 };`,
    );
    const texts = toTexts(await render(release, ["async", "function", "two"]));
    expect(texts[2]).toBe("good two on /");
    expect(texts.slice(0, 2)).toEqual([expect.stringMatching(/^\[/), expect.stringMatching(/^\[/)]);
  });

  test("when its answer is not an island", async () => {
    const answers = [
      "null",
      "7",
      "'<p>'",
      "{}",
      "{ html: 7, readsVisitor: false }",
      "{ html: null }",
      "{ html: '<p>', head: 'Title' }",
      "{ html: '<p>', head: { title: 7 } }",
    ];
    const server = `exports.describe = () => []; exports.render = (key) => [${answers.map((answer) => `() => (${answer})`).join(", ")}][key]();`;
    const outcomes = await render(
      await bench.load("content", { server }),
      answers.map((_, index) => String(index)),
    );
    expect(outcomes.map(({ ok }, index) => [answers[index], ok])).toEqual(answers.map((answer) => [answer, false]));
  });

  test.each([
    ["is no JavaScript", "this is not JavaScript", /Unexpected/],
    ["throws while it is loaded", "throw new Error('at once')", /at once/],
    ["exports nothing", "", /does not export describe and render/],
    [
      "asks for a module the shell does not provide",
      "require('node:fs')",
      /asks for node:fs, which the shell does not provide/,
    ],
  ])("when its server file %s", async (_what, server, problem) => {
    const [outcome] = await render(await bench.load("content", { server }), ["home"]);
    expect(outcome).toMatchObject({ ok: false, problem: expect.stringMatching(problem) });
  });

  test("when the shell's shared libraries are broken: each outcome says so", async () => {
    const broken = await bench.load("shell", { files: { "server/shared.cjs": "exports.other = 1;" } });
    pool = createRenderPool({ size: 1 });
    expect(await pool.render(await toRelease(""), broken, [toTask("a"), toTask("b")])).toEqual(
      [1, 2].map(() => ({ ok: false, problem: expect.stringContaining("provides no shared libraries") })),
    );
  });
});

test("a closed pool fails running and waiting tasks, and starts no process again", async () => {
  const hanging = await toRelease("while (true);", "hanging");
  const first = render(hanging, ["home", "about-us"], { size: 1, firstDeadlineMs: 20_000, deadlineMs: 20_000 });
  const second = render(await toRelease("return { html: 'x', readsVisitor: false };"), ["home"]);
  pool?.close();
  const closed = { ok: false, problem: "the pool is closed" };
  expect(await first).toEqual([closed, closed]);
  expect(await second).toEqual([closed]);
  for (let again = 0; again < 3; again += 1) expect(await render(hanging, ["home"])).toEqual([closed]);
});

test("slow islands end at the deadline of all together, before the deadline of each", async () => {
  const release = await toRelease(`if (key !== "e0") for (;;);`);
  const exposes = Array.from({ length: 100 }, (_, index) => `e${index}`);
  const outcomes = await hurryHung(3000, (onOutcome) => {
    pool = createRenderPool({ size: 1, firstDeadlineMs: 3000, deadlineMs: 20_000, meanDeadlineMs: 0 });
    return pool.render(release, shell, exposes.map(toTask), onOutcome);
  });
  const texts = toTexts(outcomes);
  expect(texts[0]).toBe("good e0 on /");
  expect(texts.slice(1)).toEqual(Array.from({ length: 99 }, () => "[the islands took more than 3000 ms together]"));
});
