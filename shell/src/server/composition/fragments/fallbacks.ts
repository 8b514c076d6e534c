import { type LocalizedText, pickText } from "@site/contracts/locale/localized-text";
import type { PageHead } from "@site/contracts/islands/island";
import type { Layout, Route } from "@site/contracts/pages/layout";
import type { IslandName } from "@site/contracts/names/island-name";
import type { SiteConfig } from "@site/contracts/site/site-config";
import {
  type ErrorWords,
  toBackLink,
  toErrorCode,
  toErrorMarkup,
  toLinkRow,
  toSupportLinks,
} from "../../../layout/error-markup.ts";
import { genericMessage, unexpectedError } from "../../../layout/unexpected-error.ts";
import { escapeHtml } from "../../pages/remote-text.ts";
import { errorMark, pathMark, type PagePlan } from "../../pages/page-plan.ts";

/** Texts of the shell's own error pages, for when the remote that owns the error pages fails (B195-B198). */
const errors: Record<number, ErrorWords> = {
  403: {
    title: { en: "Oops! Access Denied :(", "pt-br": "Ops! Acesso negado :(" },
    message: {
      en: "This product is not available in your current location.",
      "pt-br": "Este produto não está disponível no lugar onde você está.",
    },
  },
  404: {
    title: { en: "Error : 404 Page Not Found", "pt-br": "Erro : 404 Página não encontrada" },
    message: {
      en: `Page not found: ${pathMark}<br>The cards were misdealt. Time for a reshuffle.`,
      "pt-br": `Página não encontrada: ${pathMark}<br>As cartas foram mal distribuídas. Hora de embaralhar de novo.`,
    },
  },
  500: unexpectedError,
};

const toTables: LocalizedText = { en: "Head back to the tables", "pt-br": "Voltar às mesas" };

/** Titles of the shell's own links, for when the menu's remote fails. */
const linkTitles: Record<string, LocalizedText> = {
  index: { en: "Home", "pt-br": "Início" },
  download: { en: "Download", "pt-br": "Baixar" },
  "poker-school": { en: "Poker school", "pt-br": "Escola de pôquer" },
  "responsible-gaming": { en: "Responsible Gaming", "pt-br": "Jogo responsável" },
  "terms-conditions": { en: "Terms & Conditions", "pt-br": "Termos e condições" },
  "privacy-policy": { en: "Privacy Policy", "pt-br": "Política de privacidade" },
  contact: { en: "Contact Us", "pt-br": "Fale conosco" },
};

/** A page's title in the language of the planned page; undefined for pages that fallbacks do not link to. */
function toLinkTitle(name: string, { locale }: PagePlan): string | undefined {
  const title = linkTitles[name];
  return title && pickText(title, locale.code);
}

/** Whether fallbacks link to the page of a route. */
export function isLinked({ name }: Pick<Route, "name">): boolean {
  return linkTitles[name] !== undefined;
}

/** What fallbacks show of the site. */
type FallbackSite = Pick<SiteConfig, "name" | "contacts">;

/**
 * The fallback of a slot. Header and footer get plain links, so that visitors can still navigate; slots around the page are empty otherwise.
 * @param errorId of the failure, by which operators find its line in the log
 */
export function toFallback(
  island: IslandName,
  plan: PagePlan,
  { name: siteName, contacts }: FallbackSite,
  { frame, routes }: Pick<Layout, "frame" | "routes">,
  errorId: string,
): string {
  const { prefix, code } = plan.locale;
  if (island === frame.header || island === frame.footer) {
    const links = routes
      .flatMap(({ name, path }) => {
        const title = toLinkTitle(name, plan);
        return title === undefined ? [] : [`<li><a href="${prefix}${path}">${escapeHtml(title)}</a></li>`];
      })
      .join("");
    const tag = island === frame.header ? "header" : "footer";
    return `<${tag} class="wrap"><nav aria-label="${escapeHtml(siteName)}"><ul>${links}</ul></nav></${tag}>`;
  }
  if (island !== plan.island) return "";
  const error = errors[plan.context.status];
  const home = `<a class="button" href="${prefix}/">${plan.context.status === 404 ? pickText(toTables, code) : escapeHtml(siteName)}</a>`;
  const support = toSupportLinks(contacts.support);
  // The page's own island failed on a page that is no error page: say that something went wrong.
  if (!error)
    return toErrorMarkup(
      { title: unexpectedError.title, message: genericMessage },
      500,
      [home, support, toErrorCode(errorId, code)],
      code,
    );
  // 403 links nowhere but to support (B196); the others link home and back (B199).
  return toErrorMarkup(
    error,
    plan.context.status,
    [
      plan.context.status === 403 ? "" : toLinkRow([home, toBackLink(`${prefix}/`, code)]),
      support,
      plan.context.status === 500 ? toErrorCode(errorMark, code) : "",
    ],
    code,
  );
}

/** The head of a page whose remote failed. */
export function toFallbackHead(plan: PagePlan, siteName: string): PageHead {
  const error = errors[plan.context.status];
  const title = (error && pickText(error.title, plan.locale.code)) ?? toLinkTitle(plan.context.name, plan) ?? siteName;
  return { title, description: siteName };
}
