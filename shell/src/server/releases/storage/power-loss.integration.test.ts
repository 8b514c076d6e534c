import { toDigest } from "@site/contracts/releases/digest";
import { isSiteError } from "@site/contracts/errors";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Blobs } from "./blobs.ts";
import type { ChannelLog } from "./channel-log.ts";
import { createFileBlobs } from "./file-blobs.ts";
import { openFileLogs } from "./file-channel-log.ts";
import { type Draw, SimulatedDrive } from "../../testing/simulated-drive.ts";

const storeDir = "/store";
const dropAll: Draw = () => 0;
const keepAll: Draw = (bound) => bound - 1;

interface StoreUser {
  blobs: Blobs;
  log: ChannelLog;
}

const toEntry = (text: string): Buffer => Buffer.from(JSON.stringify({ text }));

/** A store on a drive whose power may be cut, with a record of what was acknowledged to its clients. */
class Store {
  readonly drive = new SimulatedDrive();
  readonly #tried = { blobs: new Set<string>(), entries: new Map<number, Set<string>>() };
  /** What was acknowledged to a client, or read by one. */
  readonly #known = { blobs: new Set<string>(), entries: new Map<number, string>() };

  client(options?: { killedAfter: number }): StoreUser {
    const disk = this.drive.open(options);
    return { blobs: createFileBlobs(storeDir, disk), log: openFileLogs(storeDir, disk)("stable") };
  }

  async put({ blobs }: StoreUser, texts: readonly string[]): Promise<void> {
    for (const text of texts) this.#tried.blobs.add(text);
    await blobs.put(texts.map((text) => Buffer.from(text)));
    for (const text of texts) this.#known.blobs.add(text);
  }

  /** Appends after the head, unless another client is first. */
  async append({ log }: StoreUser, text: string): Promise<void> {
    const expected = await this.see(log);
    const bytes = toEntry(text);
    this.#tried.entries.set(expected + 1, (this.#tried.entries.get(expected + 1) ?? new Set()).add(bytes.toString()));
    try {
      await log.append(expected, bytes);
    } catch (error) {
      if (isSiteError(error, "REVISION_CONFLICT")) return;
      throw error;
    }
    this.#learn(expected + 1, bytes);
  }

  async see(log: ChannelLog): Promise<number> {
    const head = await log.head();
    if (head) this.#learn(head.revision, head.bytes);
    return head?.revision ?? 0;
  }

  /** Once an entry was acknowledged or read, its revision never has another entry. */
  #learn(revision: number, bytes: Buffer): void {
    expect(this.#known.entries.get(revision) ?? bytes.toString()).toBe(bytes.toString());
    this.#known.entries.set(revision, bytes.toString());
  }

