import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { defineRemote } from "../../build/define-remote.ts";
import type { BuildStatus } from "./build-status.ts";
import { copyRemote } from "./copy-remote.ts";
import { type RemoteWatch, watchRemote } from "./watch-remote.ts";

const { root, remove } = copyRemote("download");
let watch: RemoteWatch;
/** What was told since the last of them that was waited for. */
let told: BuildStatus[] = [];
beforeAll(() => {
  watch = watchRemote({ name: "download", root, configure: defineRemote({ name: "download", root }) });
  watch.onStatus((status) => told.push(status));
});
afterAll(async () => {
  await watch.close();
  remove();
});

const shown = (text: string): unknown => ({ kind: "build", text: expect.stringContaining(text) });

/** The bundler may tell of the same files after it. */
async function waitFor(status: object): Promise<void> {
  await vi.waitFor(() => expect(told).toContainEqual(expect.objectContaining(status)), {
    timeout: 50_000,
    interval: 20,
  });
  told = [];
}

test("a folder of islands that no build can have is a problem that is shown, and gone when it is put right", async () => {
  await waitFor({ kind: "ready" });
  const misnamed = join(root, "src/exposes/MyPage.tsx");
  writeFileSync(misnamed, "export const island = 1;\n");
  await waitFor({ kind: "failed", problems: [shown("Rename src/exposes/MyPage.tsx")] });
  rmSync(misnamed);
  await waitFor({ kind: "ready" });
  renameSync(join(root, "src/exposes"), join(root, "src/away"));
  await waitFor({ kind: "failed", problems: [shown("has no folder src/exposes")] });
  renameSync(join(root, "src/away"), join(root, "src/exposes"));
  await waitFor({ kind: "ready" });
});
