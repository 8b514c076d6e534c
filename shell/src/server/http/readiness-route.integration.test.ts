import { probeLayers } from "@site/contracts/confine/layers";
import { describe, expect, test } from "vitest";
import { useFixtureApp } from "../testing/use-fixture-app.ts";

const { app, get } = useFixtureApp();

describe("/readyz", () => {
  test("names the live set with 12 digits of each digest, and fits in one packet", async () => {
    const { body } = await get("/readyz");
    const { digests, versions, revision } = JSON.parse(body);
    const live = app().live.state()?.set;
    expect({ versions, revision }).toEqual({ versions: live?.versions, revision: live?.revision });
    expect(digests).toEqual(
      Object.fromEntries(Object.entries(live?.digests ?? {}).map(([name, digest]) => [name, digest.slice(0, 12)])),
    );
    expect(Buffer.byteLength(body)).toBeLessThan(1200);
  });

  test("names the kernel's layers of confinement for remotes' code", async () => {
    expect(JSON.parse((await get("/readyz")).body).confinement).toEqual(await probeLayers());
  });

  test("has whole digests and the sentence of a lag with ?whole for a request of this machine, and for no other", async () => {
    const live = app().live.state()?.set;
    expect(JSON.parse((await get("/readyz?whole")).body)).toMatchObject({ digests: live?.digests, problem: null });
    for (const headers of [{ "x-forwarded-for": "203.0.113.7" }, { host: "rebound.example" }]) {
      const answer = JSON.parse((await get("/readyz?whole", headers)).body);
      expect(answer.digests).not.toEqual(live?.digests);
      expect(answer).not.toHaveProperty("problem");
    }
  });
});
