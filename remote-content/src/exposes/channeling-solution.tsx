import { defineIsland } from "@site/contracts/react/define-island";
import scene from "../artwork/banner-channeling.svg";
import { channelingSolution } from "../content/channeling-solution.ts";
import { ArticlePage } from "../ui/article-page.tsx";

/** `/channeling-solution/`, with its own banner. */
export const island = defineIsland({
  component: () => <ArticlePage copy={channelingSolution} artwork={scene} />,
  hydrate: "never",
  head: () => ({ title: channelingSolution.title, description: channelingSolution.description }),
});
