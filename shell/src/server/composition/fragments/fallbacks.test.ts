import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { siteConfigs } from "../../../../sites/sites.ts";
import { openDataStore } from "../../data/data-store.ts";
import { layout } from "../../../layout/layout.ts";
import { toFallback, toFallbackHead } from "./fallbacks.ts";
import { errorMark, type PagePlan, pathMark, planPages } from "../../pages/page-plan.ts";

const folder = mkdtempSync(join(tmpdir(), "fallbacks-"));
const data = (
  await openDataStore({
    folder,
    defaults: join(import.meta.dirname, "../../../../data"),
    onRefused: (error) => {
      throw error;
    },
  })
).documents();
afterAll(() => rmSync(folder, { recursive: true }));

function findPlan(name: string): PagePlan {
  const plan = planPages(siteConfigs.GGPPH, data, layout).find(({ context }) => context.name === name);
  if (!plan) throw new Error(`There is no page ${name}.`);
  return plan;
}

const errorId = "3f2a9c0d11aa";

test.each([
  [
    "error:403",
    "Oops! Access Denied :(",
    "This product is not available in your current location.",
    { home: false, back: false },
  ],
  [
    "error:404",
    "Error : 404 Page Not Found",
    `Page not found: ${pathMark}<br>The cards were misdealt. Time for a reshuffle.`,
    { home: true, back: true },
  ],
  [
    "error:500",
    "Error : 500 Unexpected Error",
    "We are fixing this shortly. Unexpected error. Please contact customer service for further assistance.",
    { home: true, back: true },
  ],
] as const)(
  "B195 B196 B197 B198 B199 B201 B203 B286 the shell's own page of %s has its title, its status, its message, its links home and back, and the address of support",
  (name, title, message, ways) => {
    const plan = findPlan(name);
    const html = toFallback(plan.island, plan, { ...siteConfigs.GGPPH, name: "GGP <Poker>" }, layout, errorId);
    expect(html).not.toContain("<Poker>");
    expect(toFallbackHead(plan, "GGP").title).toBe(title);
    expect(html).toContain(`>${plan.context.status}</p>`);
    expect(html).toContain(`>${title}</p>`);
    expect(html).toContain('<a href="mailto:support@ggp.example">support@ggp.example</a>');
    expect(html).toContain(`>${message}</p>`);
    expect(html.includes(`<p>Error code: ${errorMark}</p>`)).toBe(name === "error:500");
    expect({ home: html.includes('<a class="button" href="/">'), back: html.includes("data-history-back") }).toEqual(
      ways,
    );
  },
);

test("B203 B209 the fallback of a page shows an unexpected error with status 500, and links to home and support", () => {
  const plan = findPlan("about-us");
  const html = toFallback(plan.island, plan, siteConfigs.GGPPH, layout, errorId);
  expect(html).toContain("Unexpected error. Please contact customer service for further assistance.");
  expect(html).toContain(">500</p>");
  expect(html).toContain('href="/"');
  expect(html).toContain('href="mailto:support@ggp.example"');
});

test("B209 B288 the fallback links of a menu are in the page's language", () => {
  const plan = planPages(siteConfigs.GGPBR, data, layout).find(
    ({ context, locale }) => context.name === "about-us" && locale.code === "pt-br",
  );
  const html = plan ? toFallback("navigation/header", plan, siteConfigs.GGPBR, layout, errorId) : "";
  expect(html).toContain('<a href="/pt-br/terms-conditions/">Termos e condições</a>');
  expect(html).not.toContain("Terms");
});

test.each([
  ["error:403", "Ops! Acesso negado :("],
  ["error:404", "Erro : 404 Página não encontrada"],
  ["error:500", "Erro : 500 Erro inesperado"],
] as const)("B288 the shell's own page of %s is in the page's language, its links too", (name, title) => {
  const plan = planPages(siteConfigs.GGPBR, data, layout).find(
    ({ context, locale }) => context.name === name && locale.code === "pt-br",
  );
  if (!plan) throw new Error(`There is no page ${name}.`);
  const html = toFallback(plan.island, plan, siteConfigs.GGPBR, layout, errorId);
  expect(toFallbackHead(plan, "GGP").title).toBe(title);
  expect(html).toContain(`>${title}</p>`);
  expect(html).not.toMatch(/lang="en"|Go back|Head back|not found|Error/);
});
