import { defineIsland } from "@site/contracts/react/define-island";
import { streamerMode } from "../content/streamer-mode.ts";
import { StreamerModePage } from "../ui/streamer-mode-page.tsx";

/** `/streamer-mode/`. */
export const island = defineIsland({
  component: StreamerModePage,
  hydrate: "never",
  head: () => ({ title: streamerMode.title, description: streamerMode.description }),
});
