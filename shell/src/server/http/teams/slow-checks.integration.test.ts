import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { uploadRelease } from "@site/contracts/publishing/upload-release";
import { afterAll, expect, test } from "vitest";
import { createToken } from "../../access/access-token.ts";
import { openAuditLog } from "../../access/audit-log.ts";
import { openTokenList } from "../../access/token-list.ts";
import { openFileLogs } from "../../releases/storage/file-channel-log.ts";
import { createFixtureApp } from "../../testing/fixture-app.ts";
import { createFixtureBench } from "../../testing/fixture-bench.ts";
import { connectionLimits } from "../connections/connections.ts";

const accessDir = mkdtempSync(join(tmpdir(), "access-"));
afterAll(() => rm(accessDir, { recursive: true, force: true }));

test(
  "B298 a release whose check takes longer than a connection may be silent is answered when the check ends",
  { timeout: 60_000 },
  async () => {
    const bench = await createFixtureBench();
    await bench.releaseAll();
    const idleTimeoutMs = 500;
    const tokens = openTokenList(openFileLogs(accessDir)("tokens"));
    const app = await createFixtureApp(bench, {
      connectionLimits: { ...connectionLimits, idleTimeoutMs },
      access: {
        tokens,
        audit: openAuditLog(openFileLogs(accessDir)("audit")),
        trustDir: accessDir,
        publishing: {
          storeDir: bench.root,
          trust: bench.trust.trust,
          admit: () => wait(idleTimeoutMs * 5, { ok: true as const }),
        },
      },
    });
    await app.live.refresh();
    const url = await app.server.listen({ port: 0, host: "127.0.0.1" });
    const expires = new Date(Date.now() + 86_400_000).toISOString();
    const { text, token } = createToken({
      owner: "CI",
      role: "team",
      packages: ["content"],
      made: new Date().toISOString(),
      expires,
    });
    await tokens.add({ kind: "made", token, by: "a test" });
    const { folder } = await bench.write("content", { files: { "browser/island.js": "globalThis.island = 1;" } });
    const signer = bench.trust.team("content");
    expect(await uploadRelease(folder, "content", { site: { url, token: text }, signer })).toMatchObject({
      state: "admitted",
    });
    await app.close();
    await bench.remove();
  },
);
