import { defineIsland } from "@site/contracts/react/define-island";
import { DownloadButton } from "../ui/download-button.tsx";

/** A download button, for the slots of other packages. */
export const island = defineIsland({
  component: DownloadButton,
  hydrate: "interaction",
  variants: ["hero", "header", "menu", "quick"],
});
