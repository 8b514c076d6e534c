import { defineIsland } from "@site/contracts/react/define-island";
import { channelingSolution } from "../content/channeling-solution.ts";
import { ArticlePage } from "../ui/article-page.tsx";

/** `/channeling-solution/`, with its own banner. */
export const island = defineIsland({
  component: () => <ArticlePage copy={channelingSolution} banner="clubs" />,
  hydrate: "never",
  head: () => ({ title: channelingSolution.title, description: channelingSolution.description }),
});
