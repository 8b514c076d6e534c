import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openServerKey, replaceServerKey } from "../continuity/server-key.ts";
import { type PictureCache, type PictureCacheOptions, openPictureCache } from "./picture-cache.ts";

const address = "content/felt.1a2b3c4d/640@2.webp";
const other = "content/felt.1a2b3c4d/640@1.webp";
const picture = Buffer.from("a picture of felt");

let stateDir: string;
let problems: unknown[];
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), "site-pictures-"));
  problems = [];
});
afterEach(() => rmSync(stateDir, { recursive: true, force: true }));

/** What a server that starts has: it knows nothing but what is on disk. */
const start = (options: Partial<PictureCacheOptions> = {}): PictureCache =>
  openPictureCache({
    stateDir,
    openKey: () => openServerKey(stateDir),
    onProblem: (problem) => problems.push(problem),
    ...options,
  });

const toAddress = (width: number): string => `content/felt.1a2b3c4d/${width}@1.webp`;

const listFiles = (): string[] =>
  readdirSync(join(stateDir, "pictures")).map((name) => join(stateDir, "pictures", name));

test("a server that starts again has the pictures of the one before, each at its own address", async () => {
  await start().write(address, picture);
  const next = start();
  expect(await next.find(address)).toEqual(picture);
  expect(await next.find(other)).toBeUndefined();
  expect(problems).toEqual([]);
});

test("a picture that was drawn just before the server ends is there after it has closed", async () => {
  const ending = start();
  void ending.write(address, picture);
  void ending.write(other, picture);
  await ending.close();
  expect(await start().find(other)).toEqual(picture);
});

test("there is no picture before the first one is written", async () => {
  expect(await start().find(address)).toBeUndefined();
  expect(problems).toEqual([]);
});

test.each<[string, (bytes: Buffer) => Buffer]>([
  ["cut off", (bytes) => bytes.subarray(0, bytes.length - 1)],
  ["cut off in its signature", (bytes) => bytes.subarray(0, 20)],
  ["emptied", () => Buffer.alloc(0)],
  ["changed in one byte", (bytes) => Buffer.concat([bytes.subarray(0, -1), Buffer.from("!")])],
  ["replaced behind its signature", (bytes) => Buffer.concat([bytes.subarray(0, 64), Buffer.from("<script>")])],
])("a file that was %s is not served, and can be written again", async (_what, damage) => {
  await start().write(address, picture);
  const [file = ""] = listFiles();
  writeFileSync(file, damage(readFileSync(file)));
  expect(await start().find(address)).toBeUndefined();
  await start().write(address, picture);
  expect(await start().find(address)).toEqual(picture);
});

test("a file under the name of another address is not served", async () => {
  await start().write(address, picture);
  const [first = ""] = listFiles();
  await start().write(other, Buffer.from("another picture"));
  const second = listFiles().find((file) => file !== first) ?? "";
  writeFileSync(first, readFileSync(second));
  expect(await start().find(address)).toBeUndefined();
});

test("what another key signed is not served", async () => {
  await start().write(address, picture);
  await replaceServerKey(stateDir);
  expect(await start().find(address)).toBeUndefined();
});

test("where the state cannot be written, nothing is written or thrown, and the problem is reported once", async () => {
  rmSync(stateDir, { recursive: true });
  writeFileSync(stateDir, "a file in its place");
  const cache = start();
  await cache.write(address, picture);
  await cache.write(other, picture);
  expect(await cache.find(address)).toBeUndefined();
  expect(problems).toHaveLength(1);
});

test("with a key that other accounts may read, nothing is written or served", async () => {
  await start().write(address, picture);
  chmodSync(join(stateDir, "server-key.pem"), 0o644);
  const cache = start();
  expect(await cache.find(address)).toBeUndefined();
  await cache.write(other, picture);
  expect(listFiles()).toHaveLength(1);
  expect(problems).toMatchObject([{ code: "KEY_EXPOSED" }]);
});

test("when they are too many, those that were used last stay", async () => {
  const before = start();
  for (const width of [1, 2, 3]) await before.write(toAddress(width), picture);
  const bytes = listFiles().reduce((total, file) => total + statSync(file).size, 0);
  const cache = start({ maxBytes: bytes });
  // Used again, the second one least: a minute passes after each.
  for (const width of [1, 3]) {
    await cache.find(toAddress(width));
    for (const file of listFiles()) {
      const usedAt = statSync(file).mtimeMs / 1000 - 60;
      utimesSync(file, usedAt, usedAt);
    }
  }
  await cache.write(toAddress(4), picture);
  // Up to three quarters of the limit.
  const found = await Promise.all([1, 2, 3, 4].map((width) => cache.find(toAddress(width))));
  expect(found.map((one) => one !== undefined)).toEqual([false, false, true, true]);
});
