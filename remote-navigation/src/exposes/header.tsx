import { defineIsland } from "@site/contracts/react/define-island";
import { Header } from "../ui/header.tsx";

/** The header of every page: logo, main menu, utility links, region selector and the full-screen menu. */
export const island = defineIsland({
  component: Header,
  hydrate: "interaction",
  data: ["navigations", "util-navigations", "brand-ambassador"],
  router: true,
});
