import { defineIsland } from "@site/contracts/react/define-island";
import { Footer } from "../ui/footer.tsx";

/** The foot of every page. It is links and text, so it never needs code in the browser. */
export const island = defineIsland({ component: Footer, hydrate: "never", data: ["footer"] });
