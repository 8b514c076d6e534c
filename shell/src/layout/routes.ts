import type { Route } from "@site/contracts/pages/layout";
import type { PackageName } from "@site/contracts/names/package-name";
import type { IslandName } from "@site/contracts/names/island-name";

/** The three layouts (B017). */
export const layouts = ["default", "contents", "contents-banner"] as const;
type LayoutName = (typeof layouts)[number];

/** Every page (B001-B020). The build writes them into the release, as data for the server; the browser has this copy. */
export const routes: readonly (Route & { layout: LayoutName })[] = [
  { name: "index", path: "/", layout: "default", page: "content/home" },
  { name: "about-us", path: "/about-us/", layout: "contents-banner", page: "content/about-us" },
  {
    name: "affiliate-program",
    path: "/affiliate-program/",
    layout: "contents-banner",
    page: "content/affiliate-program",
  },
  {
    name: "channeling-solution",
    path: "/channeling-solution/",
    layout: "contents-banner",
    page: "content/channeling-solution",
  },
  { name: "contact", path: "/contact/", layout: "contents-banner", page: "content/contact" },
  { name: "cookie-policy", path: "/cookie-policy/", layout: "default", page: "compliance/cookie-policy" },
  { name: "download", path: "/download/", layout: "default", page: "download/page" },
  { name: "house-rules", path: "/house-rules/", layout: "default", page: "compliance/house-rules" },
  {
    name: "payment-details-policy",
    path: "/payment-details-policy/",
    layout: "default",
    page: "compliance/payment-details-policy",
  },
  { name: "privacy-policy", path: "/privacy-policy/", layout: "default", page: "compliance/privacy-policy" },
  {
    name: "responsible-gaming",
    path: "/responsible-gaming/",
    layout: "default",
    page: "compliance/responsible-gaming",
  },
  { name: "streamer-mode", path: "/streamer-mode/", layout: "contents", page: "content/streamer-mode" },
  { name: "terms-conditions", path: "/terms-conditions/", layout: "default", page: "compliance/terms-conditions" },
  { name: "withdrawal-policy", path: "/withdrawal-policy/", layout: "default", page: "compliance/withdrawal-policy" },
  { name: "poker-school", path: "/poker-school/", layout: "contents", page: "content/poker-school" },
  { name: "ggteam", path: "/ggteam/", layout: "contents", page: "content/ggteam" },
  {
    name: "ggteam-slug",
    path: "/ggteam/:slug/",
    layout: "contents",
    page: "content/ambassador",
    parameter: { name: "slug", from: "brand-ambassador" },
  },
];

/** The island that shows an error page of any status. */
export const errorIsland: IslandName = "compliance/error";
/** How a page with an error is laid out. */
export const errorLayout: LayoutName = "default";

/** The packages that are asked for a head fragment on every page, when their release has one. */
export const heads: readonly PackageName[] = ["compliance", "download"];

/** The islands around every page, in the order of the document; `main` is where the page goes. */
export const frame = {
  header: "navigation/header",
  subNavigation: "navigation/sub-navigation",
  footer: "navigation/footer",
  quickArea: "shell/quick-area",
} as const satisfies Record<string, IslandName>;
