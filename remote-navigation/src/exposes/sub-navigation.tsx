import { defineIsland } from "@site/contracts/react/define-island";
import { SubNavigation } from "../ui/sub-navigation.tsx";

/** The second bar: the other pages of the page's section. */
export const island = defineIsland({ component: SubNavigation, hydrate: "never", data: ["navigations"] });
