import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createFixtureBench, type FixtureBench } from "../../testing/fixture-bench.ts";
import { toServerSource } from "../../testing/fixture-release.ts";
import { toDigest } from "@site/contracts/releases/digest";
import { toJsonObject } from "@site/contracts/signing/json-object";
import type { SetVersions } from "@site/contracts/releases/release-set";
import { rollback } from "../../publishing/promote.ts";
import { openSeenRevision } from "./seen-revision.ts";
import { parseEnvelope, signDocument, type Signer, toEnvelopeBytes } from "@site/contracts/signing/signed-document";
import { createFixtureTrust } from "../../testing/fixture-trust.ts";
import { createIdentity } from "../trust/create-identities.ts";
import { type Trust, createTrust } from "../trust/trust.ts";
import { parseRootList, parseTeamList } from "../trust/trust-list.ts";
import { toRootDocument } from "../trust/trust-documents.ts";
import { toMoment } from "../trust/trusted-key.ts";

let bench: FixtureBench;
let versions: SetVersions;
beforeEach(async () => {
  bench = await createFixtureBench();
  versions = await bench.releaseAll();
});
afterEach(() => bench.remove());

const toFile = (revision: number): string =>
  join(bench.root, "channels/stable", `${String(revision).padStart(8, "0")}.json`);

/** A server that has accepted the live record and remembers it. */
async function openServer(options: { trust?: Trust } = {}) {
  const seen = openSeenRevision(`${bench.root}.state`, "stable");
  const server = bench.reopen({ seen, keys: undefined, ...options });
  return { server, live: await server.current() };
}

/** A record as it is stored. */
async function readStored(revision: number) {
  return parseEnvelope(await readFile(toFile(revision)), "record");
}

/** Writes a copy of the newest record with changes, and a valid signature of `signer`. */
async function forge(
  revision: number,
  change: (signed: Record<string, unknown>) => object,
  signer: Signer = bench.trust.operator,
): Promise<void> {
  const newest = (await readdir(join(toFile(1), ".."))).length;
  const { signed } = await readStored(newest);
  await writeFile(toFile(revision), toEnvelopeBytes(await signDocument(toJsonObject(change({ ...signed })), [signer])));
}

