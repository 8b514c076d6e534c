import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describeRemote } from "@site/contracts/testing";
import { expect, test } from "vitest";
import { homeCopy } from "./content/home.ts";

describeRemote("content");

test("the copy of the pages stays on the server, in every language", () => {
  const folder = join(import.meta.dirname, "../dist/browser");
  const scripts = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".js"));
  const served = readFileSync(join(import.meta.dirname, "../dist/server/entry.cjs"), "utf8");
  for (const copy of Object.values(homeCopy)) {
    const text = copy?.anyway.lede ?? "";
    expect(served).toContain(text);
    expect(scripts.filter((file) => readFileSync(join(folder, file), "utf8").includes(text))).toEqual([]);
  }
  expect(scripts.length).toBeGreaterThan(0);
});
