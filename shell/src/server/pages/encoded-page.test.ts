import { createHash } from "node:crypto";
import { brotliDecompressSync, constants, gunzipSync, zstdDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { readText, repack, toBody, toEncoding } from "./encoded-page.ts";

const text = "<p>Take a seat at the table – até já.</p>".repeat(400);

test("a text that is kept in brotli alone is answered in every encoding", async () => {
  const body = toBody(text, "fast");
  expect(readText(body)).toBe(text);
  expect(body.size).toBe(Buffer.byteLength(text));
  expect(brotliDecompressSync(await toEncoding(body, "br")).toString()).toBe(text);
  expect(gunzipSync(await toEncoding(body, "gzip")).toString()).toBe(text);
  expect(zstdDecompressSync(await toEncoding(body, "zstd")).toString()).toBe(text);
  expect((await toEncoding(body, "identity")).toString()).toBe(text);
});

test("an encoding that was made before is returned synchronously", async () => {
  const body = toBody(`${text}!`, "fast");
  const made = await toEncoding(body, "gzip");
  expect(toEncoding(body, "gzip")).toBe(made);
});

test("every encoding that is asked for is answered, though all together are more than are kept", async () => {
  const texts = Array.from({ length: 60 }, (_, index) => `${index}`.padEnd(300_000, text));
  const bodies = texts.map((one) => toBody(one, "fast"));
  const answers = await Promise.all(bodies.map(async (body) => (await toEncoding(body, "identity")).toString()));
  expect(answers.every((answer, index) => answer === texts[index])).toBe(true);
});

test("an empty text can be encoded and read", async () => {
  const body = toBody("", "fast");
  expect(readText(body)).toBe("");
  expect((await toEncoding(body, "identity")).toString()).toBe("");
});

test("a body that is longer than its size says is not decompressed", async () => {
  const body = { ...toBody(`${text}?`, "fast"), size: 100 };
  expect(() => readText(body)).toThrow();
  await expect(toEncoding(body, "identity")).rejects.toThrow();
});

test("a repacked body has fewer bytes and the same text", async () => {
  const body = toBody(text, "fast");
  const br = await repack(body, "best");
  expect(br.length).toBeLessThan(body.br.length);
  expect(readText({ ...body, br })).toBe(text);
});

test.each([
  ["", "</main>", ""],
  [" and the face of its headline", "", "<style>@font-face{font-family:Headline}</style></main>"],
  [" and the next heading", "", "<h2>Next</h2></main>"],
])(
  "a repacked page's first part can be decompressed before the bytes of the rest%s have arrived",
  async (_what, end, face) => {
    const words = Array.from({ length: 400 }, (_, place) => `word${(place * 7919) % 1000}`).join(" ");
    const first = `<style>a{}</style><main id="content">${words}${end}`;
    const rest = Array.from({ length: 400 }, (_, place) => {
      const other = createHash("sha256").update(`${place}`).digest("base64").slice(0, 6);
      return `<li>Ä${(place * 104729) % 3571} ${other}</li>`;
    });
    const alone = await repack(toBody(first, "quick"), "best");
    const whole = await repack(toBody(`${first}${face}${rest.join("")}`, "quick"), "best");
    const begun = brotliDecompressSync(whole.subarray(0, alone.length + 4), {
      finishFlush: constants.BROTLI_OPERATION_FLUSH,
    });
    expect(begun.toString()).toContain(first);
  },
);
