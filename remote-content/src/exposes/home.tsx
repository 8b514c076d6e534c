import { defineIsland } from "@site/contracts/react/define-island";
import { hero } from "../content/home.ts";
import { HomePage } from "../ui/home-page.tsx";

/** `/` (B001). Everything on it works as it stands; what comes alive is in slots of its own. */
export const island = defineIsland({
  component: HomePage,
  hydrate: "never",
  data: ["brand-ambassador"],
  head: ({ site }) => ({
    title: hero.eyebrow,
    description: `${site.name}: ${hero.lede} For adults of ${site.minimumAge} and over.`,
  }),
});
