import { expect, test, vi } from "vitest";
import type { RefusedPart } from "../releases/release-store.ts";
import { createMetrics } from "./metrics.ts";
import { createTrustReport } from "./trust-report.ts";

test("while the store is away, what is known of live releases stays, and none counts as refused", async () => {
  const revoked: RefusedPart = { what: "content@1.0.0-3f2a9c0d11aa", code: "KEY_REVOKED", problem: "It was revoked." };
  const away: RefusedPart = { what: "revision 1", code: "STORE_UNREACHABLE", problem: "It cannot be reached." };
  let found: RefusedPart[] = [revoked];
  const error = vi.fn();
  const report = createTrustReport({
    trust: { status: () => ({ root: 1, teams: 1, expires: "2027-11-22T00:00:00.000Z", problem: null }) },
    store: { audit: () => Promise.resolve(found) },
    metrics: createMetrics(),
    log: { error, info: vi.fn() },
    readServed: () => [{ id: "a", revision: 1, versions: {}, digests: {} }],
  });
  await report.update();
  found = [away];
  await report.update();
  expect(report.details()).toMatchObject({ refused: [revoked.what], why: { [revoked.what]: "KEY_REVOKED" } });
  expect(error).toHaveBeenCalledOnce();
  found = [];
  await report.update();
  expect(report.details()).toMatchObject({ refused: [], why: {} });
});
