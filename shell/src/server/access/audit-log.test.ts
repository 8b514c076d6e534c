import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFileLogs } from "../releases/storage/file-channel-log.ts";
import { openAuditLog } from "./audit-log.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "audit-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const token = { id: "0123456789ab", owner: "Quality of the site", role: "viewer" } as const;
const at = "2026-11-24T12:00:00.000Z";

test("an entry that a newer server wrote is listed as one, with who and when, and hides no other entry", async () => {
  const log = openFileLogs(folder)("audit");
  const audit = openAuditLog(log);
  await audit.add({ at, token, action: "sign-in", asked: "" });
  await log.append(1, Buffer.from(JSON.stringify({ at, token, action: "teleport", asked: "", to: { x: 1 } })));
  await log.append(2, Buffer.from(JSON.stringify({ at, token, action: "sign-out", asked: "", device: "phone" })));
  expect(await audit.last(3)).toEqual([
    { at, token, action: "sign-in", asked: "" },
    { at, token, action: "of-newer-server", asked: "teleport" },
    { at, token, action: "of-newer-server", asked: "sign-out" },
  ]);
});

test("an entry without a token or a moment is an error, not a line without an owner", async () => {
  const log = openFileLogs(folder)("broken");
  await log.append(0, Buffer.from(JSON.stringify({ action: "sign-in", asked: "" })));
  await expect(openAuditLog(log).last(1)).rejects.toThrow();
});
