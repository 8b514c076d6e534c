import { defineIsland } from "@site/contracts/react/define-island";
import { ggteam } from "../content/ggteam.ts";
import { TeamPage } from "../ui/team-page.tsx";

/** `/ggteam/`, the list of ambassadors (B019). */
export const island = defineIsland({
  component: TeamPage,
  hydrate: "never",
  data: ["brand-ambassador"],
  head: () => ({ title: ggteam.title, description: ggteam.description }),
});
