import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createFixtureBench, type FixtureBench } from "../testing/fixture-bench.ts";
import { fixturePackages, toServerSource } from "../testing/fixture-release.ts";
import { carryOut, planRollback, promote, rollback, toDifference } from "./promote.ts";

const note = { why: "a reason", checkSet: async () => ({ sites: ["GGPPH"], checks: [] }) };
let bench: FixtureBench;
beforeEach(async () => {
  bench = await createFixtureBench();
});
afterEach(() => bench.remove());

/** Admits another release of the content remote and gives its version. */
async function admitContent(label: string): Promise<string> {
  return (await bench.admit("content", { server: toServerSource(label) })).version;
}

/** A release that sends these events and hears none. */
function surface(sends: object) {
  return { document: { surface: { sends, hears: {}, messages: {} } } };
}

describe("a promotion", () => {
  test("changes the packages it names and no others, and records who made it and why", async () => {
    const before = await bench.releaseAll();
    const content = await admitContent("next");
    const record = await promote(bench.store, { content }, note);
    expect(record).toMatchObject({
      set: { revision: 2, versions: { ...before, content } },
      by: expect.stringContaining("operator"),
      why: "a reason",
    });
    expect(toDifference(before, record.set.versions)).toEqual([
      { name: "content", before: before.content, after: content },
    ]);
  });

  test("of a version that is not in the store is refused, and nothing changes", async () => {
    await bench.releaseAll();
    await expect(promote(bench.store, { content: "1.0.0-000000000000" }, note)).rejects.toMatchObject({
      code: "RELEASE_NOT_FOUND",
    });
    expect((await bench.store.current())?.set.revision).toBe(1);
  });

  test("before the packages of the layout have a release is refused, and named", async () => {
    const content = await admitContent("first");
    await expect(promote(bench.store, { content }, note)).rejects.toMatchObject({
      code: "SET_INCOMPLETE",
      details: { missing: "shell" },
    });
  });

  test("of a release that is incompatible with the shell is refused", async () => {
    await bench.releaseAll();
    const { version } = await bench.admit("content", { shared: { react: "^99.0.0" } });
    await expect(promote(bench.store, { content: version }, note)).rejects.toMatchObject({
      code: "RELEASE_REFUSED",
      problems: [{ code: "RELEASE_SHARED_UNSUPPORTED" }],
    });
  });

  describe("of a release that lacks what another one uses", () => {
    const hearing = {
      document: { surface: { sends: {}, hears: { "download:started": ["platform"] }, messages: {} } },
    };
    const others = Object.fromEntries(fixturePackages.map((name) => [name, surface({})]));

    test("is refused, names both and what to do, and nothing changes", async () => {
      const live = await bench.releaseAll({
        ...others,
        content: hearing,
        download: surface({ "download:started": ["platform"] }),
      });
      const { version } = await bench.admit("download", surface({ "download:started": ["url"] }));
      await expect(promote(bench.store, { download: version }, note)).rejects.toMatchObject({
        code: "RELEASE_REFUSED",
        problems: [
          {
            code: "RELEASE_CONTRACT_BROKEN",
            release: `download@${version}`,
            problem: `content@${live.content} hears download:started and reads platform; expected a release of the set that sends it with platform, found download@${version}, which sends it with url.`,
            change: "Send it from download, or promote a release of content that does without it first.",
          },
        ],
      });
      expect((await bench.store.current())?.set.revision).toBe(1);
    });

    test("goes live together with a release that does without it, and both go back together", async () => {
      const live = await bench.releaseAll({
        ...others,
        content: hearing,
        download: surface({ "download:started": ["platform"] }),
      });
      const download = (await bench.admit("download", surface({}))).version;
      const content = (await bench.admit("content", { ...surface({}), server: toServerSource("next") })).version;
      await promote(bench.store, { download, content }, note);
      await rollback(bench.store, { revision: 1 }, note);
      expect((await bench.store.current())?.set.versions).toEqual(live);
    });

    test("is not what a rollback of that one alone leads to: it is refused, and names the set that takes back both", async () => {
      await bench.releaseAll(others);
      const download = (await bench.admit("download", surface({ "download:started": ["platform"] }))).version;
      const content = (await bench.admit("content", { ...hearing, server: toServerSource("next") })).version;
      await promote(bench.store, { download, content }, note);
      await bench.release("navigation", { ...surface({}), server: toServerSource("another") });
      const error: unknown = await rollback(bench.store, { package: "download" }, note).catch((one: unknown) => one);
      expect(error).toMatchObject({
        code: "RELEASE_REFUSED",
        message: expect.stringMatching(/ site rollback --to 1 takes back the whole set\.\n[^]*content@/),
      });
      expect(error).not.toMatchObject({ message: expect.stringContaining("build and publish again") });
      await rollback(bench.store, { revision: 1 }, note);
    });
  });

  test("of what is live already adds no revision", async () => {
    const versions = await bench.releaseAll();
    const before = await bench.store.current();
    expect(await promote(bench.store, { content: versions.content }, note)).toEqual(before);
    expect(await bench.store.history()).toHaveLength(1);
  });

  test("of what is live already is refused when the operator expected another revision", async () => {
    const versions = await bench.releaseAll();
    await expect(promote(bench.store, { content: versions.content }, note, 7)).rejects.toMatchObject({
      code: "REVISION_CONFLICT",
    });
  });

  test.each(["1.0.0-0123456789ab/", "../content", ""])(
    "of %j, which is no version, is refused before anything is written",
    async (content) => {
      await bench.releaseAll();
      await expect(promote(bench.store, { content }, note)).rejects.toMatchObject({ code: "RELEASE_NOT_FOUND" });
      expect(await bench.store.history()).toHaveLength(1);
    },
  );

  test("of an operator who expected an older revision is refused", async () => {
    await bench.releaseAll();
    const content = await admitContent("next");
    await promote(bench.store, { content }, note, 1);
    await expect(promote(bench.store, { content }, note, 1)).rejects.toMatchObject({
      code: "REVISION_CONFLICT",
      details: { actual: 2, expected: 1 },
    });
  });
});

