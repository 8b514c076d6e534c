import { defineIsland } from "@site/contracts/react/define-island";
import { hero, homeLanguage } from "../content/home.ts";
import { toCopyFacts } from "../copy-facts.ts";
import { HomePage } from "../ui/home-page.tsx";

/** `/` (B001). Everything on it works as it stands; what comes alive is in slots of its own. */
export const island = defineIsland({
  component: HomePage,
  hydrate: "never",
  data: ["brand-ambassador", "facts"],
  head: (context) => {
    const facts = toCopyFacts(context, homeLanguage);
    return { title: hero.eyebrow(facts), description: `${facts.siteName}: ${hero.lede} For adults of ${facts.minimumAge} and over.` };
  },
});
