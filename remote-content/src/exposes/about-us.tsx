import { defineIsland } from "@site/contracts/react/define-island";
import scene from "../artwork/banner-about.svg";
import { aboutUs } from "../content/about-us.ts";
import { ArticlePage } from "../ui/article-page.tsx";

/** `/about-us/`, with its own banner. */
export const island = defineIsland({
  component: () => <ArticlePage copy={aboutUs} artwork={scene} />,
  hydrate: "never",
  head: () => ({ title: aboutUs.title, description: aboutUs.description }),
});
