import { defineIsland } from "@site/contracts/react/define-island";
import { QuickArea } from "../ui/quick-area.tsx";

/** The floating area of every page (B080). Its timings are the core's: nothing here needs React in the browser. */
export const island = defineIsland({ component: QuickArea, hydrate: "never" });
