import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { toServerSource } from "./fixture-release.ts";
import { promote, rollback, toDifference } from "./promote.ts";
import { useFixtureApp } from "./use-fixture-app.ts";

const note = { by: "test", why: "a seventh package" };

/** A header that holds the new package's island. */
const withTeaser = `if (key === "header") return { html: '<header>A menu <div data-slot="lobby/teaser" data-variant=""></div></header>', readsVisitor: false };`;

describe("a package that was never in a set before", () => {
  const used = useFixtureApp();

  test("goes live beside the others, fills the slots that name it, and serves its files", async () => {
    const { bench, app, get } = used;
    const before = await bench().store.current();
    const lobby = await bench().write("lobby", { exposes: [{ key: "teaser" }], server: toServerSource("lobby") });
    const navigation = await bench().write("navigation", { server: toServerSource("navigation", withTeaser) });
    for (const { name, version, folder } of [lobby, navigation]) await bench().store.admit(name, version, folder);
    await promote(bench().store, { lobby: lobby.version, navigation: navigation.version }, note);
    await app().live.refresh();
    const page = await get("/about-us/");
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('lobby teaser on /about-us/');
    expect(page.body).toContain('"lobby/teaser"');
    expect((await get(`/_release/lobby/${lobby.version}/remoteEntry.js`)).statusCode).toBe(200);
    const after = await bench().store.current();
    expect(toDifference(before?.set.versions, after?.set.versions ?? {})).toContainEqual({ name: "lobby", before: undefined, after: lobby.version });
  });

  test("leaves every record readable that was written before it was added", async () => {
    const history = await used.bench().store.history();
    expect(history.map(({ set }) => "lobby" in set.versions)).toEqual([false, true]);
  });

  test("is in no page of the set before, once that set is live again", async () => {
    const { bench, app, get } = used;
    const [first] = await bench().store.history();
    const record = await rollback(bench().store, {}, note);
    expect(record.set).toEqual({ ...first?.set, revision: 3 });
    await app().live.refresh();
    expect((await get("/about-us/")).body).not.toContain("lobby");
  });
});

describe("a record of the channel", () => {
  const used = useFixtureApp();

  test.each([["__proto__"], ["Lobby"], ["../lobby"], ["lobby/teaser"], [""]])("that names a package %j is refused", async (name) => {
    const { root, store } = used.bench();
    const path = join(root, "channels/stable/1.json");
    const text = await readFile(path, "utf8");
    try {
      await writeFile(path, text.replace('"navigation"', JSON.stringify(name)));
      await expect(store.current()).rejects.toMatchObject({ code: "STORE_CORRUPT" });
    } finally {
      await writeFile(path, text);
    }
  });
});

describe("a set", () => {
  const used = useFixtureApp({ releases: false });

  test("that lacks packages which its layout needs is refused, and they are named", async () => {
    const { store, write } = used.bench();
    const releases = await Promise.all(["shell", "navigation", "content", "lobby"].map((name) => write(name)));
    for (const { name, version, folder } of releases) await store.admit(name, version, folder);
    const versions = Object.fromEntries(releases.map(({ name, version }) => [name, version]));
    await expect(promote(store, versions, note)).rejects.toMatchObject({
      code: "SET_INCOMPLETE", details: { missing: "compliance, download", shell: `the layout of shell@${versions["shell"]}` },
    });
    const { shell: _shell, ...others } = versions;
    await expect(promote(store, others, note)).rejects.toMatchObject({ code: "SET_INCOMPLETE", details: { missing: "shell", shell: "every set" } });
    expect(await store.current()).toBeUndefined();
  });
});
