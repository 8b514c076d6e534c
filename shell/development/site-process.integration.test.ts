import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { explainEnded } from "./explain-ended.ts";
import { isRunning } from "../src/server/disk/is-running.ts";
import { createSiteProcess } from "./site-process.ts";

const folder = mkdtempSync(join(tmpdir(), "site-process-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const ignore = (): void => undefined;
const soon = { timeout: 20_000 };

test("an island that cannot be rendered is named with its problem, once until something else is said", async () => {
  const file = join(folder, "server.mjs");
  const failed = { level: 50, msg: "a remote could not be rendered", remote: "lobby", island: "lobby/page" };
  const entries = [
    { ...failed, problem: "its HTML has no end" },
    { ...failed, problem: "its HTML has no end" },
    { level: 30, msg: "the awaited pages are live", changed: ["/contact/"] },
    { level: 30, msg: "the set is live" },
    { level: 40, msg: "a picture is late" },
  ];
  writeFileSync(
    file,
    `process.on("message", () => {
      for (const entry of ${JSON.stringify(entries)}) console.error(JSON.stringify(entry));
      process.send({ address: "http://localhost:1" });
    });`,
  );
  const [onLog, onFailed, onAwaited, onLive] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  const site = createSiteProcess(file, { onLog, onFailed, onLive, onAwaited, onEnded: ignore });
  await site.start();
  await vi.waitFor(() => expect(onLog).toHaveBeenCalledWith("a picture is late"), soon);
  await site.end();
  expect(onLog.mock.calls).toEqual([
    ["a remote could not be rendered: lobby/page: its HTML has no end"],
    ["a picture is late"],
  ]);
  expect(onFailed.mock.calls).toEqual([["lobby"], ["lobby"]]);
  expect(onAwaited.mock.calls).toEqual([[["/contact/"]]]);
  expect(onLive).toHaveBeenCalledTimes(1);
});

/** A server that lists its process in a file. */
function writeListed(name: string): { file: string; list(): number[] } {
  const [file, listed] = [join(folder, `${name}.mjs`), join(folder, `${name}.txt`)];
  writeFileSync(listed, "");
  writeFileSync(
    file,
    `import { appendFileSync } from "node:fs";
    process.on("message", () => {
      appendFileSync(${JSON.stringify(listed)}, process.pid + "\\n");
      process.send({ address: "http://localhost:" + process.pid });
    });`,
  );
  return { file, list: () => readFileSync(listed, "utf8").split("\n").filter(Boolean).map(Number) };
}

const quiet = { onLog: ignore, onLive: ignore, onAwaited: ignore, onEnded: ignore };

test("of starts at once only the last has a server, and the others have neither a process nor a problem", async () => {
  const { file, list } = writeListed("at-once");
  const site = createSiteProcess(file, quiet);
  await site.start();
  const reports = await Promise.all([site.start(), site.start(), site.start(), site.start()]);
  expect(reports.slice(0, -1)).toEqual([undefined, undefined, undefined]);
  const running = list().filter(isRunning);
  expect(reports.at(-1)).toEqual({ address: `http://localhost:${running[0]}` });
  expect(running).toHaveLength(1);
  await site.end();
  expect(list().filter(isRunning)).toEqual([]);
});

test(
  "a server that was killed is told of with its signal, and started anew; one that is ended is not told of",
  soon,
  async () => {
    const { file, list } = writeListed("killed");
    const onEnded = vi.fn();
    const site = createSiteProcess(file, { ...quiet, onEnded });
    await site.start();
    const [first = 0] = list();
    process.kill(first, "SIGKILL");
    await vi.waitFor(() => expect(onEnded).toHaveBeenCalledWith({ how: "SIGKILL", lines: [] }), soon);
    expect(await site.start()).toMatchObject({ address: expect.any(String) });
    await site.start();
    await site.end();
    expect(onEnded).toHaveBeenCalledTimes(1);
  },
);

test("a server whose code throws when it is loaded is told of with the line", soon, async () => {
  const file = join(folder, "wrong.ts");
  writeFileSync(file, "const seats = 9;\nconst = seats;\n");
  const started = await createSiteProcess(file, quiet).start();
  if (!started || !("how" in started)) throw new Error("it was started");
  expect(explainEnded(started.how, started.lines, folder, "Mend it.")).toMatchObject({
    kind: "server",
    text: expect.stringMatching(/^The server ended by itself \(SyntaxError.*\)\. Mend it\.$/),
    file: "wrong.ts",
    line: 2,
    frame: expect.stringContaining("> "),
  });
});
