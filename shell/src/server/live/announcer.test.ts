import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ServedRevision, ServerList } from "../releases/storage/server-list.ts";
import { type Announcer, createAnnouncer } from "./announcer.ts";

const served = { server: "a", site: "GGPPH", live: 1, lag: null };

/** A list that refuses the first announcements. */
class UnsteadyList implements ServerList {
  attempts = 0;
  listed: ServedRevision[] = [];
  #refusals: number;
  constructor(refusals: number) {
    this.#refusals = refusals;
  }
  async announce(announced: ServedRevision): Promise<void> {
    this.attempts += 1;
    if (this.attempts <= this.#refusals) throw new Error("the list cannot be written");
    this.listed = [announced];
  }
  async withdraw(): Promise<void> {
    this.listed = [];
  }
  async list(): Promise<ServedRevision[]> {
    return this.listed;
  }
  watch(): void {}
}

let announcer: Announcer;
const problems: unknown[] = [];

function announceTo(servers: ServerList): Announcer {
  announcer = createAnnouncer({ servers, read: () => served, onProblem: (error) => problems.push(error) });
  return announcer;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  await announcer.close();
  problems.length = 0;
  vi.useRealTimers();
});

test("an announcement that failed is repeated before the next one is due, and its failure is told once", async () => {
  const list = new UnsteadyList(3);
  announceTo(list);
  await vi.advanceTimersByTimeAsync(2000);
  expect(list).toMatchObject({ attempts: 4, listed: [served] });
  expect(problems).toHaveLength(1);
});

test("a server whose announcements go on failing repeats them no more often than it would announce itself otherwise", async () => {
  const list = new UnsteadyList(Number.POSITIVE_INFINITY);
  announceTo(list);
  await vi.advanceTimersByTimeAsync(10_000);
  const before = list.attempts;
  await vi.advanceTimersByTimeAsync(40_000);
  expect(list.attempts - before).toBe(10);
});

test("a start waits until the server is listed, and no longer than it may", async () => {
  const list = new UnsteadyList(2);
  const isListed = announceTo(list)
    .listed(10_000)
    .then(() => list.listed.length);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await isListed).toBe(1);
  await announcer.close();

  const closed = announceTo(new UnsteadyList(Number.POSITIVE_INFINITY)).listed(10_000);
  await vi.advanceTimersByTimeAsync(10_000);
  await closed;
});

test("a revision that goes live during an announcement is announced right after it, and the server that ends is listed no more", async () => {
  const list = new UnsteadyList(0);
  announceTo(list).note();
  await vi.advanceTimersByTimeAsync(0);
  expect(list.attempts).toBe(2);
  await announcer.close();
  expect(list.listed).toEqual([]);
});

test("it is known since when announcements fail, by the code of the error, until one succeeds", async () => {
  const list = new UnsteadyList(3);
  const from = new Date();
  const { unlisted } = announceTo(list);
  expect(unlisted()).toBeNull();
  await vi.advanceTimersByTimeAsync(500);
  expect(list.attempts).toBe(2);
  expect(unlisted()).toEqual({ since: from.toISOString(), why: "UNEXPECTED" });
  await vi.advanceTimersByTimeAsync(2000);
  expect(unlisted()).toBeNull();
});
