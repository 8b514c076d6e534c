import { defineIsland } from "@site/contracts/react/define-island";
import { contact } from "../content/contact.ts";
import { ContactPage } from "../ui/contact-page.tsx";

/** `/contact/`. */
export const island = defineIsland({
  component: ContactPage,
  hydrate: "never",
  head: () => ({ title: contact.title, description: contact.description }),
});
