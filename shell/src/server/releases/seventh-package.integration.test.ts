import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { toServerSource } from "../testing/fixture-release.ts";
import { promote, rollback, toDifference } from "../publishing/promote.ts";
import { setSchema } from "./stored-set.ts";
import { useFixtureApp } from "../testing/use-fixture-app.ts";

const note = { why: "a seventh package", checkSet: async () => ({ sites: ["GGPPH"], checks: [] }) };

/** A header that holds the new package's island. */
const withTeaser = `if (key === "header") return { html: '<header>A menu <div data-slot="lobby/teaser" data-variant=""></div></header>', readsVisitor: false };`;

describe("a package that was never in a set before", () => {
  const used = useFixtureApp();

  test("goes live, fills the slots that name it, and has its files served", async () => {
    const { bench, app, get } = used;
    const before = await bench().store.current();
    const lobby = await bench().admit("lobby", { exposes: [{ key: "teaser" }], server: toServerSource("lobby") });
    const navigation = await bench().admit("navigation", { server: toServerSource("navigation", withTeaser) });
    await promote(bench().store, { lobby: lobby.version, navigation: navigation.version }, note);
    await app().live.refresh();
    const page = await get("/about-us/");
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain("lobby teaser on /about-us/");
    expect(page.body).toContain('"lobby/teaser"');
    expect((await get(`/_release/lobby/${lobby.version}/remoteEntry.js`)).statusCode).toBe(200);
    const after = await bench().store.current();
    expect(toDifference(before?.set.versions, after?.set.versions ?? {})).toContainEqual({
      name: "lobby",
      before: undefined,
      after: lobby.version,
    });
  });

  test("leaves every earlier record readable", async () => {
    const history = await used.bench().store.history();
    expect(history.map(({ set }) => "lobby" in set.versions)).toEqual([false, true]);
  });

  test("is in no page after a rollback to the set without it", async () => {
    const { bench, app, get } = used;
    const [first] = await bench().store.history();
    const record = await rollback(bench().store, {}, note);
    expect(record.set).toEqual({ ...first?.set, revision: 3 });
    await app().live.refresh();
    expect((await get("/about-us/")).body).not.toContain("lobby");
  });
});

describe("a record of the channel", () => {
  const used = useFixtureApp({ releases: false });

  test.each([["__proto__"], ["Lobby"], ["../lobby"], ["lobby/teaser"], [""]])(
    "never names a package %j",
    async (name) => {
      const { store } = used.bench();
      await expect(store.toSet({ [name]: "1.0.0-000000000000" })).rejects.toMatchObject({ code: "RELEASE_NOT_FOUND" });
      const set = JSON.parse(
        `{"schemaVersion":1,"packages":{${JSON.stringify(name)}:{"digest":"${"0".repeat(96)}","version":"1.0.0-000000000000"}}}`,
      );
      expect(v.is(setSchema, set)).toBe(false);
    },
  );
});

describe("a set", () => {
  const used = useFixtureApp({ releases: false });

  test("that lacks packages which its layout needs is refused, and they are named", async () => {
    const { store, admit } = used.bench();
    const releases = await Promise.all(["shell", "navigation", "content", "lobby"].map((name) => admit(name)));
    const versions = Object.fromEntries(releases.map(({ name, version }) => [name, version]));
    await expect(promote(store, versions, note)).rejects.toMatchObject({
      code: "SET_INCOMPLETE",
      details: { missing: "compliance, download", shell: `the layout of shell@${versions["shell"]}` },
    });
    const { shell: _shell, ...others } = versions;
    await expect(promote(store, others, note)).rejects.toMatchObject({
      code: "SET_INCOMPLETE",
      details: { missing: "shell", shell: "every set" },
    });
    expect(await store.current()).toBeUndefined();
  });
});