describe("a rollback", () => {
  test("of one package brings back its earlier version, and leaves the others", async () => {
    const first = await bench.releaseAll();
    await promote(bench.store, { content: await admitContent("next") }, note);
    await bench.release("download", { server: toServerSource("newer download") });
    const record = await rollback(bench.store, { package: "content" }, note);
    expect(record.set.revision).toBe(4);
    expect(record.set.versions.content).toBe(first.content);
    expect(record.set.versions.download).not.toBe(first.download);
  });

  test("of everything brings back the set before, as a new revision", async () => {
    await bench.releaseAll();
    const [before] = await bench.store.history();
    await promote(bench.store, { content: await admitContent("next") }, note);
    expect((await rollback(bench.store, {}, note)).set).toEqual({ ...before?.set, revision: 3 });
  });

  test("to a named revision brings back that set", async () => {
    const first = await bench.releaseAll();
    await promote(bench.store, { content: await admitContent("second") }, note);
    await promote(bench.store, { content: await admitContent("third") }, note);
    expect((await rollback(bench.store, { revision: 1 }, note)).set.versions).toEqual(first);
  });

  test("goes one set further back each time, and is refused after the first set", async () => {
    const first = await bench.releaseAll();
    const second = await admitContent("second");
    await promote(bench.store, { content: second }, note);
    await promote(bench.store, { content: await admitContent("third") }, note);
    expect(await rollback(bench.store, {}, note)).toMatchObject({
      set: { versions: { content: second } },
      action: { kind: "rollback", to: 2 },
    });
    expect(await rollback(bench.store, {}, note)).toMatchObject({
      set: { versions: first },
      action: { kind: "rollback", to: 1 },
    });
    await expect(rollback(bench.store, {}, note)).rejects.toMatchObject({ code: "ROLLBACK_IMPOSSIBLE" });
  });

  test("says what it will change, and changes nothing before it is carried out", async () => {
    const first = await bench.releaseAll();
    const second = await admitContent("second");
    await promote(bench.store, { content: second }, note);
    const move = await planRollback(bench.store, { package: "content" });
    expect(move).toMatchObject({
      expected: 2,
      action: { to: 1, package: "content" },
      difference: [{ name: "content", before: second, after: first.content }],
    });
    expect((await bench.store.current())?.set.revision).toBe(2);
    await promote(bench.store, { content: await admitContent("third") }, note);
    await expect(carryOut(bench.store, move, note)).rejects.toMatchObject({ code: "REVISION_CONFLICT" });
  });

  test("does not undo what another operator promotes while it reads the history", async () => {
    await bench.releaseAll();
    await promote(bench.store, { content: await admitContent("second") }, note);
    const third = await admitContent("third");
    const slow = {
      ...bench.store,
      async history() {
        await promote(bench.store, { content: third }, note);
        return bench.store.history();
      },
    };
    await expect(rollback(slow, {}, note)).rejects.toMatchObject({ code: "REVISION_CONFLICT" });
    expect((await bench.store.current())?.set).toMatchObject({ revision: 3, versions: { content: third } });
  });

  test("to the revision that is live adds none", async () => {
    await bench.releaseAll();
    await rollback(bench.store, { revision: 1 }, note);
    expect(await bench.store.history()).toHaveLength(1);
  });

  describe("to a set that was live, in which a release heard an event that another one began to send later", () => {
    let first: Readonly<Record<string, string>>;
    beforeEach(async () => {
      const hearing = { sends: {}, hears: { "download:started": ["platform", "url"] }, messages: {} };
      const others = Object.fromEntries(fixturePackages.map((name) => [name, surface({})]));
      first = await bench.releaseAll({ ...others, content: { document: { surface: hearing } } });
      const { version } = await bench.admit("download", surface({ "download:started": ["platform", "url"] }));
      await promote(bench.store, { download: version }, note);
    });

    test.each([{}, { package: "download" }, { revision: 1 }] as const)("is done for %j", async (target) => {
      await rollback(bench.store, target, note);
      expect((await bench.store.current())?.set.versions).toEqual(first);
    });

    test("is refused when another release would be in the set, which was never live with it", async () => {
      await bench.release("navigation", { ...surface({}), server: toServerSource("another") });
      await expect(rollback(bench.store, { package: "download" }, note)).rejects.toMatchObject({
        code: "RELEASE_REFUSED",
      });
    });
  });

  test("to a revision whose release was removed names both, and other revisions remain to go back to", async () => {
    const { content: first = "" } = await bench.releaseAll();
    const second = await admitContent("second");
    await promote(bench.store, { content: second }, note);
    await promote(bench.store, { content: await admitContent("third") }, note);
    await bench.store.remove("content", first);
    for (const target of [{ revision: 1 }, { revision: 1, package: "content" }])
      await expect(planRollback(bench.store, target)).rejects.toMatchObject({
        code: "ROLLBACK_RELEASE_GONE",
        message: expect.stringMatching(`^Revision 1 has content@${first}, which is not .* --to; site history lists`),
      });
    expect((await rollback(bench.store, { revision: 2 }, note)).set.versions).toMatchObject({ content: second });
  });

  test("is refused when there is nothing to go back to", async () => {
    await expect(rollback(bench.store, {}, note)).rejects.toMatchObject({ code: "ROLLBACK_IMPOSSIBLE" });
    await bench.releaseAll();
    await expect(rollback(bench.store, {}, note)).rejects.toMatchObject({ code: "ROLLBACK_IMPOSSIBLE" });
    await expect(rollback(bench.store, { revision: 9 }, note)).rejects.toMatchObject({
      code: "ROLLBACK_IMPOSSIBLE",
      message: expect.stringMatching(/ for the set at revision 9\. The newest revision is \d\. site history /),
    });
  });
});

test("the difference to nothing is every package", async () => {
  const versions = await bench.releaseAll();
  expect(toDifference(undefined, versions).map(({ name }) => name)).toEqual([...fixturePackages]);
  expect(toDifference(versions, versions)).toEqual([]);
});
