import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createLoadCache } from "./load-cache.ts";

test("every entry that is asked for is answered, though all together are more than are kept", async () => {
  const cache = createLoadCache<number, string>({
    max: 2,
    fetchMethod: async (key) => new Promise((resolve) => setTimeout(() => resolve(`value ${key}`), 1)),
  });
  const keys = [1, 2, 3, 4, 5];
  expect(await Promise.all(keys.map(async (key) => cache.fetch(key)))).toEqual(keys.map((key) => `value ${key}`));
});

test("no other cache of the server makes its entries by itself", () => {
  const server = join(import.meta.dirname, "..");
  const sources = globSync("**/*.ts", { cwd: server }).filter((file) => !file.endsWith(".test.ts"));
  const fetching = sources.filter((file) => readFileSync(join(server, file), "utf8").includes("fetchMethod"));
  expect(fetching.length).toBeGreaterThan(1);
  const own = fetching.filter((file) => readFileSync(join(server, file), "utf8").includes("new LRUCache"));
  expect(own).toEqual(["caches/load-cache.ts"]);
});
