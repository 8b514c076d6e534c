import { afterAll, beforeAll, expect, test } from "vitest";
import { uploadRelease } from "@site/contracts/publishing/upload-release";
import { findFreePort } from "../../../../e2e/harness/free-port.ts";
import { createFixtureBench, type FixtureBench } from "../../testing/fixture-bench.ts";

let bench: FixtureBench;
beforeAll(async () => {
  bench = await createFixtureBench();
});
afterAll(() => bench.remove());

test("B298 an upload to a site that does not answer says why", async () => {
  const { folder } = await bench.write("content");
  const port = await findFreePort();
  const site = { url: `http://127.0.0.1:${port}`, token: "t" };
  await expect(uploadRelease(folder, "content", { site, signer: bench.trust.team("content") })).rejects.toMatchObject({
    code: "SITE_UNREACHABLE",
    message: expect.stringContaining(`PUT ${site.url}/-/releases/content: connect ECONNREFUSED 127.0.0.1:${port}`),
  });
});
