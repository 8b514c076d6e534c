import { createServer } from "node:http";
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

test.each([
  [408, "", /: HTTP 408, its \d+ bytes took longer than the site waits for an upload\. Look at SITE_URL/],
  [
    502,
    "<h1>Bad Gateway</h1>",
    /: HTTP 502 came back, from a proxy or another program and not from a site\. Look at SITE_URL/,
  ],
  [200, "<h1>Hello</h1>", /: HTTP 200 came back, from a proxy or another program/],
])(
  "B298 an upload that is answered by %d without the words of a site is no refusal of the release",
  async (status, text, message) => {
    const { folder } = await bench.write("content");
    const server = createServer((request, response) =>
      request.resume().once("end", () => response.writeHead(status).end(text)),
    );
    const port = await findFreePort();
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    const site = { url: `http://127.0.0.1:${port}`, token: "t" };
    await expect(uploadRelease(folder, "content", { site, signer: bench.trust.team("content") })).rejects.toMatchObject(
      {
        code: "SITE_UNREACHABLE",
        message: expect.stringMatching(message),
      },
    );
    server.close();
  },
);
