import { SiteError } from "@site/contracts/errors";
import { beforeEach, describe, expect, test } from "vitest";
import type { Reconciler } from "./reconciler.ts";
import { fail, pass, type Scene, startedAt, useScene } from "../testing/reconciler-scene.ts";

const unreadable = new SiteError("STORE_CORRUPT", { path: "channels/stable" });

const open = useScene();
let scene: Scene;
let reconciler: Reconciler;
beforeEach(() => {
  scene = open();
  ({ reconciler } = scene);
});

describe("a reconciler whose store cannot be read", () => {
  test("reports it once, keeps the live set, and catches up as soon as the store can be read", async () => {
    scene.reading = fail(unreadable);
    for (let second = 0; second < 50; second += 1) {
      await reconciler.look();
      await pass(1);
    }
    expect(scene.problems).toEqual(["read STORE_CORRUPT"]);
    expect(reconciler.status()).toEqual({
      live: 1,
      desired: null,
      lag: { since: startedAt.toISOString(), why: "STORE_CORRUPT" },
    });
    expect(reconciler.figures()).toEqual({ desired: 1, staleSeconds: 50 });
    expect(scene.attempts).toEqual([]);
    scene.reading = undefined;
    scene.head = 4;
    await reconciler.look();
    await pass(0);
    expect(reconciler.status()).toEqual({ live: 4, desired: 4, lag: null });
  });

  test("looks again by itself, without a call of look", async () => {
    scene.reading = fail(unreadable);
    await reconciler.look();
    await pass(40);
    scene.reading = undefined;
    scene.head = 2;
    await pass(30);
    expect(reconciler.status()).toEqual({ live: 2, desired: 2, lag: null });
  });

  test("is up to date again when the store then has no newer revision", async () => {
    scene.reading = fail(unreadable);
    await reconciler.look();
    scene.reading = undefined;
    await pass(1);
    expect(reconciler.status()).toEqual({ live: 1, desired: 1, lag: null });
    expect(scene.attempts).toEqual([]);
  });

  test("because it hangs, gives up after 10 seconds, has at most two reads open, and catches up when the store answers", async () => {
    const hanging: ((head: number) => void)[] = [];
    scene.reading = () => new Promise((resolve) => hanging.push(resolve));
    for (let second = 0; second < 300; second += 1) {
      void reconciler.look();
      await pass(1);
    }
    expect(hanging).toHaveLength(2);
    expect(scene.problems).toEqual(["read STORE_TIMEOUT"]);
    expect(reconciler.status()).toEqual({
      live: 1,
      desired: null,
      lag: { since: new Date(startedAt.getTime() + 10_000).toISOString(), why: "STORE_TIMEOUT" },
    });
    scene.reading = undefined;
    scene.head = 2;
    for (const answer of hanging) answer(1);
    await pass(30);
    expect(reconciler.status()).toEqual({ live: 2, desired: 2, lag: null });
  });

  test("is said once to be read again, and after how long", async () => {
    scene.reading = fail(unreadable);
    await reconciler.look();
    await pass(5);
    scene.reading = fail(new SiteError("STORE_TIMEOUT", { milliseconds: 10_000 }));
    await pass(95);
    expect(scene.readAgain).toEqual([]);
    scene.reading = undefined;
    await reconciler.look();
    await reconciler.look();
    expect(scene.readAgain).toEqual([100]);
  });

  test("because it lost every revision, keeps the live set and reports it", async () => {
    scene.head = undefined;
    scene.applying = fail(new SiteError("STORE_EMPTY", {}));
    await reconciler.look();
    await pass(0);
    expect(reconciler.status()).toEqual({
      live: 1,
      desired: null,
      lag: { since: startedAt.toISOString(), why: "STORE_EMPTY" },
    });
  });
});

describe("a reconciler that is told of changed data", () => {
  test("makes the same revision live again at once", async () => {
    reconciler.renew();
    await pass(0);
    expect(scene.attempts).toEqual([[0, 1]]);
    expect(reconciler.status().lag).toBeNull();
  });

  test("tries again until it succeeds, and shows no lag meanwhile", async () => {
    scene.applying = fail(new SiteError("COMPOSE_FAILED", { problem: "its process ended" }));
    reconciler.renew();
    await pass(2);
    expect(reconciler.status()).toEqual({ live: 1, desired: 1, lag: null });
    scene.applying = undefined;
    await pass(60);
    expect(scene.attempts.map(([at]) => at)).toEqual([0, 1, 3]);
    expect(scene.problems).toEqual(["apply COMPOSE_FAILED"]);
  });

  test("does one more run when told during a run", async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    scene.applying = () => promise;
    reconciler.renew();
    await pass(5);
    reconciler.renew();
    reconciler.renew();
    resolve(undefined);
    await pass(60);
    expect(scene.attempts.map(([at]) => at)).toEqual([0, 5]);
  });

  test("waits with the run until the store can be read", async () => {
    scene.reading = fail(unreadable);
    await reconciler.look();
    reconciler.renew();
    await pass(10);
    expect(scene.attempts).toEqual([]);
    scene.reading = undefined;
    await pass(30);
    expect(scene.attempts).toHaveLength(1);
  });
});
