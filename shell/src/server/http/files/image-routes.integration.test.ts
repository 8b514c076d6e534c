import { setTimeout as sleep } from "node:timers/promises";
import Fastify from "fastify";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { ImageService } from "../../images/image-service.ts";
import { createFixtureApp } from "../../testing/fixture-app.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";
import { registerImages } from "./image-routes.ts";

const felt = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="32"><rect width="64" height="32" fill="#0f3d2e"/></svg>`;
const files = {
  "browser/images/felt.1a2b3c4d.svg": felt,
  "browser/images/tall.7a117a11.svg": felt.replace('height="32"', 'height="320"'),
  "browser/images/broken.0badcafe.svg": `<svg xmlns="http://www.w3.org/2000/svg"></svg>`,
};
const address = "/_image/content/felt.1a2b3c4d";

const { app, bench, get } = useFixtureApp({ releases: { content: { files } } });

/** Milliseconds for which a connection may be idle: more than a busy machine takes to read a request. */
const idleMs = 500;

/** The routes alone, on a server whose connections may be idle for {@link idleMs}. */
async function listenAlone(find: ImageService["find"], latestMs: number) {
  const server = Fastify({ connectionTimeout: idleMs });
  onTestFinished(() => server.close());
  const onBusy = vi.fn();
  const images = { find, measure: async () => undefined, has: () => true, isTooLarge: () => false };
  registerImages(server, { images, onBusy, latestMs });
  const origin = await server.listen({ port: 0, host: "127.0.0.1" });
  return { response: await fetch(`${origin}${address}/320@1.webp`), onBusy };
}

describe("artwork as pixels", () => {
  test("B229 is webp, in the sizes of the list, and may be cached for ever", async () => {
    for (const size of ["160@1", "160@2", "1280@1"]) {
      const response = await get(`${address}/${size}.webp`);
      expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "image/webp"]);
      expect(response.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
      expect(response.rawPayload.toString("latin1", 8, 12)).toBe("WEBP");
    }
  });

  test("B229 is refused in any other size, with the list of sizes", async () => {
    const response = await get(`${address}/641@1.webp`);
    expect([response.statusCode, response.headers["content-type"], response.headers["cache-control"]]).toEqual([
      400,
      "application/problem+json; charset=utf-8",
      "no-store",
    ]);
    expect(response.json()).toMatchObject({
      title: "IMAGE_SIZE_REFUSED",
      detail: expect.stringContaining("160, 240, 320"),
    });
  });

  test("B229 is refused at a width at which it would have too many pixels, and drawn at smaller ones", async () => {
    const [large, small] = [
      await get("/_image/content/tall.7a117a11/1280@2.webp"),
      await get("/_image/content/tall.7a117a11/480@1.webp"),
    ];
    expect([large.statusCode, large.json().title, small.statusCode]).toEqual([400, "IMAGE_SIZE_REFUSED", 200]);
  });

  test("comes over a connection that waits for its drawing longer than one may be idle", async () => {
    const image = { bytes: Buffer.from("drawn"), type: "image/webp", etag: '"1"' } as const;
    const { response } = await listenAlone(() => sleep(2 * idleMs, image), 10_000);
    expect([response.status, await response.text()]).toEqual([200, "drawn"]);
  });

  test("is refused for now when it waits for too long", async () => {
    const { response, onBusy } = await listenAlone(() => new Promise(() => undefined), 2 * idleMs);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "2"]);
    expect(await response.json()).toMatchObject({ title: "IMAGE_LATE" });
    expect(onBusy).toHaveBeenCalledTimes(1);
  });

  test("G9 has a limit of waiting requests for each visitor: further ones are refused, and other visitors do not wait for them", async () => {
    const plain = Array.from({ length: 3 }, (_, index) => [
      `browser/images/own${index}.1a2b3c4d.svg`,
      felt.replace("#0f3d2e", `#0f3d2${index}`),
    ]);
    await bench().release("content", { files: { ...files, ...Object.fromEntries(plain) } });
    const own = await createFixtureApp(bench(), { trustedProxies: ["127.0.0.1"] });
    try {
      await own.live.refresh();
      const sizes = [160, 240, 320, 480, 640].flatMap((width) => [`${width}@1`, `${width}@2`]);
      const urls = [0, 1, 2].flatMap((index) =>
        sizes.map((size) => `/_image/content/own${index}.1a2b3c4d/${size}.webp`),
      );
      const cold = [...urls, ...sizes.map((size) => `${address}/${size}.webp`)];
      const order: string[] = [];
      const ask = async (url: string, from: string, name: string) => {
        const { statusCode, headers } = await own.server.inject({ url, headers: { "x-forwarded-for": from } });
        order.push(name);
        return { statusCode, retry: headers["retry-after"] };
      };
      const greedy = cold.map((url) => ask(url, "203.0.113.7", "greedy"));
      const other = ask("/_image/content/tall.7a117a11/160@1.webp", "198.51.100.7", "other");
      expect((await other).statusCode).toBe(200);
      const answers = await Promise.all(greedy);
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(32);
      expect(answers.slice(32).every(({ statusCode, retry }) => statusCode === 503 && retry === "2")).toBe(true);
      // Those refused at once, the drawing that was under way, and one turn of the other visitor come before it.
      expect(order.indexOf("other")).toBeLessThanOrEqual(answers.length - 32 + 2);
      expect((await own.metricsServer.inject("/metrics")).body).toMatch(/^image_refused_total 8$/m);
    } finally {
      await own.close();
    }
  });

  test.each([
    "/_image/content/felt.ffffffff/160@1.webp",
    "/_image/content/none.1a2b3c4d/9@9.webp",
    "/_image/download/felt.1a2b3c4d/160@1.webp",
    "/_image/content/..%2f..%2fserver%2fentry.cjs",
    "/_image/%2e%2e/%2e%2e/etc/passwd",
    "/_image/",
    "/_image/card/0000000000000000.png",
    "/_image/__proto__/160@1.webp",
  ])("there is none at %s", async (url) => {
    const response = await get(url);
    expect([response.statusCode, response.headers["cache-control"]]).toEqual([404, "no-store"]);
  });

  test("that cannot be drawn is answered with Retry-After and is not cached", async () => {
    const response = await get("/_image/content/broken.0badcafe/160@1.webp");
    expect([response.statusCode, response.headers["retry-after"], response.headers["cache-control"]]).toEqual([
      503,
      "2",
      "no-store",
    ]);
  });

  test("B207 tells its size, and 0 by 0 when the size is unknown", async () => {
    expect((await get(`${address}/meta.json`)).json()).toEqual({ width: 64, height: 32 });
    expect((await get("/_image/content/broken.0badcafe/meta.json")).json()).toEqual({ width: 0, height: 0 });
    expect((await get("/_image/content/none.1a2b3c4d/meta.json")).statusCode).toBe(404);
  });

  test("of an earlier set is still drawn for tabs that were opened then", async () => {
    await bench().release("content", { files: { "browser/images/felt.5e6f7a8b.svg": felt } });
    await app().live.refresh();
    for (const hash of ["1a2b3c4d", "5e6f7a8b"])
      expect((await get(`/_image/content/felt.${hash}/240@1.webp`)).statusCode).toBe(200);
  });

  test("of an earlier set is drawn by a server that started since, from verified bytes", async () => {
    const restarted = await createFixtureApp(bench(), { store: bench().reopen() });
    try {
      await restarted.live.refresh();
      const ask = (hash: string) => restarted.server.inject(`/_image/content/felt.${hash}/240@1.webp`);
      expect((await ask("1a2b3c4d")).statusCode).toBe(200);
      expect((await ask("ffffffff")).statusCode).toBe(404);
    } finally {
      await restarted.close();
    }
  });

  test("is drawn once for concurrent requests", async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => get(`/_image/content/felt.5e6f7a8b/1280@2.webp`)),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  });
});
