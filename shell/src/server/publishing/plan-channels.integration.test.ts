import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { toJsonObject } from "@site/contracts/signing/json-object";
import { parseEnvelope, signDocument, toEnvelopeBytes } from "@site/contracts/signing/signed-document";
import type { SetVersions } from "@site/contracts/releases/release-set";
import { openServerKey, type ServerKey } from "../continuity/server-key.ts";
import { pickShare } from "../releases/channels.ts";
import { createFixtureBench, type FixtureBench } from "../testing/fixture-bench.ts";
import { toServerSource } from "../testing/fixture-release.ts";
import { type ChannelChange, planCanaryPromote, planChannels } from "./plan-channels.ts";
import { carryOut, planPromote, planRollback, promote, rollback } from "./promote.ts";

const note = { why: "a reason", checkSet: async () => ({ sites: ["GGPPH"], checks: [] }) };
let bench: FixtureBench;
let stable: SetVersions;
let content: string;
let download: string;
beforeEach(async () => {
  bench = await createFixtureBench();
  stable = await bench.releaseAll();
  content = (await bench.admit("content", { server: toServerSource("next") })).version;
  download = (await bench.admit("download", { server: toServerSource("next") })).version;
});
afterEach(() => bench.remove());

const change = async (wanted: ChannelChange, store = bench.store) =>
  carryOut(store, await planChannels(store, wanted), note);
const startCanary = (percent = 5) => change({ kind: "canary-start", changes: { content }, percent, first: 40 });
const hour = 3_600_000;
const from = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
const pin = (name: string, duration = hour): ChannelChange => ({
  kind: "pin",
  name,
  why: "it moves",
  until: new Date(Date.now() + duration).toISOString(),
});
const toFile = (revision: number): string =>
  join(bench.root, "channels/stable", `${String(revision).padStart(8, "0")}.json`);

describe("a canary", () => {
  test("stands beside the stable set in the newest record, and every reader sees it", async () => {
    const record = await startCanary();
    expect(record.set.versions).toEqual(stable);
    const { channels } = (await bench.reopen({ keys: undefined }).current()) ?? {};
    expect(channels?.canary).toMatchObject({
      percent: 5,
      first: 40,
      set: { revision: 2, versions: { ...stable, content } },
    });
  });

  test("goes on beside a promote of another package, which it gets too", async () => {
    await startCanary();
    const record = await promote(bench.store, { download }, note);
    expect(record.set.versions).toEqual({ ...stable, download });
    expect(record.channels?.canary?.set.versions).toEqual({ ...stable, content, download });
  });

  test("is promoted as it is, and ends with that", async () => {
    await startCanary();
    await expect(planPromote(bench.store, { content: stable["content"] ?? "" })).resolves.toMatchObject({
      isDone: true,
    });
    const record = await carryOut(bench.store, await planCanaryPromote(bench.store), note);
    expect(record).toMatchObject({
      set: { revision: 3, versions: { ...stable, content } },
      action: { kind: "promote" },
    });
    expect(record.channels).toBeUndefined();
  });

  test("keeps its own packages from being promoted past it, and there is one at a time", async () => {
    await startCanary();
    const other = (await bench.admit("content", { server: toServerSource("other") })).version;
    await expect(promote(bench.store, { content: other }, note)).rejects.toMatchObject({ code: "CANARY_RUNNING" });
    await expect(startCanary()).rejects.toMatchObject({ code: "CANARY_RUNNING", details: { packages: "content" } });
  });

  test("ends with a rollback, and when it is stopped; nothing else ends", async () => {
    await bench.advance({ ...stable, download });
    await change(pin("support-chat"));
    await startCanary();
    const record = await rollback(bench.store, {}, note);
    expect(record.set.versions).toEqual(stable);
    expect(Object.keys(record.channels ?? {})).toEqual(["pins"]);
    await startCanary();
    expect((await change({ kind: "canary-stop" })).channels?.canary).toBeUndefined();
    await expect(change({ kind: "canary-stop" })).rejects.toMatchObject({ code: "CANARY_NONE" });
  });

  test("that grows by itself has the share of its latest step, until an operator says another", async () => {
    const steps = [5, 25, 100].map((percent, index) => ({ percent, from: from(index + 1) }));
    const { channels } = await change({ kind: "canary-start", changes: { content }, percent: 1, first: 0, steps });
    const canary = channels?.canary;
    expect([0.5, 1.5, 2.5, 9].map((hours) => canary && pickShare(canary, new Date(from(hours))))).toEqual([
      1, 5, 25, 100,
    ]);
    const held = (await change({ kind: "canary-share", percent: 3 })).channels?.canary;
    expect(held && pickShare(held, new Date(from(9)))).toBe(3);
  });

  test("that would show every visitor the stable set is refused", async () => {
    const same = { content: stable["content"] ?? "" };
    await expect(change({ kind: "canary-start", changes: same, percent: 5, first: 0 })).rejects.toMatchObject({
      code: "CANARY_UNCHANGED",
      details: { packages: "content" },
    });
    expect((await bench.store.current())?.channels?.canary).toBeUndefined();
  });

  test("of a set that was not checked is refused without a check", async () => {
    const move = await planChannels(bench.store, {
      kind: "canary-start",
      changes: { content, download },
      percent: 5,
      first: 0,
    });
    await expect(carryOut(bench.store, move, { why: "quick" })).rejects.toMatchObject({ code: "SET_UNCHECKED" });
  });
});

