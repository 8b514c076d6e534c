import { defineIsland } from "@site/contracts/react/define-island";
import { pickCopy } from "@site/contracts/locale/pick-copy";
import { streamerCopy } from "../content/streamer-mode.ts";
import { StreamerModePage } from "../ui/streamer-mode-page.tsx";

/** `/streamer-mode/`. */
export const island = defineIsland({
  component: StreamerModePage,
  hydrate: "never",
  data: ["contacts"],
  head: (context) => {
    const { title, description } = pickCopy(streamerCopy, context).copy;
    return { title, description };
  },
});
