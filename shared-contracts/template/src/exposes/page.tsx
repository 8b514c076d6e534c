import { defineIsland } from "@site/contracts/react/define-island";
import { Page } from "../ui/page.tsx";

/** A page: its island has a head. */
export const island = defineIsland({
  component: Page,
  hydrate: "interaction",
  head: (_context, text) => ({
    title: text("your-remote.page.title"),
    description: text("your-remote.page.description"),
  }),
});
