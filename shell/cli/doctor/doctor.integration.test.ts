import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { canMount } from "../../src/server/testing/can-mount.ts";
import { codeCache } from "../../src/server/testing/code-cache.ts";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { SiteError } from "@site/contracts/errors";
import { createCertificate, createExpiredCertificate } from "../../src/server/testing/fixture-certificate.ts";
import { examineCertificate } from "./examine-certificates.ts";
import { examineData } from "./examine-data.ts";
import { examineDisk, examineWritable } from "./examine-disk.ts";
import { examineClockAhead, examineCollection, examineRecordClock } from "./examine-store.ts";
import { examineTokens, examineTrust } from "./examine-trust.ts";
import { toStorePlaces } from "../../src/server/releases/stores/open-store.ts";
import { createIdentity } from "../../src/server/releases/trust/create-identities.ts";
import { toServerSource } from "../../src/server/testing/fixture-release.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { formatFindings } from "./format-findings.ts";
import { runSiteIn } from "../testing/run-site-fixture.ts";

let bench: FixtureBench;
const servers: Server[] = [];

async function runDoctor(...addresses: string[]): Promise<{ code: number; text: string; findings: Diagnosis[] }> {
  const { code, out } = await runSiteIn(bench.root, ["--json", "doctor", ...addresses]);
  const { findings }: { findings: Diagnosis[] } = JSON.parse(out);
  return { code, text: formatFindings(findings), findings };
}

/** The trust list that a command made longer than the day that tests' lists count, by the names of its files. */
const renewed = new Map<string, string>();

/** Has a store whose trust list counts for a year. All stores of this process have one root. */
async function renewTrust(): Promise<void> {
  const { trustDir } = toStorePlaces(bench.root);
  if (renewed.size === 0) {
    expect(await runSiteIn(bench.root, ["trust", "renew", "--days", "365"])).toMatchObject({ code: 0 });
    for (const file of readdirSync(trustDir)) renewed.set(file, readFileSync(join(trustDir, file), "utf8"));
  } else for (const [file, text] of renewed) writeFileSync(join(trustDir, file), text);
}

/** The lines of the command without those of disks. */
const withoutRoom = (lines: string): string => lines.replaceAll(/^.* disk: .*$/gm, "");

/** What was found about something, without its address. */
function about(findings: readonly Diagnosis[], word: string): string[] {
  return findings.filter((one) => one.about.startsWith(word)).map(({ state, found }) => `${state}: ${found}`);
}

/** A server whose `/readyz` answers this, with a clock that is this many seconds ahead. */
const serve = (readiness: object, { status = 200, secondsAhead = 0 } = {}): Promise<string> =>
  serveEach(async () => readiness, { status, secondsAhead });

