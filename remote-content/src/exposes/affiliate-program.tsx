import { defineIsland } from "@site/contracts/react/define-island";
import scene from "../artwork/banner-affiliate.svg";
import { affiliateProgram } from "../content/affiliate-program.ts";
import { ArticlePage } from "../ui/article-page.tsx";

/** `/affiliate-program/`, with its own banner. */
export const island = defineIsland({
  component: () => <ArticlePage copy={affiliateProgram} artwork={scene} />,
  hydrate: "never",
  head: () => ({ title: affiliateProgram.title, description: affiliateProgram.description }),
});