describe("the channel", () => {
  test("has a record of each revision that says who made it, why, and by which action", async () => {
    const content = (await bench.admit("content", { server: toServerSource("next") })).version;
    const second = await bench.advance({ ...versions, content });
    expect(second).toMatchObject({
      set: { revision: 2, versions: { ...versions, content } },
      by: expect.stringContaining("operator"),
      why: "a test",
      action: { kind: "promote" },
    });
    const other = bench.reopen();
    expect(await other.current()).toEqual(second);
    expect((await other.history()).map(({ set }) => set.revision)).toEqual([1, 2]);
    expect(await other.history({ last: 1 })).toEqual([second]);
  });

  test("names a set by its content: a rollback is a new revision of the same set", async () => {
    const [first] = await bench.store.history();
    await bench.release("content", { server: toServerSource("next") });
    const third = await bench.advance(versions);
    expect(third.set).toEqual({ ...first?.set, revision: 3 });
  });

  test("refuses an advance that expects another revision, and says which one is the newest", async () => {
    for (const expected of [0, 2, 7]) {
      await expect(bench.store.advance(expected, versions, { why: "late" })).rejects.toMatchObject({
        code: "REVISION_CONFLICT",
        details: { channel: "stable", actual: 1, expected },
      });
    }
    expect(await bench.store.history()).toHaveLength(1);
  });

  test("dates no record before the one it follows, though the clock of its operator is behind", async () => {
    const ahead = await bench
      .reopen({ now: () => new Date(Date.now() + 90_000) })
      .advance(1, versions, { why: "ahead" });
    const next = await bench.store.advance(2, versions, { why: "right" });
    expect(next.at).toEqual(ahead.at);
    const later = await bench
      .reopen({ now: () => new Date(Date.now() + 95_000) })
      .advance(3, versions, { why: "later" });
    expect(later.at > next.at).toBe(true);
  });

  test("accepts one of several promotes at once, and has a history without gaps", async () => {
    const clients = [bench.store, bench.reopen(), bench.reopen(), bench.reopen()];
    for (let round = 1; round <= 5; round += 1) {
      const outcomes = await Promise.allSettled(
        clients.map((client, index) => client.advance(round, versions, { why: `operator ${index} in round ${round}` })),
      );
      const won = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
      expect(won).toHaveLength(1);
      for (const outcome of outcomes)
        if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "REVISION_CONFLICT" });
      expect(await bench.reopen().current()).toEqual(won[0]);
    }
    expect((await bench.store.history()).map(({ set }) => set.revision)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test("takes no set that was not checked, and none with a version that was not admitted", async () => {
    const { version } = await bench.admit("content", { server: toServerSource("unchecked") });
    await expect(bench.store.advance(1, { ...versions, content: version }, { why: "quick" })).rejects.toMatchObject({
      code: "SET_UNCHECKED",
    });
    await expect(
      bench.store.advance(1, { ...versions, content: "1.0.0-000000000000" }, { why: "a typo" }),
    ).rejects.toMatchObject({ code: "RELEASE_NOT_FOUND" });
    await expect(
      bench.store.advance(1, { ...versions, content: `${version}/` }, { why: "completed by the shell" }),
    ).rejects.toMatchObject({ code: "RELEASE_NOT_FOUND" });
    expect(await bench.store.history()).toHaveLength(1);
  });

  test("refuses an advance of a process without keys", async () => {
    await expect(bench.reopen({ keys: undefined }).advance(1, versions, { why: "a server" })).rejects.toMatchObject({
      code: "STORE_READ_ONLY",
    });
  });

  test("keeps its history readable when one old record is damaged, and reports its revision", async () => {
    await bench.release("content", { server: toServerSource("second") });
    await bench.release("content", { server: toServerSource("third") });
    await writeFile(toFile(2), "{}");
    const unreadable: number[] = [];
    const history = await bench.reopen().history({ onUnreadable: (revision) => void unreadable.push(revision) });
    expect(history.map(({ set }) => set.revision)).toEqual([1, 3]);
    expect(unreadable).toEqual([2]);
    await expect(bench.reopen().current()).resolves.toMatchObject({ set: { revision: 3 } });
    await bench.advance(versions);
    expect((await bench.store.current())?.set.revision).toBe(4);
  });

  test("refuses to remove a release that is live", async () => {
    await expect(bench.store.remove("content", versions["content"] ?? "none")).rejects.toMatchObject({
      code: "RELEASE_LIVE",
    });
    expect(await bench.store.versions("content")).toEqual([versions["content"]]);
  });
});

const otherSet = (signed: Record<string, unknown>): object => ({ ...signed, set: { schemaVersion: 1, packages: {} } });
const stranger = async (): Promise<Signer> => (await createFixtureTrust({ teams: [] })).operator;

describe("a channel whose newest record does not verify", () => {
  test("goes on with a rollback to a named revision, which servers without a memory of that record follow", async () => {
    await bench.release("content", { server: toServerSource("second") });
    await forge(2, (signed) => ({ ...signed, why: "not an operator" }), await stranger());
    await expect(bench.reopen().current()).rejects.toMatchObject({ code: "SIGNATURE_FOREIGN" });
    await expect(rollback(bench.reopen(), { revision: 1 }, { why: "back to what is known" })).resolves.toMatchObject({
      set: { revision: 3, versions },
    });
    expect((await bench.reopen().current())?.set.revision).toBe(3);
    expect((await bench.reopen().history()).map(({ set }) => set.revision)).toEqual([1, 3]);
  });
});

describe("a server refuses, with a code, and keeps what is live", () => {
  test.each<[string, string, () => Promise<void>]>([
    [
      "a record that was written by hand",
      "ENVELOPE_INVALID",
      () => writeFile(toFile(900), JSON.stringify({ set: { id: "0", revision: 900 }, by: "ceo", why: "urgent" })),
    ],
    [
      "a record with a signature of zeros",
      "SIGNATURE_INVALID",
      async () => {
        const {
          signatures: [signature],
          signed,
        } = await readStored(2);
        await writeFile(
          toFile(3),
          JSON.stringify({
            signatures: [{ keyid: signature?.keyid, sig: "0".repeat(128) }],
            signed: { ...signed, revision: 3 },
          }),
        );
      },
    ],
    [
      "a record that a stranger signed",
      "SIGNATURE_FOREIGN",
      async () => forge(3, (signed) => ({ ...signed, revision: 3 }), await stranger()),
    ],
    [
      "a record that the release check signed",
      "SIGNATURE_FOREIGN",
      () => forge(3, (signed) => ({ ...signed, revision: 3 }), bench.trust.check),
    ],
    [
      "a record that a team signed",
      "SIGNATURE_FOREIGN",
      () => forge(3, (signed) => ({ ...signed, revision: 3 }), bench.trust.team("content")),
    ],
    ["an old record under a new number", "RECORD_INVALID", async () => writeFile(toFile(3), await readFile(toFile(1)))],
    [
      "two records in each other's place",
      "RECORD_INVALID",
      async () => {
        const [first, second] = await Promise.all([1, 2].map((revision) => readFile(toFile(revision))));
        await Promise.all([writeFile(toFile(1), second ?? ""), writeFile(toFile(2), first ?? "")]);
      },
    ],
    [
      "a record that does not follow the one before",
      "RECORD_INVALID",
      () => forge(3, (signed) => ({ ...signed, revision: 3, previous: "0".repeat(96) })),
    ],
    [
      "a record that claims to be the first",
      "RECORD_INVALID",
      () => forge(3, (signed) => ({ ...signed, revision: 3, previous: null })),
    ],
    [
      "a record of another channel",
      "RECORD_INVALID",
      () => forge(3, (signed) => ({ ...signed, revision: 3, channel: "preview" })),
    ],
    [
      "a record with another set than was checked",
      "RECORD_INVALID",
      () => forge(3, (signed) => otherSet({ ...signed, revision: 3 })),
    ],
    [
      "a record from the future",
      "RECORD_FUTURE",
      () => forge(3, (signed) => ({ ...signed, revision: 3, at: "2999-01-01T00:00:00.000Z" })),
    ],
    [
      "a record that is dated before the one it follows",
      "RECORD_INVALID",
      async () => {
        const previous = toDigest(await readFile(toFile(2)));
        await forge(3, (signed) => ({ ...signed, revision: 3, previous, at: "2001-01-01T00:00:00.000Z" }));
      },
    ],
    [
      "a record with an unknown field",
      "ENVELOPE_INVALID",
      () => forge(3, (signed) => ({ ...signed, revision: 3, note: "x" })),
    ],
    [
      "a verdict that was signed by an operator",
      "SIGNATURE_FOREIGN",
      async () => {
        const { signed } = await readStored(2);
        const verdict = await signDocument(parseEnvelope(signed["verdict"], "verdict").signed, [bench.trust.operator]);
        await forge(3, (record) => ({ ...record, revision: 3, verdict }));
      },
    ],
    [
      "an admission in the place of a verdict",
      "ENVELOPE_TYPE_FOREIGN",
      async () => {
        const admission = parseEnvelope(
          await readFile(join(bench.root, "channels/admissions-content/00000001.json")),
          "admission",
        );
        await forge(3, (record) => ({ ...record, revision: 3, verdict: admission }));
      },
    ],
    [
      "the newest record exchanged for another that is signed right",
      "CHANNEL_FORKED",
      () => forge(2, (signed) => ({ ...signed, why: "another story" })),
    ],
    ["a channel from which the newest record was removed", "CHANNEL_ROLLED_BACK", () => rm(toFile(2))],
    [
      "a channel from which all records were removed",
      "CHANNEL_ROLLED_BACK",
      () => rm(join(toFile(1), ".."), { recursive: true }),
    ],
  ])("%s", async (_what, code, attack) => {
    await bench.release("content", { server: toServerSource("second") });
    const { server, live } = await openServer();
    expect(live?.set.revision).toBe(2);
    await attack();
    await expect(server.current()).rejects.toMatchObject({ code });
    // A restarted server remembers what it saw, and refuses too.
    await expect((async () => (await openServer()).live)()).rejects.toMatchObject({ code });
  });

  test("a channel that was put back and went on past what was seen, until what was seen is taken away as the error says", async () => {
    await bench.release("content", { server: toServerSource("second") });
    const { server } = await openServer();
    await forge(2, (signed) => ({ ...signed, why: "another story" }));
    const previous = toDigest(await readFile(toFile(2)));
    await forge(3, (signed) => ({ ...signed, revision: 3, previous }));
    const path = join(`${bench.root}.state`, "seen/stable/00000002.json");
    const expected = { code: "CHANNEL_FORKED", details: { revision: 2, path } };
    await expect(server.current()).rejects.toMatchObject(expected);
    await expect((async () => (await openServer()).live)()).rejects.toMatchObject(expected);
    await rm(path);
    expect((await server.current())?.set.revision).toBe(3);
  });
});

const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);

