import { expect, test } from "vitest";
import { isSiteError } from "@site/contracts/errors";
import { toastBackgrounds, toastTextColors } from "@site/contracts/events/toast";
import { type Clock, createToasts, type Toasts } from "./toasts.ts";

/** Time that passes when a test says so. */
function createTestClock(): Clock & { pass(milliseconds: number): void } {
  let now = 1_700_000_000_000;
  const timers = new Set<{ at: number; callback: () => void }>();
  return {
    now: () => now,
    after(milliseconds, callback) {
      const timer = { at: now + milliseconds, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    pass(milliseconds) {
      now += milliseconds;
      for (const timer of [...timers].toSorted((one, other) => one.at - other.at)) {
        if (timer.at > now || !timers.delete(timer)) continue;
        timer.callback();
      }
    },
  };
}

function setUp(): { toasts: Toasts; clock: ReturnType<typeof createTestClock>; log: string[]; errors: unknown[] } {
  const clock = createTestClock();
  const log: string[] = [];
  const errors: unknown[] = [];
  const toasts = createToasts({
    clock,
    onClosed: (id, reason) => log.push(`${id} closed by ${reason}`),
    onError: (error) => errors.push(error),
  });
  return { toasts, clock, log, errors };
}

const texts = (toasts: Toasts): string[] => toasts.list().map(({ text }) => text);

/** The sentence of what a call throws. */
function problemOf(call: () => void): string {
  try {
    call();
  } catch (error) {
    if (isSiteError(error)) return error.message;
    throw error;
  }
  return "nothing";
}

test("B167 B168 B169 B170 a toast with nothing but a text is white on red for 50 seconds, and its id is the time of the request", () => {
  const { toasts, clock } = setUp();
  toasts.add({ text: "Saved" });
  expect(toasts.list()).toEqual([
    { id: String(clock.now()), text: "Saved", backgroundColor: "red", color: "white", timeout: 50_000, class: "" },
  ]);
});

test("B167 a toast keeps every field it is given", () => {
  const { toasts } = setUp();
  const toast = {
    id: "1",
    text: "Hi",
    backgroundColor: "teal",
    color: "black",
    timeout: 10,
    callback() {},
    class: "a b-c",
    click() {},
  };
  toasts.add(toast);
  expect(toasts.list()).toEqual([toast]);
});

test("B167 two toasts of the same millisecond have different ids", () => {
  const { toasts } = setUp();
  toasts.add({ text: "one" });
  toasts.add({ text: "two" });
  expect(new Set(toasts.list().map(({ id }) => id)).size).toBe(2);
});

test("B171 a toast with a repeated id is not added twice, and its id is free again once it is gone", () => {
  const { toasts } = setUp();
  toasts.add({ id: "1", text: "first" });
  toasts.add({ id: "1", text: "second" });
  expect(texts(toasts)).toEqual(["first"]);
  toasts.remove({ id: "1" });
  toasts.add({ id: "1", text: "third" });
  expect(texts(toasts)).toEqual(["third"]);
});

test("B171 a text that is shown is not added twice: its time restarts, and it is found under every id it was requested with", () => {
  const { toasts, clock, log } = setUp();
  toasts.add({ id: "1", text: "No connection", timeout: 1000 });
  clock.pass(900);
  toasts.add({ id: "2", text: "No connection", timeout: 5000 });
  toasts.add({ text: "No connection" });
  expect(toasts.list().map(({ id }) => id)).toEqual(["1"]);
  clock.pass(999);
  expect(texts(toasts)).toEqual(["No connection"]);
  toasts.update({ id: "2", text: "Connected", timeout: 500 });
  expect(toasts.list()).toMatchObject([{ id: "1", text: "Connected" }]);
  toasts.remove({ id: "2" });
  expect(texts(toasts)).toEqual([]);
  expect(log).toEqual(["1 closed by removed", "2 closed by removed"]);
  toasts.add({ id: "2", text: "No connection" });
  expect(texts(toasts)).toEqual(["No connection"]);
});

test("B172 B173 a text that two requests show stays as long as the longer one asks, and the callbacks of both run", () => {
  const { toasts, clock, log } = setUp();
  toasts.add({ id: "1", text: "Saved", timeout: 1000, callback: () => log.push("first") });
  toasts.add({ id: "2", text: "Saved", timeout: 3000, callback: () => log.push("second") });
  clock.pass(2999);
  expect([texts(toasts), log]).toEqual([["Saved"], []]);
  clock.pass(1);
  expect(log).toEqual(["first", "second", "1 closed by timeout", "2 closed by timeout"]);
  toasts.add({ id: "3", text: "Stays", timeout: 0 });
  toasts.add({ id: "4", text: "Stays", timeout: 1000 });
  clock.pass(60_000);
  expect(texts(toasts)).toEqual(["Stays"]);
});

test("B170 B172 a toast closes when its time is up and not before; with a timeout of zero it stays", () => {
  const { toasts, clock, log } = setUp();
  toasts.add({ id: "default", text: "default" });
  toasts.add({ id: "short", text: "short", timeout: 2000 });
  toasts.add({ id: "stays", text: "stays", timeout: 0 });
  clock.pass(1999);
  expect(texts(toasts)).toEqual(["default", "short", "stays"]);
  clock.pass(1);
  expect(texts(toasts)).toEqual(["default", "stays"]);
  clock.pass(48_000);
  expect(texts(toasts)).toEqual(["stays"]);
  clock.pass(24 * 60 * 60 * 1000);
  expect(texts(toasts)).toEqual(["stays"]);
  expect(log).toEqual(["short closed by timeout", "default closed by timeout"]);
});

test("B173 B174 the callback runs first and the toast closes then, by time and by button; when it is removed, no callback is called", () => {
  const { toasts, clock, log } = setUp();
  for (const id of ["time", "button", "removed"]) {
    toasts.add({
      id,
      text: id,
      timeout: id === "time" ? 5 : 0,
      callback: () => log.push(`callback of ${id}, still shown: ${texts(toasts).includes(id)}`),
    });
  }
  clock.pass(5);
  toasts.close("button");
  toasts.remove({ id: "removed" });
  expect(log).toEqual([
    "callback of time, still shown: true",
    "time closed by timeout",
    "callback of button, still shown: true",
    "button closed by button",
    "removed closed by removed",
  ]);
});

test("B173 a callback that throws or closes its own toast does not keep it from closing once", () => {
  const { toasts, log, errors } = setUp();
  toasts.add({
    id: "throws",
    text: "throws",
    callback() {
      throw new Error("boom");
    },
  });
  toasts.add({ id: "again", text: "again", callback: () => toasts.close("again") });
  toasts.close("throws");
  toasts.close("again");
  expect(log).toEqual(["throws closed by button", "again closed by button"]);
  expect(errors).toEqual([new Error("boom")]);
});

test("B175 toasts can be updated field by field, and cleared", () => {
  const { toasts, clock, log } = setUp();
  toasts.add({ id: "1", text: "one", class: "mine", timeout: 1000 });
  toasts.add({ id: "2", text: "two" });
  toasts.update({ id: "1", text: "uno", color: "black" });
  expect(toasts.list()[0]).toMatchObject({
    id: "1",
    text: "uno",
    backgroundColor: "red",
    color: "black",
    timeout: 1000,
    class: "mine",
  });
  clock.pass(900);
  toasts.update({ id: "1", timeout: 500 });
  clock.pass(499);
  expect(texts(toasts)).toEqual(["uno", "two"]);
  clock.pass(1);
  expect(texts(toasts)).toEqual(["two"]);
  toasts.clear();
  expect(texts(toasts)).toEqual([]);
  expect(log).toEqual(["1 closed by timeout", "2 closed by removed"]);
});

test("the time of toasts stops while the pointer or the focus is on one, and continues afterwards", () => {
  const { toasts, clock } = setUp();
  toasts.add({ text: "long", timeout: 1000 });
  clock.pass(900);
  toasts.pause();
  toasts.add({ text: "late", timeout: 50 });
  clock.pass(60_000);
  expect(texts(toasts)).toEqual(["long", "late"]);
  toasts.resume();
  clock.pass(99);
  expect(texts(toasts)).toEqual(["long"]);
  clock.pass(1);
  expect(texts(toasts)).toEqual([]);
});

test("HTML in a toast is shown as text", () => {
  const { toasts } = setUp();
  toasts.add({ text: "<img src=x onerror=alert(1)>" });
  expect(texts(toasts)).toEqual(["<img src=x onerror=alert(1)>"]);
});

const hostile: { field: string; detail: unknown }[] = [
  { field: "backgroundColor", detail: { text: "x", backgroundColor: "url(https://evil.example/)" } },
  { field: "backgroundColor", detail: { text: "x", backgroundColor: "red;position:fixed;inset:0" } },
  { field: "backgroundColor", detail: { text: "x", backgroundColor: "transparent" } },
  { field: "color", detail: { text: "x", color: "expression(alert(1))" } },
  { field: "color", detail: { text: "x", color: "red" } },
  { field: "text", detail: { text: "   " } },
  { field: "text", detail: { text: "x".repeat(1001) } },
  { field: "text", detail: { text: { toString: () => "x" } } },
  { field: "timeout", detail: { text: "x", timeout: -1 } },
  { field: "timeout", detail: { text: "x", timeout: 2 ** 31 } },
  { field: "timeout", detail: { text: "x", timeout: Number.NaN } },
  { field: "class", detail: { text: "x", class: 'a" onclick="alert(1)' } },
  { field: "callback", detail: { text: "x", callback: "alert(1)" } },
  { field: "id", detail: { text: "x", id: "" } },
  { field: "the whole", detail: { text: "x", backgroundColor: "white" } },
  { field: "the whole", detail: null },
  { field: "the whole", detail: "x" },
];

test.for(hostile)(
  "a toast with a wrong $field is refused by a sentence that names it: $detail",
  ({ field, detail }) => {
    const { toasts } = setUp();
    expect(problemOf(() => toasts.add(detail))).toMatch(new RegExp(`^A toast cannot be shown; ${field}: \\S`));
    expect(toasts.list()).toEqual([]);
  },
);

test("a wrong change is refused and leaves the toast as it was, also when only both colours together are wrong", () => {
  const { toasts } = setUp();
  toasts.add({ id: "1", text: "one", backgroundColor: "black" });
  expect(problemOf(() => toasts.update({ id: "1", color: "black" }))).toContain("same colour");
  expect(problemOf(() => toasts.update({ id: "1", text: "" }))).toContain("text");
  expect(problemOf(() => toasts.update({ id: "2", text: "two" }))).toBe("There is no toast 2 to change.");
  expect(toasts.list()).toMatchObject([{ text: "one", color: "white" }]);
});

test("a thousand toasts are all kept, and each closes when its own time is up", () => {
  const { toasts, clock, log } = setUp();
  for (let index = 0; index < 1000; index += 1) toasts.add({ text: `toast ${index}` });
  expect(toasts.list()).toHaveLength(1000);
  clock.pass(50_000);
  expect(toasts.list()).toEqual([]);
  expect(log).toHaveLength(1000);
});

test("every allowed pair of colours is readable for large bold text (3:1 or more)", () => {
  const hex: Record<(typeof toastBackgrounds)[number], string> = {
    red: "ff0000",
    green: "008000",
    teal: "008080",
    royalblue: "4169e1",
    gray: "808080",
    black: "000000",
    white: "ffffff",
  };
  const luminance = (name: keyof typeof hex): number => {
    const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
      const part = Number.parseInt(hex[name].slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  for (const ground of toastBackgrounds) {
    for (const text of toastTextColors) {
      if (ground === text) continue;
      const [dark = 0, light = 0] = [luminance(ground), luminance(text)].toSorted((one, other) => one - other);
      expect((light + 0.05) / (dark + 0.05), `${text} on ${ground}`).toBeGreaterThanOrEqual(3);
    }
  }
});
