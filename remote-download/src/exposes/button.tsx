import { defineIsland } from "@site/contracts/react/define-island";
import { DownloadButton } from "../ui/download-button.tsx";

/** A download button, for the variants `hero`, `header`, `menu` and `quick`. */
export const island = defineIsland({ component: DownloadButton, hydrate: "interaction" });
