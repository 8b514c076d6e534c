import type { PageContext } from "../src/islands/island.ts";
import type { IslandName } from "../src/names/island-name.ts";

/** A page of the fake site: what its islands are told, and the island that is its content. */
export interface FakePage extends PageContext {
  island: IslandName;
}

function toPage(name: string, island: IslandName, params: Record<string, string> = {}): FakePage {
  return { name, path: `/${name}/`, params, status: 200, island };
}

function toErrorPage(status: number): FakePage {
  return { name: `error:${status}`, path: "/no-such-page/", params: {}, status, island: "compliance/error" };
}

/** Every page of the site (B001-B020) and its errors, with the names and islands of the shell's routes. */
export const fakePages: readonly FakePage[] = [
  { name: "index", path: "/", params: {}, status: 200, island: "content/home" },
  toPage("about-us", "content/about-us"),
  toPage("affiliate-program", "content/affiliate-program"),
  toPage("channeling-solution", "content/channeling-solution"),
  toPage("contact", "content/contact"),
  toPage("cookie-policy", "compliance/cookie-policy"),
  toPage("download", "download/page"),
  toPage("house-rules", "compliance/house-rules"),
  toPage("payment-details-policy", "compliance/payment-details-policy"),
  toPage("privacy-policy", "compliance/privacy-policy"),
  toPage("responsible-gaming", "compliance/responsible-gaming"),
  toPage("streamer-mode", "content/streamer-mode"),
  toPage("terms-conditions", "compliance/terms-conditions"),
  toPage("withdrawal-policy", "compliance/withdrawal-policy"),
  toPage("poker-school", "content/poker-school"),
  toPage("ggteam", "content/ggteam"),
  { ...toPage("ggteam-slug", "content/ambassador", { slug: "test-one" }), path: "/ggteam/test-one/" },
  toErrorPage(403),
  toErrorPage(404),
  toErrorPage(500),
];

/** The pages an island can stand on: its own when it is a page, otherwise all. */
export function listPagesOf(island: IslandName): readonly FakePage[] {
  const own = fakePages.filter((page) => page.island === island);
  return own.length > 0 ? own : fakePages;
}

/** True when the island is the content of a page, and so gives it a title and a description. */
export function isPageIsland(island: IslandName): boolean {
  return fakePages.some((page) => page.island === island);
}