describe("a freeze", () => {
  test("lets nothing move but rollbacks, and a canary only back", async () => {
    await bench.advance({ ...stable, download });
    await startCanary(5);
    await change({ kind: "freeze", why: "the weekend" });
    await expect(promote(bench.store, { content }, note)).rejects.toMatchObject({ code: "CHANNEL_FROZEN" });
    await expect(change({ kind: "canary-share", percent: 6 })).rejects.toMatchObject({ code: "CHANNEL_FROZEN" });
    await expect(planCanaryPromote(bench.store)).rejects.toMatchObject({ code: "CHANNEL_FROZEN" });
    expect((await change({ kind: "canary-share", percent: 1 })).channels?.canary?.percent).toBe(1);
    expect((await rollback(bench.store, {}, note)).channels?.freeze?.why).toBe("the weekend");
    await change({ kind: "thaw" });
    expect((await promote(bench.store, { content }, note)).set.versions["content"]).toBe(content);
  });

  test("by one operator stops the promote that another planned before", async () => {
    const other = bench.reopen();
    const planned = await planPromote(other, { content });
    await change({ kind: "freeze", why: "the weekend" });
    await expect(carryOut(other, planned, note)).rejects.toMatchObject({ code: "REVISION_CONFLICT" });
    await expect(promote(other, { content }, note)).rejects.toMatchObject({ code: "CHANNEL_FROZEN" });
  });

  test("stops a share that grows by itself where it is", async () => {
    const steps = [{ percent: 100, from: new Date(Date.now() + hour).toISOString() }];
    await change({ kind: "canary-start", changes: { content }, percent: 1, first: 0, steps });
    const { channels } = await change({ kind: "freeze", why: "the weekend" });
    expect(channels?.canary && pickShare(channels.canary, new Date(Date.now() + 2 * hour))).toBe(1);
  });
});

