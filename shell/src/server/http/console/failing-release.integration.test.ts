import { expect, test, vi } from "vitest";
import { openTesterAccess } from "../../testing/open-tester-access.ts";
import { promoteBroken } from "../../testing/promote-broken.ts";
import { createTesterVisits } from "../../testing/tester-visits.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const { access, tokens, remove } = openTesterAccess();
const { app, bench, get } = useFixtureApp({ access });
const { makeToken, signIn } = createTesterVisits({ app }, tokens);

test("the console's first page says which live release does not render, where and since when, and offers to go back", async () => {
  try {
    const cookie = await signIn((await makeToken("operator")).text);
    const readRow = async (name: string): Promise<string> => {
      const { body } = await get("/-/console", { cookie });
      const [, stable = ""] = /id="stable"([^]*?)id="canary"/.exec(body) ?? [];
      return stable.split("<tr").find((row) => row.includes(`>${name}<`)) ?? "";
    };
    expect(await readRow("content")).not.toContain("does not render");
    const version = await promoteBroken(bench());
    await app().live.refresh();
    const row = await readRow("content");
    expect(row).toContain(version);
    expect(row).toMatch(/does not render since (\d{4}-\d\d-\d\d )?\d\d:\d\d UTC/);
    expect(row).toMatch(/content\/about-us: the last good HTML or a fallback stands on \d+ pages? of this server\./);
    expect(row).toContain('aria-label="Roll back content"');
    expect(await readRow("navigation")).not.toContain("does not render");
  } finally {
    await remove();
  }
});
