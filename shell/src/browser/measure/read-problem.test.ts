import { repairedEvent } from "@site/contracts/host/repaired-event";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { readProblem } from "./read-problem.ts";

const version = "1.0.0-3f2a9c0d11aa";
const packages = { content: { version }, shell: { version: "1.0.0-0123456789ab" } };
const site = "https://poker.example";
const place = `${site}/_release/content/${version}/remoteEntry.js:1:234`;

/** The event of an uncaught error. */
class FakeErrorEvent extends Event {
  readonly error: unknown;
  readonly filename: string;
  readonly lineno = 1;
  readonly colno = 9;
  constructor({ error, filename = "" }: { error?: unknown; filename?: string }) {
    super("error");
    this.error = error;
    this.filename = filename;
  }
}

/** The event of a rejected promise without a handler. */
class FakeRejectionEvent extends Event {
  readonly reason: unknown;
  constructor(reason: unknown) {
    super("unhandledrejection");
    this.reason = reason;
  }
}

beforeAll(() => {
  vi.stubGlobal("ErrorEvent", FakeErrorEvent);
  vi.stubGlobal("PromiseRejectionEvent", FakeRejectionEvent);
});
beforeEach(() => {
  vi.stubGlobal("document", { querySelector: () => null });
});
afterAll(() => void vi.unstubAllGlobals());

const withStack = (stack: unknown): object => ({ message: "ada@visitor.example", stack });
const read = (error: unknown) => readProblem(new FakeErrorEvent({ error }), packages);

const tell = (type: string, detail: object) => readProblem(new CustomEvent(type, { detail }), packages);

describe("B302 an error that no code caught", () => {
  test.each([
    ["Chromium", `TypeError: ada@visitor.example\n    at deal (${place})\n    at async ${place.replace(":234", ":5")}`],
    ["Firefox", `deal@${place}\n@${place.replace(":234", ":5")}\n`],
    ["Safari", `deal@${place}\nmodule code@${place.replace(":234", ":5")}`],
  ])("is told by its places in a stack of %s, the innermost first, without its message", (_browser, stack) => {
    expect(read(withStack(stack))).toEqual({
      kind: "thrown",
      at: ["content/remoteEntry.js:1:234", "content/remoteEntry.js:1:5"],
    });
  });

  test("is told by three places at most, of whichever packages they are", () => {
    const lines = ["content", "shell", "content", "content"].map(
      (name, index) =>
        `at ${site}/_release/${name}/${packages[name === "shell" ? "shell" : "content"].version}/a.b-c/x.js:2:${index}`,
    );
    expect(read(withStack(lines.join("\n")))?.at).toEqual([
      "content/a.b-c/x.js:2:0",
      "shell/a.b-c/x.js:2:1",
      "content/a.b-c/x.js:2:2",
    ]);
  });

  test("is told by the place that the event names when there is no stack", () => {
    const filename = place.replace(":1:234", "");
    for (const error of [undefined, "a text", withStack(undefined), withStack("")])
      expect(readProblem(new FakeErrorEvent({ error, filename }), packages)).toEqual({
        kind: "thrown",
        at: ["content/remoteEntry.js:1:9"],
      });
  });

  test("is told when it came of a promise", () => {
    const event = new FakeRejectionEvent(withStack(`at ${place}`));
    expect(readProblem(event, packages)).toEqual({ kind: "thrown", at: ["content/remoteEntry.js:1:234"] });
  });

  test.each<[string, unknown]>([
    ["of an extension of the browser", withStack("at chrome-extension://abcdef/content/remoteEntry.js:1:234")],
    ["of a release that the document does not know", withStack(`at ${place.replace("3f2a9c0d11aa", "000000000000")}`)],
    ["of a package that there is not", withStack(`at ${place.replace("content", "toString")}`)],
    ["of a script without a line", withStack(place.replace(":1:234", ""))],
    ["that is no object", null],
    ["whose stack is no text", withStack({ toString: () => place })],
  ])("is not told when it is %s", (_which, error) => {
    expect(read(error)).toBeUndefined();
    expect(readProblem(new FakeRejectionEvent(error), packages)).toBeUndefined();
  });
});

describe("B302 a region", () => {
  test("that failed is told by its remote, without the reason", () => {
    const failed = { remote: "content", version, phase: "load", reason: "ada@visitor.example", island: "content/home" };
    expect(tell("site:remote:failed", failed)).toEqual({ kind: "failed", remote: "content", at: [] });
  });

  test("that threw is told by its remote and the places of what it threw", () => {
    expect(tell(repairedEvent, { island: "content/home", error: withStack(`at ${place}`) })).toEqual({
      kind: "failed",
      remote: "content",
      at: ["content/remoteEntry.js:1:234"],
    });
  });

  test("whose HTML React replaced is told by its remote, as repaired", () => {
    expect(tell(repairedEvent, { island: "content/home" })).toEqual({ kind: "repaired", remote: "content", at: [] });
  });

  test("whose HTML React replaced because the browser had translated it is not told, one that threw there is", () => {
    vi.stubGlobal("document", { querySelector: (selector: string) => (selector === "font" ? {} : null) });
    expect(tell(repairedEvent, { island: "content/home" })).toBeUndefined();
    expect(tell(repairedEvent, { island: "content/home", error: withStack("") })).toMatchObject({ kind: "failed" });
  });
});
