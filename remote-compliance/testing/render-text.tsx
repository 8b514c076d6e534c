import { readFileSync } from "node:fs";
import type { IslandContext } from "@site/contracts/islands/island";
import { defineIsland, type IslandDefinition } from "@site/contracts/react/define-island";
import { createServerEntry } from "@site/contracts/react/server-entry";
import { createFakeContext } from "@site/contracts/testing/fake-site";
import english from "../messages/en.json" with { type: "json" };
import portuguese from "../messages/pt-br.json" with { type: "json" };
import { definePolicy } from "../src/ui/define-policy.tsx";
import { putCookieTable } from "../src/content/cookie-table.ts";
import { ErrorPage } from "../src/ui/error-page.tsx";
import { ResponsibleGamingPage } from "../src/ui/responsible-gaming-page.tsx";
import type { PageName } from "./page-name.ts";

function definePage(name: PageName): IslandDefinition {
  if (name === "responsible-gaming") return defineIsland({ component: ResponsibleGamingPage, hydrate: "never" });
  if (name === "error") return defineIsland({ component: ErrorPage, hydrate: "never" });
  return definePolicy(
    { en: readPolicy(name), "pt-br": readPolicy(`pt-br/${name}`) },
    name === "cookie-policy" ? putCookieTable : undefined,
  );
}

/** The Markdown of a policy: `house-rules`, or `pt-br/house-rules` for its translation. */
export function readPolicy(name: string): string {
  return readFileSync(new URL(`../src/policies/${name}.md`, import.meta.url), "utf8");
}

/** A page of this remote as the server sends it. */
export function renderPage(name: PageName, overrides: Partial<IslandContext> = {}): string {
  return createServerEntry({ page: definePage(name) }, { en: english, "pt-br": portuguese }).render(
    "page",
    "main",
    createFakeContext(overrides),
  ).html;
}
