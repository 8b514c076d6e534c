import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findPictureProblems } from "./find-picture-problems.ts";

let sourceRoot: string;
beforeEach(() => {
  sourceRoot = mkdtempSync(join(tmpdir(), "pictures-"));
  mkdirSync(join(sourceRoot, "src/artwork"), { recursive: true });
});
afterEach(() => rmSync(sourceRoot, { recursive: true, force: true }));

const scripted = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">\n<script>1</script>\n</svg>';
const released = "browser/images/chip.92ac0881.svg";
const files = new Map([[released, Buffer.from(scripted)]]);

test("a picture that no server draws is named by its file and line in the sources", () => {
  writeFileSync(join(sourceRoot, "src/artwork/card.svg"), scripted.replace("1</", "2</"));
  writeFileSync(join(sourceRoot, "src/artwork/chip.svg"), scripted);
  expect(findPictureProblems({ files, sourceRoot })[0]).toMatchObject({
    file: "src/artwork/chip.svg",
    line: 2,
    problem: expect.stringContaining("script"),
  });
});

test("one that the sources do not have, or whose sources are elsewhere, is named by its file in the release", () => {
  for (const given of [{ files, sourceRoot }, { files }])
    expect(findPictureProblems(given)[0]).toMatchObject({ file: released });
});

test("one that is too large is named by its file in the sources", () => {
  const large = Buffer.from(`<svg viewBox="0 0 1 1">${" ".repeat(2_000_000)}</svg>`);
  writeFileSync(join(sourceRoot, "src/artwork/large.svg"), large);
  expect(findPictureProblems({ files: new Map([["browser/images/large.1.svg", large]]), sourceRoot })).toMatchObject([
    { file: "src/artwork/large.svg", problem: expect.stringContaining("a picture may have at most") },
  ]);
});
