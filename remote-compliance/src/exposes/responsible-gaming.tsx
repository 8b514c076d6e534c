import { defineIsland } from "@site/contracts/react/define-island";
import { ResponsibleGamingPage } from "../ui/responsible-gaming-page.tsx";

export const island = defineIsland({
  component: ResponsibleGamingPage,
  hydrate: "never",
  data: ["contacts"],
  head: ({ site }, text) => ({
    title: text("compliance.responsible.title"),
    description: text("compliance.responsible.description", { name: site.name, age: site.minimumAge }),
  }),
});
