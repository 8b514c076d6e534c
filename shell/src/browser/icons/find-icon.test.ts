import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createFindIcon, type FindIcon } from "./find-icon.ts";

const shield = { prefix: "site", icons: { shield: { body: '<path d="M0 0"/>', width: 24, height: 24 } } };
const drawn = { width: 24, height: 24, shapes: [{ tag: "path", attributes: { d: "M0 0" } }] };
const hour = 3_600_000;

let asked: string[];
let warned: string[];
let now: number;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  warned = [];
  now = 0;
});
afterEach(() => void vi.useRealTimers());

function setUp(answer: (signal: AbortSignal) => Promise<unknown>): FindIcon {
  return createFindIcon({
    ask(url, signal) {
      asked.push(url);
      return answer(signal);
    },
    now: () => now,
    warn: (problem) => warned.push(problem),
  });
}

test("B226 B228 an icon is requested from the server's endpoint once in 168 hours, also when several callers want it at once", async () => {
  const find = setUp(() => Promise.resolve(shield));
  expect(await Promise.all([find("site:shield"), find("site:shield")])).toEqual([drawn, drawn]);
  now = 168 * hour - 1;
  expect(await find("site:shield")).toEqual(drawn);
  expect(asked).toEqual(["/api/icons/site.json?icons=shield"]);
  now += 1;
  await find("site:shield");
  expect(asked).toHaveLength(2);
  expect(warned).toEqual([]);
});

test("B206 B227 a request for an icon times out after 1500 ms, not before, with a warning", async () => {
  let signalled: AbortSignal | undefined;
  const find = setUp((signal) => {
    signalled = signal;
    return new Promise(() => undefined);
  });
  let found: unknown = "waiting";
  void find("site:shield").then((icon) => {
    found = icon;
    return icon;
  });
  await vi.advanceTimersByTimeAsync(1499);
  expect([found, signalled?.aborted, warned]).toEqual(["waiting", false, []]);
  await vi.advanceTimersByTimeAsync(1);
  expect([found, signalled?.aborted, warned]).toEqual([
    undefined,
    true,
    ["The icon site:shield could not be had: it did not come within 1500 ms"],
  ]);
});

test.each([
  ["that is not there", () => Promise.resolve({ prefix: "site", icons: {}, not_found: ["shield"] }), "there is none"],
  ["whose answer fails", () => Promise.reject(new Error("GET answered 503.")), "GET answered 503."],
  [
    "that could run something",
    () => Promise.resolve({ prefix: "site", icons: { shield: { body: "<script/>" } } }),
    "it is none that may be drawn",
  ],
  ["in an answer of another shape", () => Promise.resolve("<!doctype html>"), "Invalid type"],
])("B206 an icon %s is a warning and no icon, and is asked for again", async (_what, answer, problem) => {
  const find = setUp(answer);
  expect(await find("site:shield")).toBeUndefined();
  expect(await find("site:shield")).toBeUndefined();
  expect(asked).toHaveLength(2);
  expect(warned).toEqual(Array(2).fill(expect.stringContaining(`The icon site:shield could not be had: ${problem}`)));
});
