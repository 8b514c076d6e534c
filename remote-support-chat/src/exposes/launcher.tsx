import { defineIsland } from "@site/contracts/react/define-island";
import { Launcher } from "../ui/launcher.tsx";

export const island = defineIsland({
  component: Launcher,
  hydrate: "visible",
  vendors: ["chat"],
  variants: ["page", "quick"],
});
