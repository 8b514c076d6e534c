import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ErrorCode } from "@site/contracts/errors";
import { createFixtureBench, type FixtureBench } from "../../testing/fixture-bench.ts";
import { type FixtureOptions, type FixtureRelease, toServerSource } from "../../testing/fixture-release.ts";
import { openFileLogs } from "../storage/file-channel-log.ts";
import { toJsonObject } from "@site/contracts/signing/json-object";
import { readRelease } from "../release-files.ts";
import { parseEnvelope, signDocument, toEnvelopeBytes } from "@site/contracts/signing/signed-document";
import { createFixtureTrust } from "../../testing/fixture-trust.ts";

let bench: FixtureBench;
beforeEach(async () => {
  bench = await createFixtureBench();
});
afterEach(() => bench.remove());

const read = async ({ name, folder }: FixtureRelease) => readRelease(folder, name);

function toProvenance(gitCommit: string) {
  return {
    predicateType: "https://slsa.dev/provenance/v1",
    buildDefinition: {
      buildType: "https://site.example/builds/rspack/1",
      externalParameters: { package: "content" },
      resolvedDependencies: [{ name: "source", digest: { gitCommit } }],
    },
    runDetails: { builder: { id: "urn:site:builder:one", version: {} } },
  };
}

describe("a release in a store", () => {
  test("loads with its manifest and the verified bytes of every file, for every client", async () => {
    const { version } = await bench.admit("content", { files: { "browser/a.js": "let a;" } });
    for (const store of [bench.store, bench.reopen()]) {
      const { release, label, files } = await store.load("content", version);
      expect(label).toBe(`content@${version}`);
      expect([...files.keys()].toSorted()).toEqual(Object.keys(release.files).toSorted());
      expect(files.get("browser/a.js")?.toString("utf8")).toBe("let a;");
    }
  });

  test("that was never admitted is RELEASE_NOT_FOUND", async () => {
    const { version } = await bench.write("content");
    await expect(bench.store.load("content", version)).rejects.toMatchObject({
      code: "RELEASE_NOT_FOUND",
      details: { release: `content@${version}` },
    });
    await expect(bench.store.load("unheard-of", version)).rejects.toMatchObject({ code: "RELEASE_NOT_FOUND" });
    expect(await bench.store.versions("content")).toEqual([]);
  });

  test("is listed in the order of admission, with the releases of its own package only", async () => {
    const versions: string[] = [];
    for (const text of ["c", "a", "b"])
      versions.push((await bench.admit("content", { files: { "browser/a.js": text } })).version);
    expect(await bench.store.versions("content")).toEqual(versions);
    expect(await bench.reopen().versions("content")).toEqual(versions);
    expect(await bench.store.versions("download")).toEqual([]);
  });

  test("that another builder made of another commit is the same release, and keeps where it came from first", async () => {
    const first = await bench.admit("content", { document: { provenance: toProvenance("1".repeat(40)) } });
    const second = await bench.admit("content", { document: { provenance: toProvenance("2".repeat(40)) } });
    expect(second.version).toBe(first.version);
    expect((await bench.reopen().load("content", first.version)).release.provenance).toEqual(
      toProvenance("1".repeat(40)),
    );
    expect(await bench.store.versions("content")).toEqual([first.version]);
  });

  test("is found after a hundred newer admissions", async () => {
    const first = await bench.admit("content");
    for (let index = 0; index < 100; index += 1)
      await bench.admit("content", { files: { "browser/a.js": String(index) } });
    expect((await bench.reopen().load("content", first.version)).label).toBe(`content@${first.version}`);
    expect(await bench.reopen().versions("content")).toHaveLength(101);
  }, 30_000);

  test("is kept in memory once it was verified, and dropped when later ones have more than 16 MB together", async () => {
    const versions: string[] = [];
    for (const part of ["a", "b", "c"]) {
      const files = { "browser/large.js": part.repeat(6 * 2 ** 20) };
      versions.push((await bench.admit("content", { files })).version);
    }
    const store = bench.reopen();
    const [first = "", ...later] = versions;
    const loaded = await store.load("content", first);
    expect(await store.load("content", first)).toBe(loaded);
    for (const version of later) await store.load("content", version);
    const again = await store.load("content", first);
    expect(again).not.toBe(loaded);
    expect(again.digest).toBe(loaded.digest);
  });

  test("may be admitted again, which repairs its damaged files", async () => {
    const fixture = await bench.admit("content", { files: { "browser/a.js": "let a;" } });
    await bench.damage(fixture, "browser/a.js", "let b;");
    await expect(bench.reopen().load("content", fixture.version)).rejects.toMatchObject({
      code: "RELEASE_FILE_MISMATCH",
    });
    await bench.store.admit(await read(fixture));
    expect((await bench.reopen().load("content", fixture.version)).files.get("browser/a.js")?.toString("utf8")).toBe(
      "let a;",
    );
    expect(await bench.reopen().versions("content")).toEqual([fixture.version]);
  });

  test("is admitted once and is whole when several processes admit it at once", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`browser/file-${index}.js`, `let a = ${index};`.repeat(500)]),
    );
    const loaded = await read(await bench.write("content", { files }));
    const clients = [bench.store, bench.reopen(), bench.store, bench.reopen(), bench.store, bench.reopen()];
    await Promise.all(clients.map((client) => client.admit(loaded)));
    expect((await bench.reopen().load("content", loaded.release.version)).files.size).toBe(loaded.files.size);
    expect(await bench.reopen().versions("content")).toEqual([loaded.release.version]);
  });
});

async function expectRefused(
  code: ErrorCode,
  file: string,
  bytes: string | undefined,
  options?: FixtureOptions,
): Promise<void> {
  const fixture = await bench.admit("content", options);
  await bench.damage(fixture, file, bytes);
  await expect(bench.reopen().load("content", fixture.version)).rejects.toMatchObject({ code, details: { file } });
}

