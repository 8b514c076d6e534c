import { defineIsland } from "@site/contracts/react/define-island";
import { pickCopy } from "@site/contracts/locale/pick-copy";
import { schoolCopy } from "../content/poker-school.ts";
import { PokerSchoolPage } from "../ui/poker-school-page.tsx";

/** `/poker-school/`. */
export const island = defineIsland({
  component: PokerSchoolPage,
  hydrate: "never",
  head: (context) => {
    const { title, description } = pickCopy(schoolCopy, context).copy.school;
    return { title, description };
  },
});
