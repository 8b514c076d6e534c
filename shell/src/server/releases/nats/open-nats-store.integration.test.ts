import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openNatsStore } from "./open-nats-store.ts";

test("a server tells once that documents and trust list cannot be copied while NATS is away, not at each attempt", async () => {
  const folder = mkdtempSync(join(tmpdir(), "away-"));
  vi.useFakeTimers({ toFake: ["setInterval"] });
  const places = { storeDir: folder, trustDir: join(folder, "trust"), stateDir: join(folder, "state") };
  const store = openNatsStore(
    // Nothing listens at this port.
    { servers: ["nats://127.0.0.1:1"], name: "away" },
    { ...places, rootDigest: undefined },
    { keepsTrying: true },
  );
  onTestFinished(async () => {
    vi.useRealTimers();
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  const told: unknown[] = [];
  store.follow((error) => told.push(error));
  vi.advanceTimersByTime(60_000);
  // It is copied in sequence, so all attempts of that minute have failed when this one has.
  await expect(store.copy()).rejects.toMatchObject({ code: "STORE_UNREACHABLE" });
  expect(told).toMatchObject([{ code: "STORE_UNREACHABLE" }]);
});
