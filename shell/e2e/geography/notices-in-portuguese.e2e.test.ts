import { test } from "vitest";
import { useOwnSite } from "../harness/use-site.ts";
import { startPlacedSite, visitFrom } from "./placed-site.ts";

const { site, browser } = useOwnSite(() => startPlacedSite("GGPBR"));

test.for([
  ["/pt-br/", "AU", "Jogos a dinheiro real não são oferecidos no seu país"],
  ["/en/download/", "AU", "Real money gambling is not offered in your country"],
  ["/pt-br/contact/", "CA-ON", "Parece que você está em Ontário"],
  ["/en/", "PH", "Your country has a site of its own"],
] as const)(
  "B134 B144 B150 a notice speaks its page's language, on home and elsewhere under a prefix: %s from %s",
  async ([path, place, title]) => {
    const { page, close } = await visitFrom(browser(), place);
    await page.goto(`${site().origin}${path}`);
    await page.getByRole("dialog", { name: title }).waitFor();
    await close();
  },
);
