import { defineIsland } from "@site/contracts/react/define-island";
import { hero } from "../content/home.ts";
import { HomePage } from "../ui/home-page.tsx";

/** `/` (B001). It comes alive for one thing, the record certificate's focus; everything on it works without. */
export const island = defineIsland({
  component: HomePage,
  hydrate: "interaction",
  data: ["brand-ambassador"],
  head: ({ site }) => ({
    title: hero.eyebrow,
    description: `${site.name}: ${hero.lede} For adults of ${site.minimumAge} and over.`,
  }),
});
