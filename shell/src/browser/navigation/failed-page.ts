import type { PagePayload, PageParts } from "@site/contracts/pages/payload";
import type { PublicSiteConfig } from "@site/contracts/site/site-config";
import type { LocaleRouting } from "@site/contracts/locale/locale";
import { type LocalizedText, pickText } from "@site/contracts/locale/localized-text";
import { matchRoute } from "../../layout/match-route.ts";
import { toErrorId } from "../../layout/error-id.ts";
import { toBackLink, toErrorCode, toErrorMarkup, toLinkRow, toSupportLinks } from "../../layout/error-markup.ts";
import { createReloadGuard } from "../failures/reload-guard.ts";
import { unexpectedError } from "../../layout/unexpected-error.ts";
import { errorIsland } from "../../layout/routes.ts";
import { toPageApplication } from "../../layout/page-application.ts";

const again: LocalizedText = { en: "Try again", "pt-br": "Tentar de novo" };

declare const __webpack_public_path__: string;

/** The shell's release, whose code fetches pages: `/_release/shell/1.0.0-3f2a9c0d11aa/` is where its files are. */
const release = __webpack_public_path__.split("/").slice(-3, -1).join("@");

const guard = createReloadGuard(() => sessionStorage, Date.now);

/**
 * The error page for a page that cannot be loaded (B189, B202), with a plain link to try again. Header and footer stay those of the page before.
 * Undefined when this path did not fail a moment ago: a document load is tried first.
 * @param path as the address has it: encoded, so there is nothing to escape
 */
export function toFailedPage(
  path: string,
  before: PageParts,
  site: LocaleRouting & Pick<PublicSiteConfig, "support">,
): PagePayload | undefined {
  if (guard.mayLoad(path)) return undefined;
  const { code, prefix } = before.locale;
  const title = pickText(unexpectedError.title, code);
  const match = matchRoute(site, path);
  return {
    format: 0,
    releases: {},
    status: 500,
    documentTitle: title,
    heading: title,
    description: "",
    canonical: null,
    layout: "default",
    vendors: [],
    styles: [],
    parts: { ...before, title, page: { name: "error:500", path, params: {}, status: 500 } },
    slots: [
      {
        application: toPageApplication(match.kind === "page" ? match.route.page : errorIsland),
        key: "failed",
        html: toErrorMarkup(
          unexpectedError,
          500,
          [
            toLinkRow([
              `<a class="button" href="${location.origin}${path}" data-own-navigation>${pickText(again, code)}</a>`,
              toBackLink(`${prefix}/`, code),
            ]),
            toSupportLinks(site.support),
            toErrorCode(toErrorId(release, "page"), code),
          ],
          code,
        ),
        attributes: {},
      },
    ],
  };
}
