import { defineIsland } from "@site/contracts/react/define-island";
import { Footer } from "../ui/footer.tsx";

/** The footer of every page. It is links and text, so it never hydrates. */
export const island = defineIsland({ component: Footer, hydrate: "never", data: ["footer"] });
