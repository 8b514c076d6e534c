import { expect, test, vi } from "vitest";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const { app, bench, get } = useFixtureApp();

const toManifest = (id: string): string => `/builds/meta/${id}.json`;

function liveId(): string {
  return app().live.state()?.build ?? "none";
}

test("B185 a tab of an earlier build gets its manifest, with the rules and pages of the live set", async () => {
  const ids = [liveId()];
  for (const word of ["first", "second"]) {
    await bench().release("content", { files: { "browser/note.js": word } });
    await app().live.refresh();
    ids.push(liveId());
  }
  expect(new Set(ids).size).toBe(3);
  const today: object = (await get(toManifest(liveId()))).json();
  for (const id of ids) {
    const response = await get(toManifest(id));
    expect([response.statusCode, response.headers["cache-control"]]).toEqual([200, "no-cache"]);
    expect(response.json()).toEqual({ ...today, id });
  }
});

test.each(["0000000000000000", "constructor", "", "..", "ABCDEFABCDEFABCD"])(
  "B185 a build that was never live has no manifest: %j",
  async (id) => {
    const response = await get(toManifest(id));
    expect([response.statusCode, response.headers["cache-control"]]).toEqual([404, "no-store"]);
  },
);

test("B185 the history is read once for each revision, also with many requests for unknown builds", async () => {
  await bench().release("content", { files: { "browser/note.js": "third" } });
  await app().live.refresh();
  const read = vi.spyOn(bench().serverStore, "history");
  await Promise.all(Array.from({ length: 50 }, (_, index) => get(toManifest(String(index).padStart(16, "0")))));
  expect(read.mock.calls).toEqual([[{ last: 500 }]]);
  read.mockRestore();
});

test("B185 while the history cannot be read, earlier builds have no manifest and the live one has", async () => {
  const before = liveId();
  await bench().release("content", { files: { "browser/note.js": "fourth" } });
  await app().live.refresh();
  const read = vi.spyOn(bench().serverStore, "history").mockRejectedValue(new Error("broken"));
  expect((await get(toManifest(before))).statusCode).toBe(404);
  expect((await get(toManifest(liveId()))).statusCode).toBe(200);
  read.mockRestore();
});
