import { expect, test } from "vitest";
import { toHeadlineFile } from "@site/contracts/pages/headline-face";
import type { LoadedRelease } from "../../releases/loaded-release.ts";
import { toHeadlineStyle } from "./headline-style.ts";

const display = (text: string): string => `<section><p class="display content-a1">${text}</p></section>`;

test("B293 a page has the headline's face when its headlines are written with the letters of the font only", () => {
  const style = toHeadlineStyle(withFace({ text: "Take your seat.", woff2: "d09GMg==" }), "en");
  expect(style?.html).toContain("url(data:font/woff2;base64,d09GMg==)");
  expect(style?.fits(display("Take your seat."))).toBe(true);
  expect(style?.fits(display("year at rest"))).toBe(true);
  expect(style?.fits(display("Take your place."))).toBe(false);
  expect(style?.fits(display("Take your seat.") + display("Questions"))).toBe(false);
  expect(style?.fits("<p>Take your seat.</p>")).toBe(false);
});

test("a shell without a headline in the language has no style, and a file that is none is refused", () => {
  const face = { text: "Take your seat.", woff2: "d09GMg==" };
  expect(toHeadlineStyle(withFace(face), "pt-br")).toBeUndefined();
  expect(toHeadlineStyle(undefined, "en")).toBeUndefined();
  expect(() => toHeadlineStyle(withFace({ ...face, woff2: ");}</style>" }), "en")).toThrow("expected base64");
});

function withFace(face: object): LoadedRelease {
  const files = new Map([[toHeadlineFile("en"), Buffer.from(JSON.stringify(face))]]);
  return { files } as Partial<LoadedRelease> as LoadedRelease;
}
