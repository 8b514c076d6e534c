import { defineIsland } from "@site/contracts/react/define-island";
import { pokerSchool } from "../content/poker-school.ts";
import { PokerSchoolPage } from "../ui/poker-school-page.tsx";

/** `/poker-school/`. */
export const island = defineIsland({
  component: PokerSchoolPage,
  hydrate: "never",
  head: () => ({ title: pokerSchool.title, description: pokerSchool.description }),
});