describe("a pin", () => {
  test("keeps a package where it is, against promotes, canaries and rollbacks of two operators", async () => {
    await bench.advance({ ...stable, content, download });
    await change(pin("content"));
    const other = bench.reopen();
    for (const store of [bench.store, other]) {
      await expect(promote(store, { content: stable["content"] ?? "" }, note)).rejects.toMatchObject({
        code: "PACKAGE_PINNED",
        details: { name: "content" },
      });
      await expect(rollback(store, { package: "content" }, note)).rejects.toMatchObject({ code: "PACKAGE_PINNED" });
    }
    await expect(
      change({ kind: "canary-start", changes: { content: stable["content"] ?? "" }, percent: 1, first: 0 }),
    ).rejects.toMatchObject({ code: "PACKAGE_PINNED" });
    expect((await rollback(other, {}, note)).set.versions).toEqual({ ...stable, content });
  });

  test("of a package that a canary changes is refused until the canary has ended, so that no pinned package is in one", async () => {
    await startCanary();
    await expect(change(pin("content"))).rejects.toMatchObject({
      code: "CANARY_RUNNING",
      details: { packages: "content" },
    });
    expect(Object.keys((await change(pin("download"))).channels?.pins ?? {})).toEqual(["download"]);
    await change({ kind: "canary-stop" });
    expect(Object.keys((await change(pin("content"))).channels?.pins ?? {})).toEqual(["download", "content"]);
  });

  test("that alone keeps a rollback from changing anything refuses it by name, unless the rollback ends a canary", async () => {
    await bench.advance({ ...stable, content });
    await change(pin("content"));
    await expect(rollback(bench.store, {}, note)).rejects.toMatchObject({
      code: "PACKAGE_PINNED",
      details: { name: "content" },
    });
    await change({ kind: "canary-start", changes: { download }, percent: 5, first: 0 });
    const record = await rollback(bench.store, {}, note);
    expect(record.set.versions).toEqual({ ...stable, content });
    expect(Object.keys(record.channels ?? {})).toEqual(["pins"]);
  });

  test("is named by a rollback that leaves its package where it is", async () => {
    await bench.advance({ ...stable, content, download });
    await change(pin("content"));
    expect((await planRollback(bench.store, {})).held).toEqual(["content"]);
    expect((await planRollback(bench.store, { package: "download" })).held).toEqual([]);
  });

  test("ends at its moment, and when an operator says so", async () => {
    await change(pin("content", -1));
    await change(pin("download"));
    expect((await promote(bench.store, { content }, note)).set.versions["content"]).toBe(content);
    await expect(promote(bench.store, { download }, note)).rejects.toMatchObject({ code: "PACKAGE_PINNED" });
    await change({ kind: "unpin", name: "download" });
    expect((await promote(bench.store, { download }, note)).set.versions["download"]).toBe(download);
  });
});

describe.each<[string, ChannelChange, string]>([
  ["a freeze", { kind: "freeze", why: "the weekend" }, "CHANNEL_FROZEN"],
  ["a pin", pin("content"), "PACKAGE_PINNED"],
])("%s by one operator, and promotes by another at once", (_what, hold, code) => {
  test("leave no promote after it, whichever came first", async () => {
    const other = bench.reopen();
    const versions = [content, stable["content"] ?? ""];
    const promotes = Array.from({ length: 6 }, (_, index) =>
      promote(other, { content: versions[index % 2] ?? "" }, note),
    );
    let holds = change(hold);
    const outcomes = await Promise.allSettled([...promotes, holds]);
    // One that lost the race is said again, as an operator does.
    if (outcomes.at(-1)?.status === "rejected") holds = change(hold);
    const { set } = await holds;
    const live = (await other.current())?.set;
    expect(live?.revision).toBe(set.revision);
    await expect(
      promote(other, { content: versions.find((one) => one !== live?.versions["content"]) ?? "" }, note),
    ).rejects.toMatchObject({ code });
    for (const outcome of outcomes)
      if (outcome.status === "rejected")
        expect(outcome.reason).toMatchObject({ code: expect.stringMatching(`REVISION_CONFLICT|${code}`) });
  });
});

