import { expect, test } from "vitest";
import { askSite } from "./ask-site.ts";
import { answerRequests } from "../testing/answer-requests.ts";

test("a request to a site that takes the connection and sends nothing ends with what is the matter", async () => {
  const origin = await answerRequests(() => undefined);
  await expect(askSite(origin, { silentMs: 50 })).rejects.toThrow("nothing came for 0.05 s");
});

test("a response that stops in the middle of its body ends with what is the matter", async () => {
  const origin = await answerRequests((_request, response) => void response.write("the first half"));
  // Longer than a busy machine takes for the first half.
  const response = await askSite(origin, { silentMs: 1000 });
  await expect(response.text()).rejects.toThrow("nothing came for 1 s");
});

test("a response that keeps coming may take longer than the silence that ends it", async () => {
  const origin = await answerRequests((_request, response) => {
    let parts = 0;
    const next = (): void => void (parts++ < 5 ? response.write(".") && setTimeout(next, 150) : response.end("!"));
    next();
  });
  const response = await askSite(origin, { silentMs: 600 });
  expect(await response.text()).toBe(".....!");
});

test("status, headers and an empty body are those of the site, and a redirect is not followed", async () => {
  const origin = await answerRequests(({ method }, response) => {
    if (method === "GET") response.writeHead(302, { location: "/elsewhere" }).end();
    else response.writeHead(204, { "x-site": "yes" }).end();
  });
  const { status, headers, body } = await askSite(origin, { method: "HEAD" });
  expect([status, headers.get("x-site"), body]).toEqual([204, "yes", null]);
  await expect(askSite(origin)).rejects.toThrow("fetch failed");
});
