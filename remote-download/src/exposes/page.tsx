import { defineIsland } from "@site/contracts/react/define-island";
import { DownloadPage } from "../ui/download-page.tsx";

/** `/download/`; with `auto=1` it hydrates when the page has loaded, and starts the download unless the head script has (B007, B122). */
export const island = defineIsland({
  component: DownloadPage,
  hydrate: "interaction",
  hydrateOnQuery: "auto=1",
  data: ["installer-checksums", "facts"],
  head: (_context, text) => ({
    title: text("download.page.title"),
    description: text("download.page.description"),
    heading: text("download.page.heading"),
  }),
});
