import { pickCopy } from "@site/contracts/locale/pick-copy";
import { defineIsland } from "@site/contracts/react/define-island";
import { contactCopy } from "../content/contact.ts";
import { ContactPage } from "../ui/contact-page.tsx";

/** `/contact/`. */
export const island = defineIsland({
  component: ContactPage,
  hydrate: "never",
  data: ["contacts"],
  head: (context) => {
    const { title, description } = pickCopy(contactCopy, context).copy;
    return { title, description };
  },
});
