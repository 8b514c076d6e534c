import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openFileLogs } from "../releases/storage/file-channel-log.ts";
import { codeMinutes, openSignInCodes } from "./sign-in-codes.ts";

const folder = mkdtempSync(join(tmpdir(), "codes-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const openLog = openFileLogs(folder);
const codes = openSignInCodes(openLog("codes"));
const now = new Date("2026-11-23T10:00:00Z");
const invalid = { code: "TOKEN_CODE_INVALID" };

describe("a code for a sign-in", () => {
  test("is good once, however it is typed, and for the token that it was made for", async () => {
    const text = await codes.make("3f2a9c0d11aa", now);
    expect(text).toMatch(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){3}$/);
    expect(await codes.use(` ${text.toLowerCase().replaceAll("-", " ")}`, now)).toBe("3f2a9c0d11aa");
    await expect(codes.use(text, now)).rejects.toMatchObject(invalid);
  });

  test("is good for one of two servers that get it at the same moment", async () => {
    const text = await codes.make("3f2a9c0d11aa", now);
    const others = openSignInCodes(openLog("codes"));
    const uses = await Promise.allSettled([codes.use(text, now), others.use(text, now)]);
    expect(uses.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test("that was never made reads each entry of the log once, however often it is tried", async () => {
    const log = openLog("codes");
    let read = 0;
    const tried = openSignInCodes({
      ...log,
      async *range(from, to) {
        for await (const entry of log.range(from, to)) {
          read += 1;
          yield entry;
        }
      },
    });
    const all = (await log.head())?.revision ?? 0;
    for (let time = 1; time <= 3; time += 1)
      await expect(tried.use("AAAA-BBBB-CCCC-DDDD", now)).rejects.toMatchObject(invalid);
    expect(read).toBe(all);
  });

  test("expires after ten minutes; an expired code is refused, and so is one that was never made", async () => {
    const text = await codes.make("3f2a9c0d11aa", now);
    await expect(codes.use(text, new Date(now.getTime() + codeMinutes * 60_000))).rejects.toMatchObject(invalid);
    for (const other of ["", "AAAA-AAAA-AAAA-AAAA", "x".repeat(5000)])
      await expect(codes.use(other, now)).rejects.toMatchObject(invalid);
  });
});
