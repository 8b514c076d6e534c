import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { createSiteProcess } from "./site-process.ts";

const folder = mkdtempSync(join(tmpdir(), "site-process-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const soon = { timeout: 20_000 };

test("an island that cannot be rendered is named with its problem, once until something else is said", async () => {
  const file = join(folder, "server.mjs");
  const failed = { level: 50, msg: "a remote could not be rendered", remote: "lobby", island: "lobby/page" };
  const entries = [
    { ...failed, problem: "its HTML has no end" },
    { ...failed, problem: "its HTML has no end" },
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
  const [onLog, onFailed, onLive] = [vi.fn(), vi.fn(), vi.fn()];
  const site = createSiteProcess(file, { onLog, onFailed, onLive, onAwaited: () => undefined });
  await site.start();
  await vi.waitFor(() => expect(onLog).toHaveBeenCalledWith("a picture is late"), soon);
  await site.end();
  expect(onLog.mock.calls).toEqual([
    ["a remote could not be rendered: lobby/page: its HTML has no end"],
    ["a picture is late"],
  ]);
  expect(onFailed.mock.calls).toEqual([["lobby"], ["lobby"]]);
  expect(onLive).toHaveBeenCalledTimes(1);
});
