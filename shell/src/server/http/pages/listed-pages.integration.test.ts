import { expect, test } from "vitest";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const { app, get } = useFixtureApp();

/** Counts how often the list of pages is read. */
function watchPaths(): () => number {
  const { paths = [] } = app().live.state() ?? {};
  const [first = ""] = paths;
  let reads = 0;
  Object.defineProperty(paths, "0", { get: () => ((reads += 1), first), enumerable: true });
  return () => reads;
}

test.each([
  ["the sitemap", () => "/sitemap.xml"],
  ["the manifest of a build", () => `/builds/meta/${app().live.state()?.build}.json`],
])("B185 %s reads the list of pages at its first request alone, and stays the same", async (_what, toPath) => {
  const countReads = watchPaths();
  const first = await get(toPath());
  expect(first.statusCode).toBe(200);
  const before = countReads();
  expect(before).toBeGreaterThan(0);
  const second = await get(toPath());
  expect(countReads()).toBe(before);
  expect(second.body).toBe(first.body);
});
