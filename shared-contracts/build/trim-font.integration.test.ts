import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fontCharacters, trimFont } from "./trim-font.ts";

const workspace = join(import.meta.dirname, "../..");
const family = join(workspace, "shell/node_modules/@fontsource-variable/archivo");

test("the font that pages fetch is much smaller than the family's, and a font", async () => {
  const whole = readFileSync(join(family, "files/archivo-latin-wdth-normal.woff2"));
  const trimmed = await trimFont(whole);
  expect(trimmed.subarray(0, 4).toString()).toBe("wOF2");
  expect(trimmed.length).toBeLessThan(56 * 1024);
  expect(trimmed.length).toBeLessThan(whole.length * 0.65);
});

test("no text of the site has a character that was trimmed off", () => {
  const ranges: Record<string, string> = JSON.parse(readFileSync(join(family, "unicode.json"), "utf8"));
  const isInFamily = (character: string): boolean =>
    (ranges["latin"] ?? "").split(",").some((range) => {
      const [from = 0, to = from] = range
        .slice(2)
        .split("-")
        .map((bound) => Number.parseInt(bound, 16));
      const code = character.codePointAt(0) ?? 0;
      return from <= code && code <= to;
    });
  const files = globSync(
    ["remote-*/messages/*.json", "remote-*/src/**/*.{md,ts,tsx}", "shell/{data,sites,messages}/**/*.{json,ts}"],
    { cwd: workspace, exclude: ["**/node_modules/**", "**/*.test.ts"] },
  );
  expect(files.length).toBeGreaterThan(20);
  const used = new Set(
    files.flatMap((file) => [...readFileSync(join(workspace, file), "utf8")]).filter((character) => character >= " "),
  );
  expect([...used].filter((character) => isInFamily(character) && !fontCharacters.includes(character))).toEqual([]);
});
