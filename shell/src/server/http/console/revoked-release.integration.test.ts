import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { planChannels } from "../../publishing/plan-channels.ts";
import { carryOut } from "../../publishing/promote.ts";
import { openServedStore, type ServedStore, toStorePlaces } from "../../releases/stores/open-store.ts";
import { revokeKey } from "../../releases/trust/change-teams.ts";
import { createFixtureApp, type FixtureApp } from "../../testing/fixture-app.ts";
import { createFixtureBench, type FixtureBench } from "../../testing/fixture-bench.ts";
import { toServerSource } from "../../testing/fixture-release.ts";
import { openTesterAccess } from "../../testing/open-tester-access.ts";
import { createTesterVisits } from "../../testing/tester-visits.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const { access, tokens, remove } = openTesterAccess();
let bench: FixtureBench;
let served: ServedStore;
let app: FixtureApp;
let cookie = "";
const waiting = { content: "", navigation: "" };

beforeAll(async () => {
  bench = await createFixtureBench();
  await bench.writeIdentities();
  await bench.releaseAll();
  for (const name of ["content", "navigation"] as const)
    waiting[name] = (await bench.admit(name, { server: toServerSource("a candidate") })).version;
  served = await openServedStore(toStorePlaces(bench.root));
  app = await createFixtureApp(bench, { ...served, access });
  await app.live.refresh();
  const { makeToken, signIn } = createTesterVisits({ app: () => app }, tokens);
  cookie = await signIn((await makeToken("operator")).text);
  await revokeKey(toStorePlaces(bench.root), bench.trust.team("content").keyId, "laptop stolen");
  await served.trust.look();
});
afterAll(async () => {
  await app.close();
  await bench.remove();
  await remove();
});

test.each([
  ["/-/console/releases", "Promote"],
  ["/-/console", "Compare"],
])("%s offers no action for a release whose key was revoked, and says why", async (url, action) => {
  const { body, statusCode } = await app.server.inject({ method: "GET", url, headers: { cookie } });
  expect(statusCode).toBe(200);
  const rows = body.split("<tr");
  const rowOf = (name: "content" | "navigation"): string => rows.find((row) => row.includes(waiting[name])) ?? "";
  expect(rowOf("content")).toContain("key revoked");
  expect(rowOf("content")).not.toMatch(/Promote|Compare|Start a canary/);
  expect(rowOf("navigation")).toContain(action);
  expect(rowOf("navigation")).not.toContain("key revoked");
});

test("what is live names each release whose key was revoked, also the canary's, which can be stopped and not promoted", async () => {
  const tried = await bench.admit("content", { server: toServerSource("what is tried") });
  await carryOut(
    bench.store,
    await planChannels(bench.store, {
      kind: "canary-start",
      changes: { content: tried.version },
      percent: 5,
      first: 0,
    }),
    { why: "a reason", checkSet: async () => ({ sites: ["GGPPH"], checks: [] }) },
  );
  const { body } = await app.server.inject({ method: "GET", url: "/-/console", headers: { cookie } });
  const [, stable = "", rest = ""] = /id="stable"([^]*?)id="canary"([^]*?)id="servers"/.exec(body) ?? [];
  const rowOf = (name: string): string => stable.split("<tr").find((row) => row.includes(`>${name}<`)) ?? "";
  expect(rowOf("content")).toContain("key revoked");
  expect(rowOf("navigation")).not.toContain("key revoked");
  expect(rest).toMatch(/key revoked[^]*Stop takes it back/);
  expect(rest).not.toContain("kind=canary-promote");
  await carryOut(bench.store, await planChannels(bench.store, { kind: "canary-stop" }), { why: "over" });
});

test("a comparison with a release whose key was revoked has the versions, and says why its pages are not composed", async () => {
  const live = app.live.state()?.set.versions["content"] ?? "";
  const query = new URLSearchParams({ from: "live", to: `content@${waiting.content}` });
  const compare = (more = "") =>
    app.server.inject({ method: "GET", url: `/-/console/difference?${query}${more}`, headers: { cookie } });
  const { body, statusCode } = await compare();
  expect(statusCode).toBe(200);
  expect(body).toContain(live);
  expect(body).toContain(waiting.content);
  expect(body).toMatch(/The pages are not compared\. [^<]*laptop stolen/);
  expect(body).not.toContain("have other HTML");
  expect((await compare("&page=/about-us/&locale=en")).statusCode).toBe(403);
});
