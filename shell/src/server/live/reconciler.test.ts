import { SiteError } from "@site/contracts/errors";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Reconciler } from "./reconciler.ts";
import { fail, pass, Scene, startedAt, useScene } from "../testing/reconciler-scene.ts";

const refused = new SiteError("RELEASE_NOT_FOUND", { release: "shell@1.0.0-000000000000" });

const open = useScene();
let scene: Scene;
let reconciler: Reconciler;
beforeEach(() => {
  scene = open();
  ({ reconciler } = scene);
});

describe("a reconciler", () => {
  test("does nothing while the live revision is the desired one", async () => {
    for (let second = 0; second < 100; second += 1) {
      await reconciler.look();
      await pass(1);
    }
    expect(scene.attempts).toEqual([]);
    expect(reconciler.status()).toEqual({ live: 1, desired: 1, lag: null });
    expect(reconciler.figures().staleSeconds).toBe(0);
  });

  test("makes a newer revision live at once", async () => {
    scene.head = 2;
    await reconciler.look();
    await pass(0);
    expect(scene.attempts).toEqual([[0, 2]]);
    expect(reconciler.status()).toEqual({ live: 2, desired: 2, lag: null });
  });

  test("shows that it is updating while it makes a revision live, and since when", async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    scene.applying = () => promise;
    scene.head = 2;
    await reconciler.look();
    await pass(3);
    expect(reconciler.status()).toEqual({
      live: 1,
      desired: 2,
      lag: { since: startedAt.toISOString(), why: "UPDATING" },
    });
    expect(reconciler.figures().staleSeconds).toBe(3);
    // The alarm for a stale server would not ring for two hours.
    vi.setSystemTime(startedAt.getTime() - 7_200_000);
    expect(reconciler.figures().staleSeconds).toBe(3);
    // What is announced in the moment of the flip says nothing of an update: it is listed until the next announcement.
    scene.live = 2;
    expect(reconciler.status()).toEqual({ live: 2, desired: 2, lag: null });
    expect(reconciler.figures().staleSeconds).toBe(0);
    resolve(undefined);
    await pass(0);
    expect(reconciler.status().lag).toBeNull();
  });

  test("tries a revision that cannot be made live again and again, after 1, 2, 4 seconds and so on, at most every 30, until it can", async () => {
    scene.applying = fail(refused);
    scene.head = 2;
    await reconciler.look();
    await pass(120);
    expect(scene.attempts.map(([at]) => at)).toEqual([0, 1, 3, 7, 15, 31, 61, 91]);
    expect(reconciler.status()).toEqual({
      live: 1,
      desired: 2,
      lag: { since: startedAt.toISOString(), why: "RELEASE_NOT_FOUND" },
    });
    expect(reconciler.figures().staleSeconds).toBe(120);
    scene.applying = undefined;
    await pass(30);
    expect(scene.live).toBe(2);
    expect(reconciler.status()).toEqual({ live: 2, desired: 2, lag: null });
    expect(reconciler.figures().staleSeconds).toBe(0);
    expect(scene.problems).toEqual(["apply RELEASE_NOT_FOUND"]);
    await pass(300);
    expect(scene.attempts).toHaveLength(9);
  });

  test("shortens each wait by a random part of up to half, so that servers do not all try at the same moment", async () => {
    scene.luck = 0.999_999;
    scene.applying = fail(refused);
    scene.head = 2;
    await reconciler.look();
    await pass(20);
    expect(scene.attempts.map(([at]) => Math.round(at * 10) / 10)).toEqual([0, 0.5, 1.5, 3.5, 7.5, 15.5]);
  });

  test("does not try sooner when look is called more often", async () => {
    scene.applying = fail(refused);
    scene.head = 2;
    for (let turn = 0; turn < 56; turn += 1) {
      await reconciler.look();
      await pass(0.25);
    }
    expect(scene.attempts.map(([at]) => at)).toEqual([0, 1, 3, 7]);
  });

  test("tries a newer revision at once, also after long waits, and with short waits again", async () => {
    scene.applying = fail(refused);
    scene.head = 2;
    await reconciler.look();
    await pass(40);
    scene.attempts = [];
    scene.head = 3;
    await reconciler.look();
    await pass(3);
    expect(scene.attempts).toEqual([
      [40, 3],
      [41, 3],
      [43, 3],
    ]);
    expect(reconciler.status().lag?.since).toBe(startedAt.toISOString());
    scene.applying = undefined;
    scene.head = 4;
    await reconciler.look();
    await pass(0);
    expect(reconciler.status()).toEqual({ live: 4, desired: 4, lag: null });
  });

  test("follows a revision that comes while another one is made live: the newest is live in the end, with one run each", async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    scene.applying = () => promise;
    scene.head = 2;
    await reconciler.look();
    for (const head of [3, 4]) {
      scene.head = head;
      await reconciler.look();
    }
    expect(reconciler.status()).toMatchObject({ live: 1, desired: 4 });
    resolve(undefined);
    await pass(0);
    expect(scene.attempts).toEqual([
      [0, 2],
      [0, 4],
    ]);
    expect(reconciler.status()).toEqual({ live: 4, desired: 4, lag: null });
  });

  test("does not wait after a failure when a newer revision came during the run", async () => {
    const { promise, reject } = Promise.withResolvers<undefined>();
    scene.applying = () => promise;
    scene.head = 2;
    await reconciler.look();
    scene.head = 3;
    await reconciler.look();
    scene.applying = undefined;
    reject(refused);
    await pass(0);
    expect(reconciler.status()).toEqual({ live: 3, desired: 3, lag: null });
  });

  test("sees a revision that comes while the head is read", async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    scene.reading = () => promise;
    const first = reconciler.look();
    scene.reading = undefined;
    scene.head = 2;
    void reconciler.look();
    resolve(1);
    await first;
    await pass(0);
    expect(scene.live).toBe(2);
  });

  test("goes back to an older revision when the store does", async () => {
    scene.head = 5;
    await reconciler.look();
    await pass(0);
    scene.head = 3;
    await reconciler.look();
    await pass(0);
    expect(reconciler.status()).toEqual({ live: 3, desired: 3, lag: null });
  });

  test("does nothing after it was stopped", async () => {
    scene.applying = fail(refused);
    scene.head = 2;
    await reconciler.look();
    await pass(0);
    reconciler.stop();
    await pass(100);
    await reconciler.look();
    reconciler.renew();
    await pass(100);
    expect(scene.attempts).toHaveLength(1);
  });
});

describe("a reconciler of a set of which a part could not be rendered", () => {
  test("tries the whole again with growing waits, until nothing fails", async () => {
    scene.applying = () => Promise.resolve("partial");
    scene.head = 2;
    await reconciler.look();
    await pass(20);
    expect(scene.attempts.map(([at]) => at)).toEqual([0, 1, 3, 7, 15]);
    expect(reconciler.status()).toEqual({ live: 2, desired: 2, lag: null });
    scene.applying = undefined;
    await pass(300);
    expect(scene.attempts).toHaveLength(6);
  });

  test("tries the whole again also after a partial start", async () => {
    const fresh = new Scene();
    fresh.applying = () => Promise.resolve("partial");
    await fresh.reconciler.start();
    fresh.applying = undefined;
    await pass(10);
    expect(fresh.attempts).toHaveLength(2);
  });
});

test("a reconciler that cannot make a set live at the start rejects with the reason", async () => {
  const fresh = new Scene();
  fresh.applying = fail(refused);
  await expect(fresh.reconciler.start()).rejects.toBe(refused);
});
