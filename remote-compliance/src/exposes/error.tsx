import { defineIsland } from "@site/contracts/react/define-island";
import { toShownStatus } from "../shown-status.ts";
import { ErrorPage } from "../ui/error-page.tsx";

export const island = defineIsland({
  component: ErrorPage,
  hydrate: "never",
  data: ["contacts"],
  head: ({ page }, text) => {
    const status = toShownStatus(page.status);
    return { title: text(`compliance.ERROR_${status}_TITLE`), description: text(`compliance.ERROR_${status}_MESSAGE`) };
  },
});
