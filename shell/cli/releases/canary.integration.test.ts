import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { toServerSource } from "../../src/server/testing/fixture-release.ts";
import { runSiteIn, type SiteRun } from "../testing/run-site-fixture.ts";

let bench: FixtureBench;
let content: string;
beforeEach(async () => {
  bench = await createFixtureBench();
  await bench.writeIdentities();
  await bench.releaseAll();
  const made = await bench.write("content", { server: toServerSource("next") });
  await bench.take(made);
  content = made.version;
});
afterEach(() => bench.remove());

const site = (...words: string[]): Promise<SiteRun> => runSiteIn(bench.root, words);
const why = ["--why", "a reason"];
const start = (...words: string[]) => site("canary", "start", `content@${content}`, ...words, ...why);

describe("B301 site canary", () => {
  test("starts a canary, says whom it is for, changes its share and ends it", async () => {
    expect((await site("canary", "status")).out).toContain("No canary is under way");
    const started = await start("--percent", "5");
    expect(started).toMatchObject({ code: 0 });
    expect(started.out).toContain("No server may return this canary by itself");
    expect((await site("status")).out).toMatch(new RegExp(`canary +5 % of visitors since .*: content@${content}`));
    const shared = await site("canary", "share", "25 %", ...why);
    expect(shared.code).toBe(0);
    expect(shared.out).toContain("canary share, from revision 2; no release of the stable set changes\n");
    expect((await site("canary", "status")).out).toContain("25 % of visitors");
    expect((await site("canary", "stop", ...why)).code).toBe(0);
    expect((await site("history")).out).toMatch(/canary started[^]*canary share[^]*canary stopped/);
  });

  test("B304 grows by itself, and becomes the stable set when it is promoted", async () => {
    const { out } = await start("--step", "2h");
    expect(out).toMatch(/1 % of visitors[^]*5 % from[^]*25 % from[^]*100 % from/);
    expect((await site("canary", "promote", ...why)).code).toBe(0);
    expect((await bench.reopen().current())?.set.versions["content"]).toBe(content);
  });

  test("a dry run changes nothing and needs no reason", async () => {
    expect((await site("canary", "start", `content@${content}`, "--dry-run")).out).toContain("nothing was changed");
    expect(await bench.store.revision()).toBe(1);
  });

  test("its end is said before a rollback ends it, and in the history", async () => {
    await start("--percent", "20");
    const ends = `Canary ends: content@${content}, 20 % of the visitors`;
    for (const words of [
      ["canary", "stop"],
      ["rollback", "--to", "1"],
      ["rollback", "content", "--to", "1"],
    ])
      expect((await site(...words, "--dry-run")).out).toContain(`  ${ends}\n`);
    expect((await site("canary", "share", "50", "--dry-run")).out).toContain("Canary: 20 % → 50 % of the visitors\n");
    expect((await site("rollback", "--to", "1", ...why)).out).toContain(
      `rollback to 1, from revision 2; no release of the stable set changes\n  ${ends}\n`,
    );
    expect((await site("history")).out).toMatch(
      new RegExp(`canary started[^]*Canary: content@${content}, 20 %[^]*rollback to 1[^]*${ends}`),
    );
  });

  test("is verified with what is live, and a file of it that was changed is named", async () => {
    await start();
    expect((await site("verify")).out).toMatch(new RegExp(`verified shell@[^]*verified content@${content}\n`));
    const { digest } = await bench.store.readSigned("content", content);
    await bench.blobs.remove(digest);
    expect(await site("verify")).toMatchObject({ code: 6, err: expect.stringContaining(`content@${content}`) });
  });

  test("is named with its stop where there is nothing to go back to", async () => {
    await start();
    const stop = /^ROLLBACK_IMPOSSIBLE: There is nothing to go back to for .*A canary of content .*site canary stop/;
    for (const words of [["rollback"], ["rollback", "content"]])
      expect(await site(...words, ...why)).toMatchObject({ code: 5, err: expect.stringMatching(stop) });
    // It is none of this package's, and not what a revision that there is not means.
    for (const words of [
      ["rollback", "navigation"],
      ["rollback", "--to", "9"],
    ])
      expect((await site(...words, ...why)).err).not.toContain("canary");
  });

  test("refuses a second one, an end of none, and a share that there is not, each by its code", async () => {
    expect(await site("canary", "stop", ...why)).toMatchObject({
      code: 5,
      err: expect.stringContaining("CANARY_NONE"),
    });
    const live = (await bench.store.current())?.set.versions["content"];
    expect(await site("canary", "start", `content@${live}`, ...why)).toMatchObject({
      code: 3,
      err: expect.stringContaining("CANARY_UNCHANGED"),
    });
    await start();
    expect(await start()).toMatchObject({ code: 3, err: expect.stringContaining("CANARY_RUNNING") });
    for (const share of ["101", "-1", "five", ""])
      expect(await site("canary", "share", share, ...why)).toMatchObject({ code: 2 });
    expect(await site("canary", "start", "content", "--step", "0h", ...why)).toMatchObject({ code: 2 });
    expect(await site("canary", "share", "5")).toMatchObject({ code: 2 });
    expect(await bench.store.revision()).toBe(2);
  });

  test("names the servers that may return it, and takes that back", async () => {
    const key = "5a".repeat(32);
    expect((await site("canary", "guard", key, "--owner", "web-1", ...why)).out).toContain("web-1");
    expect((await start()).out).not.toContain("No server may return this canary");
    expect((await site("canary", "guard", `5a5a5b${"0".repeat(58)}`, "--owner", "web-2", ...why)).code).toBe(0);
    // None, too short to mean one, several, and a key that is not there.
    for (const begins of ["", "5a5", "5a5a5", "6b6b6b6b"])
      expect(await site("canary", "unguard", begins, ...why)).toMatchObject({
        code: 5,
        err: expect.stringMatching(/^GUARD_UNKNOWN: .*web-1 5a5a5a5a5a5a, web-2 5a5a5b000000/),
      });
    const { out } = await site("canary", "unguard", "5a5a5a", ...why);
    expect(out).toContain("web-2");
    expect(out).not.toContain("web-1");
    expect(await site("canary", "guard", "5a", "--owner", "web-1", ...why)).toMatchObject({ code: 2 });
  });
});

