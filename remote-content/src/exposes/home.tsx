import { defineIsland } from "@site/contracts/react/define-island";
import { pickCopy } from "@site/contracts/locale/pick-copy";
import { homeCopy } from "../content/home.ts";
import { toCopyFacts } from "../copy-facts.ts";
import { HomePage } from "../ui/home-page.tsx";

/** `/` (B001). It never hydrates; the islands on it are in slots of their own. */
export const island = defineIsland({
  component: HomePage,
  hydrate: "never",
  data: ["brand-ambassador", "certificate", "facts"],
  head: (context) => {
    const { copy, language } = pickCopy(homeCopy, context);
    const facts = toCopyFacts(context, language);
    return { title: copy.hero.eyebrow(facts), description: copy.description(facts) };
  },
});
