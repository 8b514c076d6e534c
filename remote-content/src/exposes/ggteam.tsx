import { defineIsland } from "@site/contracts/react/define-island";
import { pickCopy } from "@site/contracts/locale/pick-copy";
import { teamCopy } from "../content/ggteam.ts";
import { TeamPage } from "../ui/team-page.tsx";

/** `/ggteam/`, the list of ambassadors (B019). */
export const island = defineIsland({
  component: TeamPage,
  hydrate: "never",
  data: ["brand-ambassador", "contacts"],
  head: (context) => {
    const { title, description } = pickCopy(teamCopy, context).copy;
    return { title, description };
  },
});
