import type { PublicSiteConfig } from "@site/contracts/site/site-config";
import type { VisitorAnswer } from "@site/contracts/visitor/visitor-answer";
import { canadianSite, regionPath } from "../../layout/region-path.ts";
import noticeSheet from "../../ui/region-notice.module.css?sheet";
import modalSheet from "../../ui/modal-card.module.css?sheet";
import type { NoticeWords } from "./notice-words.ts";
import type { RegionNotice } from "./pick-notice.ts";

/** Pixels of each side of an image in a notice (B146). */
const imageSize = 96;

export interface NoticeFacts {
  site: Pick<PublicSiteConfig, "siteId" | "regions">;
  mainSite: VisitorAnswer["mainSite"];
  words: NoticeWords;
}

type Place = Pick<NonNullable<VisitorAnswer["mainSite"]>, "id" | "countryName" | "imagePath">;

/** Draws a notice: its text, a link to the other region's site if there is one, and a button that closes it. */
export function drawNotice(notice: RegionNotice, { site, mainSite, words }: NoticeFacts): HTMLDialogElement {
  const dialog = element("dialog", { className: modalSheet.locals["modal"] ?? "" });
  const title = element("h2", {
    className: modalSheet.locals["title"] ?? "",
    id: `site-${notice}-title`,
    textContent: words(`${notice}.title`),
  });
  const text = element("p", { id: `site-${notice}-text`, textContent: words(`${notice}.text`) });
  dialog.setAttribute("aria-labelledby", title.id);
  // The focus goes to the dialog: a screen reader says its name then, and of what is in it only the description.
  dialog.setAttribute("aria-describedby", text.id);
  const actions = element("div", { className: modalSheet.locals["actions"] ?? "" });
  if (notice !== "warning") {
    const here = site.regions.find(({ id }) => id === site.siteId);
    const there =
      notice === "ontario"
        ? site.regions.find(({ id }) => id === canadianSite)
        : mainSite && (site.regions.find(({ id }) => id === mainSite.id) ?? mainSite);
    dialog.append(drawWay([here, there]));
    actions.append(drawLink(there?.id ?? canadianSite, words(`${notice}.go`)));
  }
  const close = element("button", {
    type: "button",
    className: notice === "warning" ? "button" : "button button--quiet",
    textContent: words(notice === "warning" ? "ok" : "stay"),
  });
  close.dataset["modalClose"] = "";
  actions.append(close);
  dialog.append(title, text, actions);
  return dialog;
}

/** The flags of this site's region and of the other's; a flag the site does not have is left out. */
function drawWay(places: readonly (Place | null | undefined)[]): HTMLElement {
  const way = element("div", { className: noticeSheet.locals["way"] ?? "" });
  for (const place of places) {
    if (!place) continue;
    const figure = element("figure", {});
    figure.append(
      element("img", { src: place.imagePath, alt: "", width: imageSize, height: imageSize }),
      element("figcaption", { textContent: place.countryName }),
    );
    way.append(figure);
  }
  return way;
}

/** A link to another region's site, with the query of the page at the time of the press (B149). */
function drawLink(id: Place["id"], label: string): HTMLAnchorElement {
  const toHref = (): string => `${regionPath}${id}${location.search}`;
  const link = element("a", { className: "button", href: toHref(), textContent: label });
  for (const type of ["pointerdown", "click"]) {
    link.addEventListener(type, () => {
      link.href = toHref();
    });
  }
  return link;
}

function element<N extends keyof HTMLElementTagNameMap>(
  name: N,
  properties: Partial<HTMLElementTagNameMap[N]>,
): HTMLElementTagNameMap[N] {
  return Object.assign(document.createElement(name), properties);
}