/** A server that makes an answer for each question. */
async function serveEach(makeAnswer: () => Promise<object>, { status = 200, secondsAhead = 0 } = {}): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader("date", new Date(Date.now() + secondsAhead * 1000).toUTCString());
    void makeAnswer().then((readiness) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(readiness)),
    );
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Denies the folders of logs, as to another user than the one that made them. */
async function denyLogs(path: string): Promise<void> {
  if (/channels\//.test(path)) throw new Error(`EACCES: permission denied, access '${path}'`);
}

/** A document that was refused because of an error of its file. */
const refuse = (document: string, cause: Error): SiteError =>
  new SiteError("DATA_DOCUMENT_INVALID", { document, path: "(root)", problem: cause.message }, { cause });

const ready = { ready: true, revision: 1, lag: null, trust: { problem: null, refused: [] } };

describe("site doctor", () => {
  beforeEach(async () => {
    bench = await createFixtureBench();
    await bench.writeIdentities();
    await renewTrust();
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) server.close();
    await bench.remove();
  });

  test.runIf(canMount())("says that the store is on a read-only disk, and ends with 9", async () => {
    await bench.releaseAll();
    await runSiteIn(bench.root, ["status"]);
    const mount = `mount --bind ${bench.root} ${bench.root} && mount -o remount,ro,bind ${bench.root}`;
    const site = `${process.execPath} ${join(import.meta.dirname, "../commands/site.ts")}`;
    const output = execFileSync("sh", ["-c", `unshare -rm sh -c '${mount} && ${site} doctor; echo exit $?'`], {
      env: { ...process.env, NODE_COMPILE_CACHE: codeCache, STORE_DIR: bench.root },
      encoding: "utf8",
    });
    expect(output).toContain(`NOW   disk: The store, ${bench.root}, cannot be written by this user: EROFS`);
    expect(output).toMatch(/exit 9\n$/);
  });

  test("finds nothing wrong with a good site, and ends with 0; with 9 when its certificate has expired", async () => {
    await bench.releaseAll();
    const address = await serve(ready);
    const { code, text, findings } = await runDoctor(address);
    const { certFile: TLS_CERT, keyFile: TLS_KEY } = createExpiredCertificate(bench.root, "expired");
    const { code: urgent, out } = await runSiteIn(bench.root, ["doctor"], { TLS_CERT, TLS_KEY });
    expect(out).toMatch(
      /NOW {3}certificate: The certificate in TLS_CERT, \S+, expired on .*: browsers refuse the site\.\n/,
    );
    expect(urgent).toBe(9);
    expect(findings.filter(({ about: what, state }) => what !== "disk" && state !== "fine")).toEqual([]);
    expect(about(findings, "store")).toEqual([
      "fine: Revision 1 is live, and every signature and hash of its 6 releases is right.",
    ]);
    expect(about(findings, "server")).toEqual(["fine: It is ready, with revision 1."]);
    // What the command writes to a terminal; the bytes that are free change meanwhile.
    const { out: written } = await runSiteIn(bench.root, ["doctor", address]);
    expect(withoutRoom(written)).toBe(withoutRoom(text));
    expect(about(findings, "releases")).toEqual(["fine: All 6 releases of the store stay at the next collection."]);
    expect(text).toContain("FINE  clock: No record is from the future of this machine's clock.");
    expect(text).toMatch(/Nothing has to be done now\.$/);
    expect(code).toBe(0);
  });

  test("names a live release whose file was changed, says what to do, and ends with 9", async () => {
    await bench.releaseAll();
    const content = await bench.release("content", { files: { "browser/more.js": "12345" } });
    await bench.damage(content, "browser/more.js");
    const { code, text, findings } = await runDoctor();
    expect(about(findings, "store")).toEqual([
      expect.stringContaining(`now: content@${content.version} is live and does not verify: `),
    ]);
    expect(text).toContain('site rollback content --why "damaged release"');
    expect(text).toMatch(/1 of \d+ findings need something done now\.$/);
    expect(code).toBe(9);
  });

  test("offers no rollback of a damaged release where none can be done", async () => {
    const { content } = await bench.releaseAll();
    await bench.damage(await bench.release("content", { files: { "browser/more.js": "1" } }), "browser/more.js");
    // The release before it is damaged too.
    await bench.blobs.remove((await bench.store.readSigned("content", content)).digest);
    const { text } = await runDoctor();
    expect(text).toContain("Publish and promote content again.\n");
    expect(text).not.toContain("go back");
  });

  test("names the way back that is not there any more, and says nothing of one that there never was", async () => {
    const { content } = await bench.releaseAll();
    expect(about((await runDoctor()).findings, "rollback")).toEqual([]);
    await bench.release("content", { server: toServerSource("next") });
    await bench.release("navigation", { server: toServerSource("next") });
    expect(about((await runDoctor()).findings, "rollback")).toEqual([
      "fine: What the next rollbacks go back to is there whole.",
    ]);
    const { digest } = await bench.store.readSigned("content", content);
    await bench.blobs.remove(digest);
    const { code, text, findings } = await runDoctor();
    expect(about(findings, "rollback")).toEqual([
      expect.stringMatching(new RegExp(`^soon: site rollback content would be refused: content@${content} .*manifest`)),
    ]);
    expect(text).toContain("Publish that release again.");
    expect(code).toBe(0);
    await bench.store.remove("content", content);
    const gone = await runDoctor();
    expect(about(gone.findings, "rollback")).toContain(
      `soon: site rollback content would be refused: Revision 1 has content@${content}, which is not in the store any more.`,
    );
    // Once for each finding, and not in its sentence as well.
    const advised = gone.text.split("Publish that release again").length - 1;
    expect(advised).toBe(about(gone.findings, "rollback").length);
  });

  test("names a revision of the history that is gone or damaged", async () => {
    await bench.releaseAll();
    for (const text of ["second", "third", "fourth"]) await bench.release("content", { server: toServerSource(text) });
    rmSync(join(bench.root, "channels/stable/00000002.json"));
    writeFileSync(join(bench.root, "channels/stable/00000003.json"), "");
    const { text, findings } = await runDoctor();
    expect(about(findings, "history")).toEqual([
      expect.stringMatching(/^soon: Revision 2 cannot be read: /),
      expect.stringMatching(/^soon: Revision 3 cannot be read: /),
    ]);
    expect(text).toContain("Restore its file from a backup.");
    const { out } = await runSiteIn(bench.root, ["history"]);
    expect(out).toMatch(/^ +1 .*[^]*^ +2 +does not verify: [^]*^ +3 +does not verify: [^]*^ +4 /m);
    const latest = await runSiteIn(bench.root, ["history", "--last", "2"]);
    expect(latest.out).toMatch(/^REV.*\n +3 +does not verify: .*\n +4 /);
    expect(JSON.parse((await runSiteIn(bench.root, ["--json", "history"])).out)).toMatchObject({
      history: [{ set: { revision: 1 } }, { set: { revision: 4 } }],
      unreadable: [
        { revision: 2, code: "REVISION_NOT_FOUND" },
        { revision: 3, code: "REVISION_CORRUPT" },
      ],
    });
  });

  test("says of a release of the canary, and of a preview, that it does not verify, and how each ends", async () => {
    await bench.releaseAll();
    const next = await bench.write("content", { server: toServerSource("next") });
    await bench.take(next);
    const label = `content@${next.version}`;
    const why = ["--why", "a reason"];
    expect(await runSiteIn(bench.root, ["canary", "start", label, ...why])).toMatchObject({ code: 0 });
    expect(await runSiteIn(bench.root, ["preview", "set", "new-home", label, ...why])).toMatchObject({ code: 0 });
    const { digest } = await bench.store.readSigned("content", next.version);
    await bench.blobs.remove(digest);
    const { code, text, findings } = await runDoctor();
    expect(about(findings, "store")).toEqual([
      expect.stringMatching(/^fine: Revision 3 is live/),
      expect.stringMatching(new RegExp(`^now: ${label} is in the canary and does not verify: `)),
      expect.stringMatching(new RegExp(`^soon: ${label} is in the preview new-home and does not verify: `)),
    ]);
    expect(text).toMatch(/site canary stop --why [^]*site preview end new-home --why /);
    expect(code).toBe(9);
  });

  test("says that nothing is live, and that a store is not there, each with what to do", async () => {
    const empty = await runDoctor();
    expect([empty.code, ...about(empty.findings, "store")]).toEqual([9, "now: Nothing is live."]);
    expect(empty.text).toContain(
      "site publish shell compliance content download navigation support-chat, then site promote",
    );
    const { code, out } = await runSiteIn(bench.root, ["doctor"], { STORE_DIR: "/nowhere/at/all" });
    expect(code).toBe(9);
    expect(out).toContain("NOW   store: There is no release store");
    expect(out).toContain("NOW   disk: The store, /nowhere/at/all, cannot be looked at");
  });

  test("of a store that this machine has seen and that is gone says to put it back, and not to make another one", async () => {
    await bench.releaseAll();
    expect((await runDoctor()).text).toContain("Revision 1 is live");
    rmSync(bench.root, { recursive: true });
    const { text } = await runDoctor();
    expect(text).toMatch(
      /^NOW {3}store: The release store .* is gone, and this machine has seen its revision 1\.\n .*backup.*docs\/operations\.md/m,
    );
    expect(text).not.toMatch(/site init|Make the folder/);
  });

  test("names a data document that servers refuse, with its site and folder, and makes no folder for one", async () => {
    await bench.releaseAll();
    expect(about((await runDoctor()).findings, "data")).toEqual([]);
    expect(existsSync(join(bench.root, "data"))).toBe(false);
    const folder = join(bench.root, "data/GGPBR");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "geo-rules.json"), '{"rules":');
    const { code, text, findings } = await runDoctor();
    expect(about(findings, "data")).toEqual([
      expect.stringMatching(/^now: GGPBR: The data document geo-rules is invalid/),
    ]);
    expect(text).toContain(`Correct it in ${folder}, or take it away`);
    expect(code).toBe(9);
  });

  test("says the permission, once for each site, where this user may not read data documents that may be good", async () => {
    const denied = Object.assign(new Error("EACCES: permission denied, stat '/store/data'"), { code: "EACCES" });
    const findings = await examineData(bench.root, async (_storeDir, onRefused) => {
      for (const siteId of ["GGPBR", "GGPPH"])
        for (const document of ["geo-rules", "navigations"]) onRefused(refuse(document, denied), siteId);
      onRefused(refuse("download-links", new Error("Unexpected end of JSON input")), "GGPPH");
      return [];
    });
    expect(about(findings, "data")).toEqual([
      expect.stringMatching(/^now: GGPBR: its data documents cannot be read by this user.*EACCES/),
      expect.stringMatching(/^now: GGPPH: its data documents cannot be read by this user.*EACCES/),
      expect.stringMatching(/^now: GGPPH: The data document download-links is invalid/),
    ]);
    expect(findings.map(({ change = "" }) => /take it away/.test(change))).toEqual([false, false, true]);
  });

  test("of a store in NATS that is not there says that a command makes this machine's copy", async () => {
    const { code, out } = await runSiteIn("/nowhere/at/all", ["doctor"], { STORE: "nats://127.0.0.1:1" });
    expect(code).toBe(9);
    expect(out).toMatch(/disk: This machine's copy of the store, .*\n .*mend the store in NATS first/);
    expect(out).not.toContain("put the folder back");
  });

  test("asks the named servers while a store that takes connections gives no answer", async () => {
    const events: string[] = [];
    const mute = createTcpServer((socket) => {
      socket.on("error", () => undefined).on("close", () => events.push("the store is given up"));
      socket.resume();
    });
    await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
    try {
      const address = await serveEach(async () => {
        events.push("the server is asked");
        return ready;
      });
      const { port } = mute.address() as AddressInfo;
      const { out, err } = await runSiteIn(bench.root, ["doctor", address], { STORE: `nats://127.0.0.1:${port}` });
      expect(err).toMatch(/^The release store at nats:\S+ gives no answer yet; each address is tried for 3 s\.$/m);
      expect(out).toMatch(/^NOW +store: .*cannot be reached[^]*^FINE +server http.* revision 1\.$/m);
      expect(events[0]).toBe("the server is asked");
      expect(events).toContain("the store is given up");
    } finally {
      mute.close();
    }
  });

  test("names a key of this machine with which a rollback would be refused, and none that is not there", async () => {
    await bench.releaseAll();
    const { keysDir } = toStorePlaces(bench.root);
    const file = join(keysDir, "operator.pem");
    chmodSync(file, 0o644);
    const exposed = await runDoctor();
    expect(about(exposed.findings, "keys")).toEqual([
      expect.stringMatching(/^now: The private key .*operator\.pem.*chmod 600/),
    ]);
    expect(exposed.text).toContain("A promote and a rollback from this machine are refused until then.");
    expect(exposed.code).toBe(9);
    chmodSync(file, 0o600);
    expect(about((await runDoctor()).findings, "keys")).toEqual([]);
    await runSiteIn(bench.root, ["keys", "revoke", bench.trust.operator.keyId.slice(0, 12), "--why", "laptop stolen"]);
    expect(about((await runDoctor()).findings, "keys")).toEqual([expect.stringContaining("was revoked")]);
    rmSync(file);
    expect(about((await runDoctor()).findings, "keys")).toEqual([]);
  });

  test("tells of a change of the trust list that does not count yet, and no more of one that was dropped", async () => {
    await bench.releaseAll();
    const { publicKey } = createIdentity({ kind: "root" });
    const run = (...words: string[]): Promise<unknown> => runSiteIn(bench.root, words);
    await run("trust", "add", "root", "--owner", "Ben", "--public-key", publicKey);
    await run("trust", "threshold", "root", "2");
    await run("keys", "revoke", bench.trust.team("content").keyId.slice(0, 12), "--why", "laptop stolen");
    const waiting = await runDoctor();
    expect(about(waiting.findings, "trust")).toContain(
      `soon: A change of the trust list waits in ${toStorePlaces(bench.root).trustDir}. It does not count yet, and no other change is made before it.`,
    );
    expect(waiting.text).toContain("An owner's site trust sign signs it, and completes one that was interrupted");
    await run("trust", "withdraw");
    expect(about((await runDoctor()).findings, "trust").join("\n")).not.toContain("waits");
  });

  test("names a release that was signed with a key which is revoked since", async () => {
    const { content } = await bench.releaseAll();
    const key = bench.trust.team("content").keyId;
    await runSiteIn(bench.root, ["keys", "revoke", key.slice(0, 12), "--why", "laptop stolen"]);
    const { code, findings } = await runDoctor();
    expect(about(findings, "trust")).toContain(
      `now: content@${content} is live, and a key that signed it was revoked.`,
    );
    expect(code).toBe(9);
  });

  test("says of a release that is refused for another reason what that is, once, and of no revoked key", async () => {
    const { content } = await bench.releaseAll();
    const { digest } = await bench.store.readSigned("content", content);
    await bench.blobs.remove(digest);
    const { text, findings } = await runDoctor();
    expect(findings.filter(({ found }) => found.includes(`content@${content}`))).toEqual([
      expect.objectContaining({
        about: "store",
        found: expect.stringMatching(/is live and does not verify: .*manifest/),
      }),
    ]);
    expect(text).not.toContain("revoked");
  });

  test("says of a release whose key the trust list no longer names that it is not a key of the team", async () => {
    const { content } = await bench.releaseAll();
    await runSiteIn(bench.root, ["keys", "rotate", "content", "--public-key", "ab".repeat(32)]);
    const removed = await runSiteIn(bench.root, ["trust", "remove", bench.trust.team("content").keyId.slice(0, 12)]);
    expect(removed).toMatchObject({ code: 0 });
    const { text, findings } = await runDoctor();
    expect(about(findings, "trust")).toContainEqual(
      expect.stringMatching(new RegExp(`^now: content@${content} is live and does not verify: .*not a key of`)),
    );
    expect(text).not.toContain("revoked");
  });

  test("says of each of several servers what is wrong with it", async () => {
    const servers: [
      what: string,
      readiness: object,
      options: { status?: number; secondsAhead?: number },
      found: string,
    ][] = [
      [
        "is behind",
        { ...ready, revision: 0, lag: { since: "2026-01-01T00:00:00.000Z", why: "STORE_UNREACHABLE" } },
        {},
        "now: It serves revision 0, and the newest one is 1: STORE_UNREACHABLE since 2026-01-01T00:00:00.000Z.",
      ],
      [
        "follows another store",
        { ...ready, revision: 7 },
        {},
        "now: It serves revision 7, and the newest one of this store is 1: it follows another store.",
      ],
      [
        "saw a revision that a restored store lacks",
        { ...ready, revision: 7, lag: { since: "2026-01-01T00:00:00.000Z", why: "CHANNEL_ROLLED_BACK" } },
        {},
        "now: It serves revision 7, and saw a revision that this store lacks, as one that was restored does: CHANNEL_ROLLED_BACK since 2026-01-01T00:00:00.000Z.",
      ],
      [
        "cannot read its store, with the sentence that a server of this machine has",
        {
          ...ready,
          lag: { since: "2026-01-01T00:00:00.000Z", why: "STORE_UNREACHABLE" },
          problem: "The release store at nats://10.0.0.1:4222/site cannot be reached.",
        },
        {},
        "now: It serves revision 1, and the newest one is 1: STORE_UNREACHABLE since 2026-01-01T00:00:00.000Z. The release store at nats://10.0.0.1:4222/site cannot be reached.",
      ],
      ["drains", { ...ready, ready: false }, { status: 503 }, "now: It is not ready for requests."],
      ["starts", { ready: false }, { status: 503 }, "now: It serves nothing yet, and the newest one is 1."],
      [
        "has a clock that is 2 minutes ahead",
        ready,
        { secondsAhead: 121 },
        "soon: Its clock is 12X s ahead of this machine's.",
      ],
      [
        "has a clock that is a day behind",
        ready,
        { secondsAhead: -86_400 },
        "now: Its clock is 8640X s behind this machine's.",
      ],
      [
        "refuses its trust list",
        { ...ready, trust: { problem: { code: "TRUST_EXPIRED", since: "2026-01-01T00:00:00.000Z" }, refused: [] } },
        {},
        "now: It accepts no new record: TRUST_EXPIRED of its trust list since 2026-01-01T00:00:00.000Z.",
      ],
      [
        "serves what a revoked key signed",
        { ...ready, trust: { problem: null, refused: ["content@1"], why: { "content@1": "KEY_REVOKED" } } },
        {},
        "now: It serves content@1, which was signed with a key that is revoked.",
      ],
      [
        "serves what it would refuse for another reason",
        { ...ready, trust: { problem: null, refused: ["content@1"], why: { "content@1": "RELEASE_FILE_MISSING" } } },
        {},
        "now: It serves content@1, which it would refuse now: RELEASE_FILE_MISSING.",
      ],
      ["answers something else", { hello: 1 }, {}, "now: It does not answer /readyz: "],
    ];
    await bench.releaseAll();
    const addresses = await Promise.all(servers.map(([, readiness, options]) => serve(readiness, options)));
    const { findings } = await runDoctor(...addresses);
    const found = servers.map(([what], index) => {
      const one = findings.find(({ about: address }) => address === `server ${addresses[index]}`);
      // The header with the time has whole seconds, and an answer takes some of them.
      const said = one?.found.replace(
        /(12|8640|8639)\d s/,
        (digits) => `${digits.startsWith("12") ? "12" : "8640"}X s`,
      );
      return [what, `${one?.state}: ${said}`];
    });
    expect(found).toEqual(servers.map(([what, , , expected]) => [what, expect.stringContaining(expected)]));
  });

  test("says of a release of a revoked key that the canary's visitors alone get how it is taken back from them", async () => {
    const { content } = await bench.releaseAll();
    const tried = await bench.write("content", { server: toServerSource("what is tried") });
    await bench.take(tried);
    const { version } = tried;
    const words = ["canary", "start", `content@${version}`, "--percent", "5", "--why", "a try"];
    expect(await runSiteIn(bench.root, words)).toMatchObject({ code: 0 });
    const [tested, stable] = [`content@${version}`, `content@${content}`];
    const why = { [tested]: "KEY_REVOKED", [stable]: "KEY_REVOKED" };
    const canary = { set: (await bench.store.current())?.channels?.canary?.set.id, percent: 5 };
    const { findings } = await runDoctor(
      await serve({ ...ready, revision: 2, canary, trust: { problem: null, refused: [stable, tested], why } }),
    );
    const changes = findings
      .filter((one) => one.about.startsWith("server"))
      .map(({ found, change }) => [found, change]);
    expect(changes).toEqual([
      [
        `It serves ${stable}, which was signed with a key that is revoked.`,
        "Publish it again with another key, and promote it.",
      ],
      [
        `The canary's visitors get ${tested}, which was signed with a key that is revoked.`,
        'Take it back from them: site canary stop --why "…".',
      ],
    ]);
  });

  test("says of a server to which the record is of the future that its clock is to be set, and of no log; and that it could not be restarted without its store", async () => {
    await bench.releaseAll();
    const lag = { since: "2026-01-01T00:00:00.000Z", why: "RECORD_FUTURE" };
    const remembers = { revision: null, rememberedAt: null, problem: "There is no room left in /srv/state." };
    const { text, findings } = await runDoctor(
      await serve({ ...ready, revision: 0, lag, remembers }, { secondsAhead: -3600 }),
    );
    expect(text).toContain("Make its STATE_DIR writable, with room: it tries again by itself.");
    expect(about(findings, "server")).toEqual([
      expect.stringContaining("now: It serves revision 0, and the newest one is 1: RECORD_FUTURE since"),
      expect.stringMatching(/^now: Its clock is 36\d\d s behind|^now: Its clock is 3599 s behind/),
      "soon: It has no pages for a restart while its store does not answer: There is no room left in /srv/state.",
    ]);
    expect(text).toContain("Set its clock by a time server: it takes the record then, by itself.");
  });

  test("names a release that a server cannot render, since when and on how many pages, and how to go back", async () => {
    await bench.releaseAll();
    const address = await serve({
      ...ready,
      failing: [
        {
          release: "content@1.0.0-3f2a9c0d11aa",
          islands: ["content/about-us"],
          pages: 12,
          since: "2026-11-30T02:00:00.000Z",
        },
      ],
    });
    const { code, text, findings } = await runDoctor(address);
    expect(code).toBe(9);
    expect(about(findings, "server")).toEqual([
      "now: content@1.0.0-3f2a9c0d11aa is live, and content/about-us cannot be rendered since 2026-11-30T02:00:00.000Z: the last good HTML or a fallback stands on 12 pages.",
    ]);
    expect(text).toContain('site rollback content --why "does not render"');
  });

  test("names a server that reads its store and cannot tell it which revision it serves, and no server twice that cannot reach it", async () => {
    await bench.releaseAll();
    const unlisted = { since: "2026-11-30T02:00:00.000Z", why: "STORE_UNREACHABLE" };
    const { code, text, findings } = await runDoctor(await serve({ ...ready, unlisted }));
    expect(code).toBe(9);
    expect(about(findings, "server")).toEqual([
      "now: It reads its store, and could not tell it since 2026-11-30T02:00:00.000Z which revision it serves: STORE_UNREACHABLE. No promote waits for it.",
    ]);
    expect(text).toContain("nats stream cluster step-down KV_site-servers");
    const cutOff = await runDoctor(await serve({ ...ready, unlisted, lag: unlisted }));
    expect(about(cutOff.findings, "server")).toHaveLength(1);
  });

  test("says that a server does not serve the canary, which the record promises to its visitors, and not while it composes it", async () => {
    await bench.releaseAll();
    const tried = await bench.write("content", { server: toServerSource("what is tried") });
    await bench.take(tried);
    const { version } = tried;
    const words = ["canary", "start", `content@${version}`, "--percent", "20", "--why", "a try"];
    expect(await runSiteIn(bench.root, words)).toMatchObject({ code: 0 });
    const set = (await bench.store.current())?.channels?.canary?.set.id;
    const without = { ...ready, revision: 2 };
    vi.useFakeTimers({ toFake: ["performance"] });
    // A server that may be composing the canary is asked again for 5 seconds: two pass with each of its answers.
    const serving = await serveEach(async () => {
      vi.advanceTimersByTime(2000);
      return without;
    });
    const { code, findings } = await runDoctor(serving).finally(() => vi.useRealTimers());
    expect(code).toBe(0);
    expect(about(findings, "server")).toEqual([
      "soon: It does not serve the canary: all of its visitors get the stable set.",
    ]);
    let asked = 0;
    const composing = await serveEach(async () => {
      asked += 1;
      return asked < 3 ? without : { ...without, canary: { set, percent: 20 } };
    });
    expect(about((await runDoctor(composing)).findings, "server")).toEqual(["fine: It is ready, with revision 2."]);
  });

  test("finds nothing wrong with a server that shows, or is just composing, what was promoted during the examination", async () => {
    await bench.releaseAll();
    const answers = [
      // The server shows the second revision: the examination began with the first one.
      { promotes: true, lag: null, revision: 2 },
      // It does not show the third one yet when it is asked for the first time.
      { promotes: true, lag: { since: new Date().toISOString(), why: "UPDATING" }, revision: 2 },
      { promotes: false, lag: null, revision: 2 },
      { promotes: false, lag: null, revision: 3 },
    ];
    const address = await serveEach(async () => {
      const [{ promotes, ...answer } = { promotes: false }] = answers.splice(0, 1);
      if (promotes) await bench.release("content", { server: toServerSource(`text ${answers.length}`) });
      return { ...ready, ...answer };
    });
    const { out } = await runSiteIn(bench.root, ["doctor", address]);
    expect(out).toContain(`FINE  server ${address}: It is ready, with revision 2.`);
    const { code, findings } = await runDoctor(address);
    expect(about(findings, "server")).toEqual(["fine: It is ready, with revision 3."]);
    expect(code).toBe(0);
    expect(answers).toEqual([]);
  });

  test("says that a server does not answer, and refuses what is no address", async () => {
    await bench.releaseAll();
    const { code, findings } = await runDoctor("http://127.0.0.1:1");
    expect(about(findings, "server")).toEqual([expect.stringContaining("now: It does not answer /readyz")]);
    expect(code).toBe(9);
    expect((await runSiteIn(bench.root, ["doctor", "ftp://a.example"])).code).toBe(2);
  });
});

