import { gunzipSync } from "node:zlib";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type EncodedBody, toBody as encode } from "./encoded-page.ts";
import { errorMark, pathMark } from "./page-plan.ts";
import { toPageTemplate } from "./page-template.ts";

const toBody = (html: string): EncodedBody => encode(html, "fast");

test("B022 any path fills every gap of an error page, plain and in gzip", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "grapheme" }), { minLength: 1, maxLength: 5 }),
      fc.string({ unit: "grapheme" }),
      (parts, path) => {
        const template = toPageTemplate(toBody(parts.join(pathMark)));
        const wanted = parts.join(path);
        const texts = { [pathMark]: path };
        expect(Buffer.concat(template.fillPlain(texts)).toString()).toBe(wanted);
        expect(gunzipSync(Buffer.concat(template.fillGzip(texts))).toString()).toBe(wanted);
      },
    ),
  );
});

test("B022 B305 each placeholder is filled with its own text in every gap, and with nothing where there is none", () => {
  const template = toPageTemplate(toBody(`${errorMark}<b>${pathMark}</b>${pathMark}${errorMark}`));
  const texts = { [pathMark]: "/here/", [errorMark]: "3f2a9c0d11aa" };
  const wanted = "3f2a9c0d11aa<b>/here/</b>/here/3f2a9c0d11aa";
  expect(Buffer.concat(template.fillPlain(texts)).toString()).toBe(wanted);
  expect(gunzipSync(Buffer.concat(template.fillGzip(texts))).toString()).toBe(wanted);
  expect(Buffer.concat(template.fillPlain({})).toString()).toBe("<b></b>");
});

test("a path longer than one stored block fills the gap whole", () => {
  const path = "/long".repeat(40_000);
  expect(
    gunzipSync(Buffer.concat(toPageTemplate(toBody(`<p>${pathMark}</p>`)).fillGzip({ [pathMark]: path }))).toString(),
  ).toBe(`<p>${path}</p>`);
});

test("in gzip the parts around the path are compressed", () => {
  const words = "Looks like a misdeal. ".repeat(500);
  const pieces = toPageTemplate(toBody(`${words}${pathMark}${words}`)).fillGzip({ [pathMark]: "/no-such-page/" });
  expect(Buffer.concat(pieces).length).toBeLessThan(400);
});

test("a page's template is made once", () => {
  const body = toBody(pathMark);
  expect(toPageTemplate(body)).toBe(toPageTemplate(body));
});

test("answers share all bytes of a page but those of the path", () => {
  const template = toPageTemplate(toBody(`<p>${"before ".repeat(100)}${pathMark} after</p>`));
  for (const fill of [template.fillPlain, template.fillGzip]) {
    const [one, other] = [fill({ [pathMark]: "/one/" }), fill({ [pathMark]: "/other/" })];
    const own = one.filter((piece) => !other.includes(piece));
    expect(own.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(32);
  }
});
