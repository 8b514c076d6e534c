import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { createProgress } from "./progress.ts";

/** A stream as a terminal or as a file is one, and what was written to it. */
function createStream(isTTY: boolean, columns = 80) {
  const stream = Object.assign(new PassThrough(), { isTTY, columns, cursorTo: () => true, clearLine: () => true });
  return { stream, read: () => String(stream.read() ?? "") };
}

describe("the progress of a command", () => {
  test("is a bar on a terminal, with what is being done", async () => {
    const { stream, read } = createStream(true);
    const progress = createProgress(2, { silent: false, stream });
    progress.begin("checking shell");
    progress.begin("checking content");
    progress.end();
    expect(read()).toMatch(/░+ 0\/2 checking shell/);
  });

  test("is a bar of one line, whose step is shortened where the terminal is narrow", () => {
    const { stream, read } = createStream(true);
    const progress = createProgress(1, { silent: false, stream });
    progress.begin(`checking ${"content@1.0.0-2f5b4a955d50, ".repeat(6)}`);
    progress.end();
    const [shown = ""] = /░+ 0\/1 checking content@1.0.0-2f5b4a955d50, .*…/.exec(read()) ?? [];
    expect(shown).toHaveLength(79);
  });

  test.each([
    ["elsewhere", createStream(false), "xterm"],
    ["on a terminal that cannot move its cursor", createStream(true), "dumb"],
    ["on a terminal that is narrower than the bar", createStream(true, 24), "xterm"],
  ])("is a line for each step %s", (_where, { stream, read }, terminal) => {
    const progress = createProgress(2, { silent: false, stream, terminal });
    progress.begin("checking shell");
    progress.begin("checking content");
    progress.end();
    expect(read()).toBe("checking shell (1 of 2)\nchecking content (2 of 2)\n");
  });

  test.each([true, false])("is not shown with --json, on a terminal or not (%j)", (isTTY) => {
    const { stream, read } = createStream(isTTY);
    const progress = createProgress(1, { silent: true, stream });
    progress.begin("checking shell");
    progress.end();
    expect(read()).toBe("");
  });
});
