import { defineIsland } from "@site/contracts/react/define-island";
import { SubNavigation } from "../ui/sub-navigation.tsx";

/** The second bar: what else the page's section has. */
export const island = defineIsland({ component: SubNavigation, hydrate: "never", data: ["navigations"] });
