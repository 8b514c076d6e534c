import { defineIsland } from "@site/contracts/react/define-island";
import { affiliateProgram } from "../content/affiliate-program.ts";
import { ArticlePage } from "../ui/article-page.tsx";

/** `/affiliate-program/`, with its own banner. */
export const island = defineIsland({
  component: () => <ArticlePage copy={affiliateProgram} banner="diamonds" />,
  hydrate: "never",
  head: () => ({ title: affiliateProgram.title, description: affiliateProgram.description }),
});
