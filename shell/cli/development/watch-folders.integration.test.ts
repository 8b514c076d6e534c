import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchFolders } from "./watch-folders.ts";

let folder = "";
let end = (): unknown => undefined;
const events = { onServer: vi.fn(), onLayout: vi.fn(), onData: vi.fn(), onListed: vi.fn(), onConfiguration: vi.fn() };
const onError = vi.spyOn(console, "error").mockImplementation(() => undefined);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "watch-folders-"));
});
afterEach(async () => {
  await end();
  vi.clearAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

test("a link that leads to itself is told of, and the files beside it are followed", async () => {
  symlinkSync("loop", join(folder, "loop"));
  mkdirSync(join(folder, "GGPPH"));
  end = watchFolders(folder, [], events);
  await vi.waitFor(() => expect(onError).toHaveBeenCalledTimes(1), { timeout: 10_000 });
  expect(onError).toHaveBeenCalledWith(expect.stringMatching(/^A file is not followed: ELOOP.*loop.*\.$/));
  let saved = 0;
  await vi.waitFor(
    () => {
      writeFileSync(join(folder, "GGPPH/geo-rules.json"), `{ "saved": ${(saved += 1)} }`);
      expect(events.onData).toHaveBeenCalled();
    },
    { timeout: 10_000 },
  );
});