/** The trust list of the bench, with one more operator, whose key was retired an hour ago. */
async function retireOperator(): Promise<{ former: Signer; trust: Trust }> {
  const { identities, targets, rootDocument } = bench.trust;
  const { signer: former, ...identity } = createIdentity({ kind: "operator" }, "a former operator");
  const document = toRootDocument([...identities, identity], new Date(rootDocument.expires));
  Object.assign(document.keys[former.keyId] ?? {}, { retired: toMoment(hoursAgo(1)) });
  const root = await signDocument(toJsonObject(document), [bench.trust.signerOf({ kind: "root" })]);
  return {
    former,
    trust: createTrust(parseRootList(root, "root.json"), parseTeamList(targets, "targets.json"), () => new Date()),
  };
}

/** Makes revision 3 with that key, dated so that the key would count, on a server that shows revision 2. */
async function forgeBack(toAt: (before: unknown) => string) {
  await bench.release("content", { server: toServerSource("second") });
  const { former, trust } = await retireOperator();
  const { server, live } = await openServer({ trust });
  expect(live?.set.revision).toBe(2);
  const previous = toDigest(await readFile(toFile(2)));
  await forge(3, (signed) => ({ ...signed, revision: 3, previous, at: toAt(signed["at"]) }), former);
  return { server, restart: async () => (await openServer({ trust })).live };
}

describe("a record of an operator whose key was retired before the newest record was made is refused", () => {
  test("when its date is earlier, and looks later as it is written", async () => {
    const { server, restart } = await forgeBack((before) =>
      new Date(Date.parse(String(before)) + 60_000).toISOString().replace("Z", "+23:59"),
    );
    await expect(server.current()).rejects.toMatchObject({ code: "RECORD_INVALID" });
    await expect(restart()).rejects.toMatchObject({ code: "RECORD_INVALID" });
  });

  test("when the record that it follows was damaged, so that no date can be compared", async () => {
    const { server, restart } = await forgeBack(() => hoursAgo(2).toISOString());
    await writeFile(toFile(2), "{}");
    await expect(server.current()).rejects.toMatchObject({ code: "RECORD_INVALID" });
    await expect(restart()).rejects.toMatchObject({ code: "KEY_RETIRED" });
    // An operator whose key counts goes on.
    await forge(3, (signed) => ({ ...signed, at: new Date().toISOString() }));
    expect((await server.current())?.set.revision).toBe(3);
    expect((await restart())?.set.revision).toBe(3);
  });
});
