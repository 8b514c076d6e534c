import { readFileSync } from "node:fs";
import type { IslandContext } from "@site/contracts/island";
import { defineIsland, type IslandDefinition } from "@site/contracts/react/define-island";
import { createServerEntry } from "@site/contracts/react/server-entry";
import { createFakeContext } from "@site/contracts/testing/fake-site";
import messages from "../messages/en.json" with { type: "json" };
import { definePolicy } from "../src/define-policy.tsx";
import { putCookieTable } from "../src/cookie-table.ts";
import { ErrorPage } from "../src/ui/error-page.tsx";
import { ResponsibleGamingPage } from "../src/ui/responsible-gaming-page.tsx";
import type { PageName } from "./page-name.ts";

function definePage(name: PageName): IslandDefinition {
  if (name === "responsible-gaming") return defineIsland({ component: ResponsibleGamingPage, hydrate: "never" });
  if (name === "error") return defineIsland({ component: ErrorPage, hydrate: "never" });
  const source = readFileSync(new URL(`../src/policies/${name}.md`, import.meta.url), "utf8");
  return definePolicy(source, name === "cookie-policy" ? putCookieTable : undefined);
}

/** A page of this remote as the server sends it. */
export function renderPage(name: PageName, overrides: Partial<IslandContext> = {}): string {
  return createServerEntry({ page: definePage(name) }, { en: messages }).render("page", "main", createFakeContext(overrides)).html;
}
