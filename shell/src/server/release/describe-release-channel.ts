import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { PackageName } from "@site/contracts/package-name";
import type { SetVersions } from "@site/contracts/release-set";
import { describe, expect, test } from "vitest";
import type { StoreUnderTest } from "./describe-release-store.ts";

/** A set of releases, of which a store needs to have none. */
export const versions = {
  shell: "1.0.0-000000000000",
  navigation: "1.0.0-000000000001",
  download: "1.0.0-000000000002",
  "support-chat": "1.0.0-000000000003",
  content: "1.0.0-000000000004",
  compliance: "1.0.0-000000000005",
} as const satisfies SetVersions;

/** What the channel of every release store promises. `opened` is the store of the test, and `admit` puts a release into it. */
export function describeReleaseChannel(kind: string, opened: () => StoreUnderTest, admit: (name: PackageName) => Promise<unknown>): void {
  describe(`the channel of a store of ${kind}`, () => {
    const note = { by: "test", why: "a reason" };

    test("has no set at first, and no history", async () => {
      expect(await opened().store.current()).toBeUndefined();
      expect(await opened().store.history()).toEqual([]);
    });

    test("goes from revision to revision, and says who, when and why", async () => {
      const first = await opened().store.advance(0, versions, note);
      expect(first).toMatchObject({ set: { revision: 1, versions }, by: "test", why: "a reason", at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) });
      const second = await opened().store.advance(1, { ...versions, content: "1.0.0-00000000000a" }, { by: "other", why: "another" });
      expect(second.set.revision).toBe(2);
      expect(await opened().other.current()).toEqual(second);
      expect(await opened().other.history()).toEqual([first, second]);
      expect(await opened().other.history({ last: 1 })).toEqual([second]);
    });

    test("names a set after its versions: a rollback is a new revision of the same set", async () => {
      const first = await opened().store.advance(0, versions, note);
      const second = await opened().store.advance(1, { ...versions, content: "1.0.0-00000000000a" }, note);
      const third = await opened().store.advance(2, versions, note);
      expect(second.set.id).not.toBe(first.set.id);
      expect(third.set).toEqual({ ...first.set, revision: 3 });
    });

    test("keeps what a revision is: a promote or a rollback, and to which revision", async () => {
      await opened().store.advance(0, versions, { ...note, action: { kind: "promote" } });
      await opened().store.advance(1, versions, { ...note, action: { kind: "rollback", to: 1, package: "content" } });
      await opened().store.advance(2, versions, note);
      const actions = (await opened().other.history()).map(({ action }) => action);
      expect(actions).toEqual([{ kind: "promote" }, { kind: "rollback", to: 1, package: "content" }, undefined]);
    });

    test.each(["1.0.0-0123456789ab/", "1.0.0", "../content", ""])("writes no record with the version %j, which it could not read back", async (content) => {
      await opened().store.advance(0, versions, note);
      await expect(opened().store.advance(1, { ...versions, content }, note)).rejects.toMatchObject({ code: "RECORD_INVALID" });
      expect((await opened().store.current())?.set.revision).toBe(1);
    });

    test("refuses whoever looked at an older revision, and says which it is at", async () => {
      await opened().store.advance(0, versions, note);
      for (const expected of [0, 2, 7]) {
        await expect(opened().store.advance(expected, versions, note)).rejects.toMatchObject({
          code: "REVISION_CONFLICT", details: { channel: "stable", actual: 1, expected },
        });
      }
      expect(await opened().store.history()).toHaveLength(1);
    });

    test("has exactly one winner in each of 20 rounds of operators at once, and a history without gaps", async () => {
      const clients = [opened().store, opened().other, opened().store, opened().other, opened().store];
      for (let round = 0; round < 20; round += 1) {
        const outcomes = await Promise.allSettled(
          clients.map((client, index) =>
            client.advance(round, { ...versions, content: `1.0.0-0000000000${index}${round % 10}` }, { by: `operator ${index}`, why: `round ${round}` }),
          ),
        );
        const won = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
        const lost = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
        expect(won).toHaveLength(1);
        expect(lost.map((reason: unknown) => (reason instanceof Error && "code" in reason ? reason.code : String(reason)))).toEqual(Array(4).fill("REVISION_CONFLICT"));
        // What the winner was told is what everybody reads.
        expect(await opened().other.current()).toEqual(won[0]);
      }
      expect((await opened().store.history()).map(({ set }) => set.revision)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    });

    test("calls back whoever watches after a new revision, also one of another client, until they stop", async () => {
      const stop = new AbortController();
      const called = new Promise<void>((resolve) => opened().store.watch(resolve, stop.signal));
      await opened().other.advance(0, versions, note);
      await called;
      stop.abort();
    });

    test("shows nothing of itself to a folder listing that could be taken for a release", async () => {
      await admit("content");
      await opened().store.advance(0, versions, note);
      const folder = opened().toFolder("content", versions.content);
      expect(existsSync(folder)).toBe(false);
      expect(await readdir(join(folder, ".."))).toEqual(await opened().store.versions("content"));
    });
  });
}
