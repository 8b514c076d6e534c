import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { nodeOptions } from "@site/contracts/confine/node-options";
import { findDrawingProblems } from "@site/contracts/release-checks/find-drawing-problems";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { createDrawer, type Drawer } from "./drawer.ts";
import type { ShareCard } from "./share-card.ts";

vi.setConfig({ testTimeout: 30_000 });

const font = readFileSync(
  createRequire(import.meta.url).resolve("@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2"),
);
const card: ShareCard = {
  title: "Terms & Conditions",
  siteName: "GGP Poker",
  age: "21+",
  logo: "<svg xmlns='http://www.w3.org/2000/svg' width='180' height='48'/>",
};
const disc = (content = "<circle cx='20' cy='10' r='10' fill='#f00'/>"): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20" viewBox="0 0 40 20">${content}</svg>`);

/** Draws for all tests but those that say otherwise: its process starts once. */
let drawer: Drawer | undefined;
const draw: Drawer["draw"] = (order) => (drawer ??= createDrawer()).draw(order);
afterAll(() => drawer?.close());

/** The width and height in a PNG's head. */
const readPngSize = (png: Buffer): [number, number] => [png.readUInt32BE(16), png.readUInt32BE(20)];

test("B229 artwork becomes webp", async () => {
  const webp = await draw({ kind: "artwork", svg: disc(), width: 320, format: "webp" });
  expect([webp.toString("latin1", 0, 4), webp.toString("latin1", 8, 12)]).toEqual(["RIFF", "WEBP"]);
});

test("an icon becomes a PNG of its width, in its own proportions", async () => {
  expect(readPngSize(await draw({ kind: "artwork", svg: disc(), width: 192, format: "png" }))).toEqual([192, 96]);
});

test("a link preview is a PNG of 1200 by 630 that differs with its title, in a font that the machine need not have", async () => {
  const first = await draw({ kind: "card", card, font });
  const second = await draw({ kind: "card", card: { ...card, title: "About us" }, font });
  expect(readPngSize(first)).toEqual([1200, 630]);
  expect(first.equals(second)).toBe(false);
  expect(first.equals(await draw({ kind: "card", card, font }))).toBe(true);
});

test.each([
  ["is no picture", Buffer.from("<html></html>")],
  [
    "claims to be larger than any screen",
    Buffer.from(
      "<svg xmlns='http://www.w3.org/2000/svg' width='90000' height='90000'><rect width='9' height='9'/></svg>",
    ),
  ],
])("artwork that %s is refused, and the next drawing is not", async (_what, svg) => {
  await expect(draw({ kind: "artwork", svg, width: 160, format: "webp" })).rejects.toMatchObject({
    code: "IMAGE_FAILED",
  });
  await expect(draw({ kind: "artwork", svg: disc(), width: 160, format: "webp" })).resolves.toBeInstanceOf(Buffer);
});

test.each([
  ["references", "<title>Fun &amp; games &#38; more</title>"],
  ["a bare &", "<title>Fun & games</title>"],
  ["a reference of HTML", "<title>Fun&nbsp;games</title>"],
  ["an attribute without a value", "<rect hidden />"],
  ["names in other letters", "<g></G>"],
  ["a prefix that is not declared", '<use xlink:href="#a"/>'],
  ["a control character", "<title>\u0001</title>"],
  ["the end of a section in a text", "<title>]]></title>"],
  ["a comment with two dashes", "<!-- a -- b -->"],
  ["a picture inside of it", '<svg viewBox="0 0 1 1"></svg>'],
])("the release check accepts a picture with %s exactly when it can be drawn", async (_what, content) => {
  const svg = disc(content);
  const drawn = draw({ kind: "artwork", svg, width: 40, format: "png" }).then(
    () => true,
    () => false,
  );
  expect(findDrawingProblems(svg).length === 0).toBe(await drawn);
});

test("artwork cannot read files of the machine", async () => {
  const plain = await draw({ kind: "artwork", svg: disc(""), width: 40, format: "png" });
  const curious = disc(
    `<image href="${join(import.meta.dirname, "../../../../docs/site.jpg")}" width="40" height="20"/><image href="file:///etc/hostname" width="9" height="9"/>`,
  );
  expect((await draw({ kind: "artwork", svg: curious, width: 40, format: "png" })).equals(plain)).toBe(true);
});

test("when a process hangs, ends or answers too much, only its drawing fails; drawings beyond the queue are refused", async () => {
  const processFile = join(import.meta.dirname, "testing/fixture-draw-process.ts");
  const own = createDrawer({ processFile, deadline: 3000, queue: 4 });
  onTestFinished(() => own.close());
  const ask = (width: number) => own.draw({ kind: "artwork", svg: disc(), width, format: "webp" });
  const [hangs, dies, floods, lives, late] = await Promise.allSettled([ask(1), ask(2), ask(3), ask(4), ask(5)]);
  expect(hangs).toMatchObject({ status: "rejected", reason: { code: "IMAGE_FAILED" } });
  expect(dies).toMatchObject({ status: "rejected", reason: { code: "IMAGE_FAILED" } });
  expect(floods).toMatchObject({
    status: "rejected",
    reason: { code: "IMAGE_FAILED", details: { problem: expect.stringContaining("at most 6291456 are read") } },
  });
  expect(lives).toMatchObject({ status: "fulfilled" });
  expect(late).toMatchObject({ status: "rejected", reason: { code: "IMAGE_BUSY" } });
});

test("draws in a checkout whose libraries are a link to those of another one", async () => {
  const root = mkdtempSync(join(tmpdir(), "linked-checkout-"));
  const workspaceRoot = join(import.meta.dirname, "../../../..");
  const copy = (path: string): void =>
    cpSync(join(workspaceRoot, path), join(root, path), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (from) => basename(from) !== ".cache",
    });
  try {
    for (const path of ["shared-contracts", "shell/package.json", "shell/node_modules", "shell/src/server/images"])
      copy(path);
    symlinkSync(join(workspaceRoot, "node_modules"), join(root, "node_modules"));
    const source = `
      import { createDrawer } from ${JSON.stringify(join(root, "shell/src/server/images/drawer.ts"))};
      const drawer = createDrawer();
      const webp = await drawer.draw({ kind: "artwork", svg: Buffer.from(${JSON.stringify(disc().toString())}), width: 320, format: "webp" });
      drawer.close();
      process.stdout.write(webp.subarray(0, 4));`;
    const drawn = execFileSync(process.execPath, [...nodeOptions, "--input-type=module", "--eval", source]);
    expect(drawn.toString("latin1")).toBe("RIFF");
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