/** What is found about a certificate when this many days have passed. */
async function after(days: number, file: string): Promise<string[]> {
  const at = new Date(Date.now() + days * 86_400_000);
  return about(await examineCertificate("STORE_CERT", file, at), "certificate");
}

describe("an examination", () => {
  // One store with what is live, which no test of these changes.
  beforeAll(async () => {
    bench = await createFixtureBench();
    await bench.releaseAll();
  });
  afterAll(() => bench.remove());

  const now = new Date("2026-06-01T00:00:00Z");
  const inDays = (days: number): Date => new Date(now.getTime() + days * 86_400_000);

  test.each([
    [40, "fine", "holds until 2026-07-11"],
    [20, "soon", "expires on 2026-06-21, in 20 days"],
    [3, "now", "expires on 2026-06-04, in 3 days"],
    [-1, "now", "expired on 2026-05-31: no new record is accepted, and a server that ends does not start again"],
  ])("of a trust list that ends in %i days says %s", (days, state, sentence) => {
    const { trust } = bench.trust;
    const found = examineTrust(
      { root: { ...trust.root, expires: inDays(90) }, teams: { ...trust.teams, expires: inDays(days) } },
      now,
    );
    expect(found.map((one) => one.state)).toEqual(["fine", state]);
    expect(found[1]?.found).toContain(sentence);
  });

  test.each([
    [4 * 1024 ** 3, 0.5, "fine"],
    [500 * 1024 ** 2, 0.5, "soon"],
    [100 * 1024 ** 2, 0.5, "now"],
    [4 * 1024 ** 3, 0.05, "soon"],
    [4 * 1024 ** 3, 0.01, "now"],
  ])("of a disk with %i bytes and a share of %f of its entries left says %s", async (freeBytes, freeEntries, state) => {
    expect((await examineDisk("The store", "/store", async () => ({ freeBytes, freeEntries }))).state).toBe(state);
  });

  test("of folders that this user may not write names one and says how many they are", async () => {
    const [found] = await examineWritable("The store", bench.root, denyLogs);
    expect(found).toEqual({
      about: "disk",
      state: "now",
      found: expect.stringMatching(
        /^The store, .*, cannot be written by this user: EACCES.*channels\/.*; nor can \d other folders of it\.$/,
      ),
      change: expect.stringContaining("chown"),
    });
    expect(await examineWritable("The store", bench.root)).toEqual([]);
    expect(await examineWritable("What this machine remembers", join(bench.root, "none"))).toEqual([]);
  });

  test("of releases that the next collection removes names five, and counts the others of a store that has thousands", async () => {
    const releases = Array.from({ length: 2000 }, (_release, n) => ({
      name: "content",
      version: `1.0.${n}-3f2a9c0d11aa`,
      at: inDays(-30),
    }));
    const store = { ...bench.store, history: async () => [], releases: async () => releases };
    const [found] = await examineCollection(store, now);
    expect(found?.found).toBe(
      "2000 of 2000 releases are removed by the next collection: content@1.0.0-3f2a9c0d11aa, content@1.0.1-3f2a9c0d11aa, content@1.0.2-3f2a9c0d11aa, content@1.0.3-3f2a9c0d11aa, content@1.0.4-3f2a9c0d11aa, and 1995 more.",
    );
  });

  test("of a clock that is ahead of the listed servers' says that nothing can be promoted with it, as the command would", async () => {
    const announced = { server: "web-1", site: "GGPPH", live: 1, lag: null, at: now.toISOString() };
    const servers = {
      announce: async () => undefined,
      withdraw: async () => undefined,
      list: async () => [announced],
      watch: () => undefined,
    };
    const inMinutes = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);
    expect(await examineClockAhead({ servers }, inMinutes(5))).toEqual([]);
    expect(await examineClockAhead({ servers: undefined }, inMinutes(600))).toEqual([]);
    const [found] = await examineClockAhead({ servers }, inMinutes(10));
    expect([found?.state, found?.found]).toEqual([
      "now",
      "This machine's clock is 10 minutes ahead of that of the store's servers: nothing can be promoted or rolled back from here.",
    ]);
  });

  test("of a record from the future says which clock is wrong", async () => {
    const record = await bench.store.current();
    if (!record) throw new Error("nothing is live");
    expect(examineRecordClock(record, new Date(record.at))).toEqual([]);
    const [found] = examineRecordClock(record, new Date(Date.parse(record.at) - 600_000));
    expect(found).toMatchObject({
      state: "now",
      found: expect.stringContaining("600 s after the time that this machine has"),
    });
  });

  test("of a certificate counts the days that are left, of a short one by the whole time that it was made for", async () => {
    const { certFile } = createCertificate(bench.root, "year", 365);
    const short = createCertificate(bench.root, "two-days", 2).certFile;
    expect(await after(334, certFile)).toEqual([expect.stringMatching(/^fine: .* holds until \d{4}-\d\d-\d\d\.$/)]);
    expect(await after(336, certFile)).toEqual([
      expect.stringMatching(/^soon: .* expires on .*; from then on NATS takes/),
    ]);
    expect(await after(359, certFile)).toEqual([expect.stringMatching(/^now: .* expires on /)]);
    expect(await after(1.4, short)).toEqual([expect.stringMatching(/^fine: /)]);
    expect(await after(1.6, short)).toEqual([expect.stringMatching(/^soon: /)]);
    expect(await after(1.9, short)).toEqual([expect.stringMatching(/^now: /)]);
    expect(await after(0, `${short}.gone`)).toEqual([expect.stringMatching(/^now: .* cannot be read: ENOENT/)]);
    expect(await examineCertificate("TLS_CERT", undefined, new Date())).toEqual([]);
  });

  test("of tokens names those in force that expire in two weeks", () => {
    const token = {
      owner: "CI",
      role: "team" as const,
      packages: ["content"],
      made: now.toISOString(),
      hash: "0",
      by: "ada",
    };
    const tokens = [
      { ...token, id: "soon", expires: inDays(5).toISOString() },
      { ...token, id: "later", expires: inDays(50).toISOString() },
      { ...token, id: "gone", expires: inDays(-5).toISOString() },
      { ...token, id: "revoked", expires: inDays(5).toISOString(), revoked: { at: "", why: "", by: "" } },
    ];
    expect(examineTokens(tokens, now).map(({ found }) => found)).toEqual([
      "The token soon of CI expires on 2026-06-06.",
    ]);
  });
});
