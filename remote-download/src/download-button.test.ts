import type { CountryRule } from "@site/contracts/visitor/country-rule";
import { renderRemote } from "@site/contracts/testing/render-remote";
import { expect, test } from "vitest";
import messages from "../messages/en.json" with { type: "json" };
import { island } from "./exposes/button.tsx";

function render(variant: string, { name = "about-us", rule = "none" as CountryRule, status = 200 } = {}): string {
  return renderRemote(island, {
    messages,
    context: { variant, page: { name, path: `/${name}/`, params: {}, status }, visitor: { rule } },
  }).html;
}

test("B287 around a page of a blocked visitor, and on any 403 page, there is no button at all", () => {
  for (const variant of ["header", "menu", "quick"]) expect(render(variant, { rule: "blocked" })).toBe("");
  for (const variant of ["header", "menu", "quick", "hero"])
    expect(render(variant, { name: "error:403", status: 403 })).toBe("");
});

test("B142 a button in the content of a page leads a blocked visitor home", () => {
  expect(render("hero", { rule: "blocked" })).toMatch(/^<a class="[^"]+" href="\/">/);
});

test("B287 on every route whose name starts with responsible-gaming no button is a primary one", () => {
  expect(render("header")).not.toContain("quiet");
  for (const name of ["responsible-gaming", "responsible-gaming-limits"]) {
    for (const variant of ["header", "menu", "quick"]) expect(render(variant, { name })).toContain("quiet");
  }
});