describe("a preview", () => {
  test("that is set again as it is makes no revision, and one that names another release does", async () => {
    const wanted: ChannelChange = { kind: "preview", name: "new-home", changes: { content } };
    await change(wanted);
    expect((await change(wanted)).set.revision).toBe(2);
    expect((await change({ ...wanted, changes: { content, download } })).set.revision).toBe(3);
  });

  test.each(["constructor", "new-home-2"])("of the name %s is not there before it is set", async (name) => {
    const end: ChannelChange = { kind: "preview-end", name };
    await expect(change(end)).rejects.toMatchObject({ code: "PREVIEW_UNKNOWN" });
    await change({ kind: "preview", name: "new-home", changes: { content } });
    await expect(change(end)).rejects.toMatchObject({ code: "PREVIEW_UNKNOWN" });
  });

  test("is a set with a name beside the stable one, which stays as it is", async () => {
    await change({ kind: "preview", name: "new-home", changes: { content } });
    const record = await promote(bench.store, { download }, note);
    expect(record.channels?.previews?.["new-home"]?.set.versions).toEqual({ ...stable, content });
    expect((await change({ kind: "preview-end", name: "new-home" })).channels).toBeUndefined();
    await expect(change({ kind: "preview-end", name: "new-home" })).rejects.toMatchObject({ code: "PREVIEW_UNKNOWN" });
  });
});

describe("a record", () => {
  test("without anything beside the stable set is the same as before there were canaries", async () => {
    expect(parseEnvelope(await readFile(toFile(1)), "record").signed).not.toHaveProperty("channels");
  });
});

describe("the return of a canary by a server", () => {
  let server: ServerKey;
  beforeEach(async () => {
    server = await openServerKey(`${bench.root}.state`);
  });
  const name = () => change({ kind: "guard", owner: "web-1", publicKey: server.publicKey });

  test("is a record of the server's own key, which every reader accepts, and keeps all else", async () => {
    await name();
    await change(pin("download"));
    const { set } = await startCanary();
    const record = await bench.reopen({ keys: undefined }).returnCanary(set.revision, "it fails", server);
    expect(record).toMatchObject({ by: "web-1", why: "it fails", action: { kind: "canary-return" } });
    const read = await bench.reopen({ keys: undefined }).current();
    expect(read?.set.versions).toEqual(stable);
    expect(Object.keys(read?.channels ?? {}).toSorted()).toEqual(["guards", "pins"]);
    expect(await bench.store.history()).toHaveLength(record.set.revision);
    expect((await promote(bench.store, { content }, note)).set.revision).toBe(record.set.revision + 1);
  });

  test("is refused of a server that no operator named, and without a canary", async () => {
    await startCanary();
    await expect(bench.store.returnCanary(2, "it fails", server)).rejects.toMatchObject({ code: "SIGNATURE_FOREIGN" });
    await name();
    await change({ kind: "canary-stop" });
    await expect(bench.store.returnCanary(4, "it fails", server)).rejects.toMatchObject({ code: "CANARY_NONE" });
  });

  test.each<[string, (signed: Record<string, unknown>) => object]>([
    ["promotes", (signed) => ({ ...signed, action: { kind: "promote" } })],
    [
      "makes the canary's set the stable one",
      (signed) => ({ ...signed, set: Reflect.get(Reflect.get(Object(signed["channels"]), "canary"), "set") }),
    ],
    ["leaves the canary as it is", (signed) => signed],
    [
      "lifts a pin",
      (signed) => ({ ...signed, channels: { guards: Reflect.get(Object(signed["channels"]), "guards") } }),
    ],
    ["follows another record", (signed) => ({ ...signed, previous: signed["set"] && "0".repeat(96) })],
  ])("a record of its that %s is refused", async (_what, forge) => {
    await name();
    await change(pin("download"));
    const { set } = await startCanary();
    const { signed } = parseEnvelope(await readFile(toFile(set.revision)), "record");
    const record = await bench.store.returnCanary(set.revision, "it fails", server);
    const returned = parseEnvelope(await readFile(toFile(record.set.revision)), "record").signed;
    const forged = forge({
      ...signed,
      revision: returned["revision"],
      previous: returned["previous"],
      action: returned["action"],
    });
    await writeFile(toFile(record.set.revision), toEnvelopeBytes(await signDocument(toJsonObject(forged), [server])));
    await expect(bench.reopen({ keys: undefined }).current()).rejects.toMatchObject({
      code: expect.stringMatching(/RECORD_INVALID|SIGNATURE_FOREIGN|ENVELOPE_INVALID/),
    });
  });
});
