import { defineIsland } from "@site/contracts/react/define-island";
import { findAmbassador } from "../find-ambassador.ts";
import { ambassadorCopy, ggteam } from "../content/ggteam.ts";
import { AmbassadorPage } from "../ui/ambassador-page.tsx";

/** `/ggteam/{slug}/`, one ambassador (B020). The shell answers an unknown slug with 404 before it comes here. */
export const island = defineIsland({
  component: AmbassadorPage,
  hydrate: "never",
  data: ["brand-ambassador"],
  head: ({ data, page }) => {
    const ambassador = findAmbassador(data["brand-ambassador"], page.params["slug"]);
    if (!ambassador) return { title: ggteam.title, description: ggteam.description };
    return { title: ambassador.name, description: ambassadorCopy.description(ambassador.name) };
  },
});