  /** Checks that the store has all that was acknowledged or read, unchanged. */
  async check(): Promise<void> {
    const { blobs, log } = this.client();
    for (const text of this.#tried.blobs) {
      const isKnown = this.#known.blobs.has(text);
      const digest = toDigest(Buffer.from(text));
      // A blob is absent or whole, never torn; it is not absent when it was acknowledged.
      const found = await blobs
        .get(digest)
        .catch((error: unknown) =>
          isSiteError(error, "BLOB_NOT_FOUND") && !isKnown ? undefined : Promise.reject(error),
        );
      if (found) expect(found.toString()).toBe(text);
    }
    const head = (await log.head())?.revision ?? 0;
    expect(head).toBeGreaterThanOrEqual(Math.max(0, ...this.#known.entries.keys()));
    let next = 1;
    for await (const { revision, bytes } of log.range(1, head)) {
      expect(revision).toBe(next);
      expect(this.#tried.entries.get(revision)).toContain(bytes.toString());
      this.#learn(revision, bytes);
      next += 1;
    }
    expect(next).toBe(head + 1);
    expect([...this.#known.entries.keys()].toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: head }, (_, index) => index + 1),
    );
  }

  /** Puts all blobs again and appends once more: both must work after a restart. */
  async goOn(): Promise<void> {
    const client = this.client();
    const before = await this.see(client.log);
    await this.put(client, [...this.#tried.blobs]);
    await this.append(client, "after the loss of power");
    expect(await this.see(client.log)).toBe(before + 1);
    await this.check();
  }
}

async function work(store: Store): Promise<void> {
  const [one, other] = [store.client(), store.client()];
  await store.put(one, ["a", "b", "c", "d", "e"]);
  await store.append(one, "first");
  await store.append(other, "second");
  await store.put(other, ["e", "f", ""]);
  await Promise.all([
    store.append(one, "third by one"),
    store.append(other, "third by other"),
    store.put(one, ["g"]),
    store.put(other, ["g"]),
  ]);
}

describe("after a loss of power at any step of writing", () => {
  test.each([
    ["all that was not synced is lost", dropAll],
    ["all that was not synced is there", keepAll],
  ])("and %s, what was acknowledged is whole and new writes work", async (_what, draw) => {
    const whole = new Store();
    await work(whole);
    await whole.check();
    const { steps } = whole.drive;
    expect(steps).toBeGreaterThan(100);
    for (let step = 0; step < steps; step += 1) {
      const store = new Store();
      store.drive.cutAt(step);
      const failure: unknown = await work(store).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (failure !== undefined) expect(failure).toSatisfy(isEnded);
      store.drive.restart(draw);
      await store.check();
      await store.goOn();
    }
  });

  test(
    "and any part of what was not synced is lost, several times in a row, nothing acknowledged or read is lost or changes",
    { timeout: 120_000 },
    async () => {
      const action = fc.record({
        client: fc.nat({ max: 2 }),
        kind: fc.constantFrom("put", "append", "see"),
        size: fc.nat({ max: 3 }),
      });
      const life = fc.record({
        actions: fc.array(action, { minLength: 1, maxLength: 12 }),
        cut: fc.nat({ max: 160 }),
        luck: fc.integer(),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(life, { minLength: 1, maxLength: 4 }), async (lives) => {
          const store = new Store();
          for (const [number, { actions, cut, luck }] of lives.entries()) {
            const clients = [store.client(), store.client(), store.client()];
            store.drive.cutAt(store.drive.steps + cut);
            // Each client works in sequence; the clients run concurrently.
            const outcomes = await Promise.allSettled(
              clients.map(async (client, index) => {
                for (const [turn, { client: actor, kind, size }] of actions.entries()) {
                  if (actor !== index) continue;
                  if (kind === "put")
                    await store.put(
                      client,
                      Array.from({ length: size }, (_, part) => `${number} ${turn} ${part}`),
                    );
                  if (kind === "append") await store.append(client, `${number} ${turn}`);
                  if (kind === "see") await store.see(client.log);
                }
              }),
            );
            for (const outcome of outcomes)
              if (outcome.status === "rejected" && !isEnded(outcome.reason)) throw outcome.reason;
            store.drive.restart(toDraw(luck));
            await store.check();
          }
          await store.goOn();
        }),
        { numRuns: 300 },
      );
    },
  );
});

test("what another client read, or put again, survives a loss of power, also when its writer was killed before it was synced", async () => {
  for (let step = 0; step < 40; step += 1) {
    const store = new Store();
    const killed = store.client({ killedAfter: step });
    await store
      .put(killed, ["a"])
      .then(() => store.append(killed, "first"))
      .catch((error: unknown) => {
        if (!isEnded(error)) throw error;
      });
    const reader = store.client();
    await store.see(reader.log);
    await store.put(reader, ["a", "b"]);
    store.drive.restart(dropAll);
    await store.check();
    const writer = store.client();
    await store.append(writer, "next");
    store.drive.restart(dropAll);
    await store.check();
    await store.goOn();
  }
});

describe("a disk that is full at any step of writing", () => {
  test("gives an error, leaves earlier content and an empty staging folder, and the write works once there is room", async () => {
    await expectTold((store, client) => store.put(client, ["one", "two", "three"]));
    await expectTold((store, client) => store.append(client, "second"));
  });

  test("gives STORE_FULL with the folder of the store, and changes nothing", async () => {
    const store = new Store();
    const client = store.client();
    await store.append(client, "first");
    store.drive.failAt(store.drive.steps + 5, "ENOSPC");
    await expect(client.log.append(1, toEntry("second"))).rejects.toMatchObject({
      code: "STORE_FULL",
      message: expect.stringContaining(storeDir),
    });
    expect((await client.log.head())?.revision).toBe(1);
    expect(await store.drive.open().list(`${storeDir}/staging`)).toEqual([]);
  });
});

/** A pseudo-random generator: equal numbers for equal seeds. */
function toDraw(seed: number): Draw {
  let state = seed | 0;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 8) % bound;
  };
}

function isEnded(error: unknown): boolean {
  return (
    error instanceof Error &&
    (["the power is off", "the program is killed"].includes(error.message) || isEnded(error.cause))
  );
}

/** Repeats a write with each of its disk calls failing in turn, and checks the error and the store. */
async function expectTold(act: (store: Store, client: StoreUser) => Promise<void>): Promise<void> {
  for (let step = 0; ; step += 1) {
    const store = new Store();
    const client = store.client();
    await store.put(client, ["before"]);
    await store.append(client, "before");
    const start = store.drive.steps;
    store.drive.failAt(start + step, "ENOSPC");
    const outcome = await act(store, client).then(
      () => "done",
      (error: unknown) => error,
    );
    if (store.drive.steps <= start + step) break;
    if (outcome !== "done")
      expect(outcome).toMatchObject({
        code: expect.stringMatching(/^(STORE_FULL|STORE_CORRUPT|REVISION_UNCONFIRMED)$/),
      });
    await store.check();
    await store.goOn();
  }
}