describe("a release does not load", () => {
  test("when a byte of a file changed", () =>
    expectRefused("RELEASE_FILE_MISMATCH", "server/entry.cjs", toServerSource("attacker")));
  test("when a file is empty", () => expectRefused("RELEASE_FILE_MISMATCH", "browser/remoteEntry.js", ""));
  test("when a file is gone", () => expectRefused("RELEASE_FILE_MISSING", "browser/remoteEntry.js", undefined));

  test("when its team's key is not the one in the trust list", async () => {
    const forger = await createFixtureTrust({ teams: ["content"] });
    const keys = {
      team: async () => forger.team("content"),
      check: async () => bench.trust.check,
      operator: async () => bench.trust.operator,
    };
    const loaded = await read(await bench.write("content"));
    await expect(bench.reopen({ keys }).admit(loaded)).rejects.toMatchObject({ code: "SIGNATURE_FOREIGN" });
    expect(await bench.reopen().versions("content")).toEqual([]);
  });

  test("when another team signed it", async () => {
    const keys = {
      team: async () => bench.trust.team("download"),
      check: async () => bench.trust.check,
      operator: async () => bench.trust.operator,
    };
    const loaded = await read(await bench.write("content"));
    await expect(bench.reopen({ keys }).admit(loaded)).rejects.toMatchObject({ code: "SIGNATURE_FOREIGN" });
  });

  test("when its admission was signed by its team instead of the release check", async () => {
    const keys = {
      team: async () => bench.trust.team("content"),
      check: async () => bench.trust.team("content"),
      operator: async () => bench.trust.operator,
    };
    const loaded = await read(await bench.write("content"));
    await bench
      .reopen({ keys })
      .admit(loaded)
      .catch(() => undefined);
    await expect(bench.reopen().load("content", loaded.release.version)).rejects.toMatchObject({
      code: "RELEASE_NOT_FOUND",
    });
  });
});

const readWritten = async (options: FixtureOptions): Promise<unknown> => read(await bench.write("content", options));

/** Appends a copy of the newest admission with changes, signed by the release check. */
async function forgeAdmission(change: (signed: Record<string, unknown>) => object): Promise<void> {
  const log = openFileLogs(bench.root)("admissions-content");
  const head = await log.head();
  const { signed } = parseEnvelope(head?.bytes, "admission");
  await log.append(
    head?.revision ?? 0,
    toEnvelopeBytes(await signDocument(toJsonObject(change({ ...signed })), [bench.trust.check])),
  );
}

describe("an admission that says something else than its release", () => {
  test("does not make an old release of it run under a new version", async () => {
    const old = await bench.admit("content");
    await forgeAdmission((signed) => ({ ...signed, version: "9.0.0-0123456789ab" }));
    await expect(bench.reopen().load("content", "9.0.0-0123456789ab")).rejects.toMatchObject({
      code: "RELEASE_INVALID",
      details: { path: "version" },
    });
    expect((await bench.reopen().load("content", old.version)).label).toBe(`content@${old.version}`);
  });

  test("does not make another package's release run as its own", async () => {
    const foreign = await bench.admit("download");
    await bench.admit("content");
    const { digest } = await bench.store.load("download", foreign.version);
    await forgeAdmission((signed) => ({ ...signed, version: foreign.version, digest }));
    await expect(bench.reopen().load("content", foreign.version)).rejects.toMatchObject({
      code: expect.stringMatching(/^SIGNATURE|^RELEASE_NAME_FOREIGN/),
    });
  });

  test("does not count in another package's log", async () => {
    const { version } = await bench.admit("content");
    const head = await openFileLogs(bench.root)("admissions-content").head();
    await openFileLogs(bench.root)("admissions-download").append(0, head?.bytes ?? Buffer.alloc(0));
    await expect(bench.reopen().load("download", version)).rejects.toMatchObject({ code: "RELEASE_NOT_FOUND" });
  });
});

describe("a built release is not read", () => {
  test("when it is another package's", async () => {
    const { folder } = await bench.write("download");
    await expect(readRelease(folder, "content")).rejects.toMatchObject({ code: "RELEASE_NAME_FOREIGN" });
  });

  test("into a store when its version was written by hand", async () => {
    const written = await read(await bench.write("content", { version: "1.0.0-0123456789ab" }));
    await expect(bench.store.admit(written)).rejects.toMatchObject({
      code: "RELEASE_VERSION_WRONG",
      details: { release: "content@1.0.0-0123456789ab", expected: expect.stringMatching(/^1\.0\.0-[0-9a-f]{12}$/) },
    });
  });

  test("when its manifest has another hash for a file", async () => {
    const { folder } = await bench.write("content");
    const { release } = await readRelease(folder, "content");
    const files = { ...release.files, "server/entry.cjs": { ...release.files["browser/remoteEntry.js"] } };
    await expect(readWritten({ document: { files } })).rejects.toMatchObject({ code: "RELEASE_FILE_MISMATCH" });
  });

  test("when it carries getPublicPath, which a browser would run as code", async () => {
    await expect(
      readWritten({ document: { metaData: { getPublicPath: "return '//evil.example/'" } } }),
    ).rejects.toMatchObject({ code: "RELEASE_ENTRY_FORBIDDEN" });
  });

  test.each([
    ["server/other.cjs", "RELEASE_FILE_MISSING"],
    ["../../etc/passwd", "RELEASE_INVALID"],
  ])("when its server file is %s", async (serverEntry, code) => {
    await expect(readWritten({ document: { serverEntry } })).rejects.toMatchObject({ code });
  });
});