describe("what keeps a package in place", () => {
  test("a pin says until when and why, and a freeze since when and why, to the operator whom they stop", async () => {
    expect((await site("pin", "content", "--for", "3d", ...why)).code).toBe(0);
    const pinned = await site("promote", `content@${content}`, ...why);
    expect(pinned).toMatchObject({ code: 3, err: expect.stringMatching(/PACKAGE_PINNED: .*content.*a reason/) });
    expect((await site("unpin", "content", ...why)).code).toBe(0);
    expect((await site("freeze", ...why)).code).toBe(0);
    const frozen = await site("promote", `content@${content}`, ...why);
    expect(frozen).toMatchObject({ code: 3, err: expect.stringMatching(/CHANNEL_FROZEN: .*a reason/) });
    expect((await site("freeze", ...why)).out).toContain("The channel is frozen already, as of revision");
    expect((await site("thaw", ...why)).code).toBe(0);
    expect((await site("thaw", ...why)).out).toContain("The channel is not frozen");
    expect((await site("unpin", "content", ...why)).out).toContain("The package is not pinned");
    expect((await site("promote", `content@${content}`, ...why)).code).toBe(0);
  });

  test("a pin is named by the rollback that it keeps from moving a package, also when that is all the rollback would do", async () => {
    const { out } = await start("--percent", "0");
    expect(out).toContain("canary  0 %");
    expect((await site("canary", "promote", ...why)).code).toBe(0);
    expect((await site("pin", "content", "--for", "3d", ...why)).code).toBe(0);
    expect(await site("rollback", ...why)).toMatchObject({
      code: 3,
      err: expect.stringMatching(/PACKAGE_PINNED: .*content.*site unpin content/),
    });
    const download = await bench.write("download", { server: toServerSource("next") });
    await bench.take(download);
    expect((await site("promote", `download@${download.version}`, ...why)).code).toBe(0);
    expect((await site("rollback", "--to", "1", ...why)).out).toMatch(
      /download +\S+ -> \S+\n +content stays, pinned until .* UTC: a reason/,
    );
  });

  test("a link to releases, a moment or a preview is printed, and what no server would show is refused here", async () => {
    const link = await site("preview", `content@${content.slice(0, 10)}`, "--url", "https://poker.example/en/");
    expect(link).toMatchObject({
      code: 0,
      out: expect.stringContaining(
        `https://poker.example/-/override?with=${encodeURIComponent(`content@${content}`)}\nIt shows content@${content} to those who sign in`,
      ),
    });
    expect(link.err).toBe("");
    for (const address of ["www.site.example", "ftp://poker.example"])
      expect(await site("preview", `content@${content}`, "--url", address)).toMatchObject({
        code: 2,
        err: expect.stringMatching(/^USAGE_INVALID: .*--url.* is invalid\..*https:\/\/www\.site\.example/),
      });
    const future = await site("preview", "--at", "2999-01-01");
    expect(future.out).toContain("/-/override?at=2999-01-01\n");
    expect(future.err).toMatch(/No server .* answers at http:\/\/localhost:\d+\/.*--url/);
    expect(await site("preview", "--at", "yesterday")).toMatchObject({ code: 2 });
    expect(await site("preview", "--at", "2001-01-01")).toMatchObject({ code: 5 });
    expect(await site("preview", "--at", "25:00")).toMatchObject({ code: 2 });
    // The last moment that had this time is of yesterday, and nothing was live then.
    const later = new Date(Date.now() + 3_600_000);
    const yesterday = new Date(later.getTime() - 86_400_000).toISOString().slice(0, 16);
    expect(await site("preview", "--at", later.toISOString().slice(11, 16))).toMatchObject({
      code: 5,
      err: expect.stringContaining(yesterday),
    });
    expect(await site("preview", "--name", "none-such")).toMatchObject({ code: 5 });
    expect(await site("preview")).toMatchObject({ code: 2 });
    expect(await site("preview", "content@1.0.0-000000000000")).toMatchObject({ code: 5 });
  });

  test("a link to a release that does not fit what is live is refused with what to ask for, and is not printed", async () => {
    const made = await bench.write("content", { shared: { react: "^99.0.0" } });
    await bench.take(made);
    const unfit = `content@${made.version}`;
    for (const words of [[unfit], [unfit, `download@${(await bench.admit("download")).version}`]]) {
      const { code, out, err } = await site("preview", ...words);
      expect({ code, out }).toEqual({ code: 3, out: "" });
      expect(err).toContain(`OVERRIDE_UNFIT: ${unfit} cannot be shown with the other releases of this set.`);
      expect(err).toContain("ask for a link that names all of them: site preview prints it.");
    }
  });

  test("a preview is listed under its name until it ends", async () => {
    expect((await site("preview", "set", "new-home", `content@${content}`, ...why)).code).toBe(0);
    expect((await site("status")).out).toContain(`preview/new-home  content@${content}`);
    expect((await site("preview", "--name", "new-home")).out).toContain("/-/override?preview=new-home\n");
    expect(await site("preview", "new-home")).toMatchObject({
      code: 2,
      err: "USAGE_INVALID: new-home is no package but a preview: write --name new-home. See site preview --help.",
    });
    expect((await site("preview", "end", "preview/new-home", ...why)).code).toBe(0);
    expect(await site("preview", "end", "new-home", ...why)).toMatchObject({ code: 5 });
    expect(await site("preview", "set", "New Home", "content", ...why)).toMatchObject({ code: 2 });
  });

  test.each(["constructor", "prototype"])("a preview is not named %s: no record could have it", async (name) => {
    expect(await site("preview", "set", name, `content@${content}`, ...why)).toMatchObject({
      code: 2,
      err: expect.stringContaining("and is not constructor or prototype. See site preview set --help."),
    });
  });
});
