import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ErrorCode } from "@site/contracts/errors";
import type { PackageName } from "@site/contracts/package-name";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { describeReleaseChannel, versions } from "./describe-release-channel.ts";
import { type FixtureOptions, type FixtureRelease, toServerSource, writeFixtureRelease } from "./fixture-release.ts";
import type { ReleaseStore } from "./release-store.ts";
import { type KeyRing, loadKeyRing } from "./signing.ts";

/** A store under test. */
export interface StoreUnderTest {
  store: ReleaseStore;
  /** A second client of the same store, as another server or operator has. */
  other: ReleaseStore;
  /** The folder from which this client serves a release, for tests that damage it. */
  toFolder(name: PackageName, version: string): string;
  close?(): Promise<void>;
}

/** What every release store promises, whatever it is made of. `open` opens an empty store in a folder of its own. */
export function describeReleaseStore(kind: string, open: (folder: string, keys: KeyRing) => StoreUnderTest | Promise<StoreUnderTest>): void {
  let root = "";
  let keys: KeyRing;
  let opened: StoreUnderTest;
  let written = 0;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), `release-store-${kind}-`));
    keys = loadKeyRing(root);
    opened = await open(root, keys);
  });
  afterEach(async () => {
    await opened.close?.();
    await rm(root, { recursive: true, force: true });
  });

  const write = (name: PackageName, options?: FixtureOptions): Promise<FixtureRelease> => {
    written += 1;
    return writeFixtureRelease(name, join(root, "written", String(written), name), keys, options);
  };

  async function admit(name: PackageName, options?: FixtureOptions): Promise<FixtureRelease> {
    const fixture = await write(name, options);
    await opened.store.admit(name, fixture.version, fixture.folder);
    return fixture;
  }

  /** Admits a release, lets `damage` do its worst to the store's copy, and tells why it does not load any more. */
  async function expectRefused(code: ErrorCode, damage: (folder: string) => Promise<unknown>, options?: FixtureOptions): Promise<void> {
    const { version } = await admit("content", options);
    await damage(opened.toFolder("content", version));
    await expect(opened.store.load("content", version)).rejects.toMatchObject({ code });
  }

  describe(`a release in a store of ${kind}`, () => {
    test("loads with its document and the verified bytes of every file", async () => {
      const { version } = await admit("content", { files: { "browser/a.js": "let a;" } });
      const { release, label, files } = await opened.store.load("content", version);
      expect(label).toBe(`content@${version}`);
      expect([...files.keys()].toSorted()).toEqual(Object.keys(release.files).toSorted());
      expect(files.get("browser/a.js")?.toString("utf8")).toBe("let a;");
    });

    test("loads for every client of the store", async () => {
      const { version } = await admit("download");
      expect((await opened.other.load("download", version)).release.version).toBe(version);
    });

    test("that was never admitted is said not to be there", async () => {
      await expect(opened.store.load("content", versions.content)).rejects.toMatchObject({
        code: "RELEASE_NOT_FOUND", details: { release: `content@${versions.content}` },
      });
      expect(await opened.store.versions("content")).toEqual([]);
    });

    test("is listed among its package's versions, and no other package's", async () => {
      const { version } = await admit("content");
      expect(await opened.store.versions("content")).toEqual([version]);
      expect(await opened.store.versions("download")).toEqual([]);
    });

    test("is listed after those that came before it, whatever its version looks like", async () => {
      for (const version of ["1.10.0-ffffffffffff", "1.9.0-000000000000", "1.10.0-000000000000"]) {
        await admit("content", { version, files: { "browser/a.js": version } });
      }
      expect(await opened.store.versions("content")).toEqual(["1.10.0-ffffffffffff", "1.9.0-000000000000", "1.10.0-000000000000"]);
    });

    test("is among the releases of the store, with the moment it was admitted, until it is removed, whole and for every client", async () => {
      const { version } = await admit("content");
      await admit("download");
      const found = await opened.other.releases();
      expect(found.map(({ name }) => name).toSorted()).toEqual(["content", "download"]);
      for (const { at } of found) expect(at).toBeInstanceOf(Date);
      await opened.store.remove("content", version);
      await opened.store.remove("content", version);
      expect((await opened.other.releases()).map(({ name }) => name)).toEqual(["download"]);
      await expect(opened.other.load("content", version)).rejects.toMatchObject({ code: "RELEASE_NOT_FOUND" });
      await admit("content");
      expect(await opened.other.versions("content")).toEqual([version]);
    });

    test("may be admitted again with the same content", async () => {
      const { version } = await admit("content");
      const again = await write("content", { document: { builtAt: "2026-02-02T00:00:00.000Z" } });
      expect(again.version).toBe(version);
      await expect(opened.store.admit("content", version, again.folder)).resolves.toBeUndefined();
      expect((await opened.store.load("content", version)).release.builtAt).toBe("2026-01-01T00:00:00.000Z");
    });

    test("never changes: the same version with other content is refused, and the first stays", async () => {
      const { version } = await admit("content", { files: { "browser/a.js": "first" } });
      const other = await write("content", { files: { "browser/a.js": "second" }, version });
      await expect(opened.store.admit("content", version, other.folder)).rejects.toMatchObject({ code: "RELEASE_VERSION_TAKEN" });
      expect((await opened.store.load("content", version)).files.get("browser/a.js")?.toString("utf8")).toBe("first");
    });

    test("is whole when several operators admit it at once", async () => {
      const files = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`browser/file-${index}.js`, `let a = ${index};`.repeat(500)]));
      const fixture = await write("content", { files });
      const clients = [opened.store, opened.other, opened.store, opened.other, opened.store, opened.store];
      const outcomes = await Promise.allSettled(clients.map((client) => client.admit("content", fixture.version, fixture.folder)));
      expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);
      expect((await opened.store.load("content", fixture.version)).files.size).toBe(43);
    });

    test("is not visible while a part of it is missing: a folder that cannot be read leaves nothing behind", async () => {
      const fixture = await write("content", { files: { "browser/z/last.js": "last" } });
      await rm(join(fixture.folder, "browser/z/last.js"));
      await symlink("/nowhere/at/all", join(fixture.folder, "browser/z/last.js"));
      await chmod(join(fixture.folder, "browser/z"), 0o000);
      try {
        await opened.store.admit("content", fixture.version, fixture.folder).catch(() => undefined);
      } finally {
        await chmod(join(fixture.folder, "browser/z"), 0o755);
      }
      const visible = await opened.store.versions("content");
      for (const version of visible) await expect(opened.store.load("content", version)).rejects.toMatchObject({ code: expect.stringMatching(/^RELEASE_FILE_/) });
    });
  });

  describe(`a release in a store of ${kind} does not load`, () => {
    test("when a byte of a file changed", async () => {
      await expectRefused("RELEASE_FILE_MISMATCH", (folder) => writeFile(join(folder, "server/entry.cjs"), toServerSource("tampered")));
    });

    test("when a file is empty", async () => {
      await expectRefused("RELEASE_FILE_MISMATCH", (folder) => writeFile(join(folder, "browser/remoteEntry.js"), ""));
    });

    test("when the document changed after it was signed", async () => {
      await expectRefused("RELEASE_SIGNATURE_INVALID", async (folder) => {
        const document = await readFile(join(folder, "release.json"), "utf8");
        await writeFile(join(folder, "release.json"), document.replace("interaction", "visible"));
      });
    });

    test.each(["", "AAAA", "not base64 !", "A".repeat(88)])("when its signature is %j", async (signature) => {
      await expectRefused("RELEASE_SIGNATURE_INVALID", (folder) => writeFile(join(folder, "release.sig"), signature));
    });

    test("when another team signed it", async () => {
      await expectRefused("RELEASE_SIGNATURE_INVALID", async () => undefined, { signedBy: "download" });
    });

    test("when it is another team's release, signed by that team", async () => {
      const foreign = await write("download");
      await opened.store.admit("content", foreign.version, foreign.folder).catch(() => undefined);
      await expect(opened.store.load("content", foreign.version)).rejects.toMatchObject({ code: expect.stringMatching(/^RELEASE_(NAME_FOREIGN|NOT_FOUND)$/) });
    });

    test("when a file is there that is not listed", async () => {
      await expectRefused("RELEASE_FILE_UNLISTED", (folder) => writeFile(join(folder, "browser/extra.js"), "alert(1)"));
    });

    test("when a folder is there with a hidden file that is not listed", async () => {
      await expectRefused("RELEASE_FILE_UNLISTED", async (folder) => {
        await mkdir(join(folder, "notes"));
        await writeFile(join(folder, "notes/.secret"), "x");
      });
    });

    test("when a listed file is missing", async () => {
      await expectRefused("RELEASE_FILE_MISSING", (folder) => rm(join(folder, "browser/remoteEntry.js")));
    });

    test.each(["release.json", "release.sig"])("when its %s is missing", async (file) => {
      await expectRefused("RELEASE_FILE_MISSING", (folder) => rm(join(folder, file)));
    });

    test("when a listed file is a link, also one to a file with the right bytes", async () => {
      await expectRefused("RELEASE_FILE_MISSING", async (folder) => {
        await cp(join(folder, "server/entry.cjs"), join(root, "outside.cjs"));
        await rm(join(folder, "server/entry.cjs"));
        await symlink(join(root, "outside.cjs"), join(folder, "server/entry.cjs"));
      });
    });

    test("when a folder of it is a link, also one to the right files", async () => {
      await expectRefused("RELEASE_FILE_UNLISTED", async (folder) => {
        await cp(join(folder, "server"), join(root, "outside"), { recursive: true });
        await rm(join(folder, "server"), { recursive: true });
        await symlink(join(root, "outside"), join(folder, "server"));
      });
    });

    test("when it carries getPublicPath, which a browser would run as code", async () => {
      await expectRefused("RELEASE_ENTRY_FORBIDDEN", async () => undefined, { document: { metaData: { getPublicPath: "return '//evil.example/'" } } });
    });

    test("when its document is no JSON, or JSON of something else", async () => {
      await expectRefused("RELEASE_INVALID", (folder) => writeFile(join(folder, "release.json"), "<!doctype html>"));
      await expectRefused("RELEASE_INVALID", async () => undefined, { files: { "browser/b.js": "b" }, document: { serverEntry: "../../etc/passwd" } });
    });

    test("when its server file is not among its files", async () => {
      await expectRefused("RELEASE_FILE_MISSING", async () => undefined, { document: { serverEntry: "server/other.cjs" } });
    });
  });

  describeReleaseChannel(kind, () => opened, admit);
}
