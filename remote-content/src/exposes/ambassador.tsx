import { defineIsland } from "@site/contracts/react/define-island";
import { findAmbassador } from "../find-ambassador.ts";
import { pickCopy } from "@site/contracts/locale/pick-copy";
import { teamCopy } from "../content/ggteam.ts";
import { AmbassadorPage } from "../ui/ambassador-page.tsx";

/** `/ggteam/{slug}/`, one ambassador (B020). The shell responds to an unknown slug with 404 and does not render this. */
export const island = defineIsland({
  component: AmbassadorPage,
  hydrate: "never",
  data: ["brand-ambassador"],
  head: (context) => {
    const { data, page } = context;
    const { title, description, ambassador: copy } = pickCopy(teamCopy, context).copy;
    const ambassador = findAmbassador(data["brand-ambassador"], page.params["slug"]);
    if (!ambassador) return { title, description };
    return { title: ambassador.name, description: copy.description(ambassador.name) };
  },
});
