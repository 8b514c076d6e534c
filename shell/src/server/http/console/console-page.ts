import { createElement as h, type ReactElement, type ReactNode } from "react";
import type { Reader } from "../../console/console-sources.ts";
import type { ConsoleScript, ConsoleScriptName } from "./console-scripts.ts";
import { consolePath, IsApart } from "./parts.ts";

/** The address of the console's style sheet. */
export const consoleStylePath = "/-/console.css";

/** A page of the console, without the frame around it. */
export interface ConsolePage {
  title: string;
  /** The introduction below the title. */
  lede?: ReactNode;
  /** The menu entry of the page. */
  place: string;
  content: ReactNode;
  /** The page's script at the console's own host name. */
  script?: ConsoleScriptName;
  /** Seconds after which the browser reloads the page, if the reader turned that on. */
  refreshSeconds?: number;
}

/** The pages of the menu. */
const places = [
  { path: consolePath, name: "Live" },
  { path: `${consolePath}/history`, name: "History" },
  { path: `${consolePath}/releases`, name: "Releases" },
  { path: `${consolePath}/difference`, name: "Compare" },
  { path: `${consolePath}/keys`, name: "Keys" },
] as const;

/** The frame around a page. */
export interface ConsoleFrame {
  siteName: string;
  /** Whether the page is at the console's own host name, where there is no page of the site. */
  isApart: boolean;
  /** The script of the page, if it has one. */
  script: ConsoleScript | undefined;
}

/** The HTML of a page. React renders it on the server only. */
export async function renderConsolePage(page: ConsolePage, reader: Reader, frame: ConsoleFrame): Promise<string> {
  // Loaded at the first visit: no visitor's request needs it.
  const { renderToStaticMarkup } = await import("react-dom/server");
  return `<!doctype html>\n${renderToStaticMarkup(h(Frame, { page, reader, frame }))}`;
}

function Frame(props: { page: ConsolePage; reader: Reader; frame: ConsoleFrame }): ReactElement {
  const { page, reader, frame } = props;
  const { siteName, isApart, script } = frame;
  return h(
    "html",
    { lang: "en" },
    h(
      "head",
      null,
      h("meta", { charSet: "utf-8" }),
      h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
      h("meta", { name: "robots", content: "noindex" }),
      h("meta", { name: "color-scheme", content: "dark" }),
      h("title", null, `${page.title} · ${siteName} console`),
      h("link", { rel: "stylesheet", href: consoleStylePath }),
      script && h("script", { defer: true, src: script.url, integrity: script.integrity }),
    ),
    h(
      "body",
      null,
      h("a", { className: "skip", href: "#content" }, "Skip to content"),
      h(
        "header",
        { className: "top" },
        h(
          "a",
          { className: "name", href: consolePath },
          h("span", { className: "chip", "aria-hidden": true }),
          h("strong", null, siteName),
          " console",
        ),
        h(
          "nav",
          { "aria-label": "Console" },
          h(
            "ul",
            null,
            ...places.map(({ path, name }) =>
              h(
                "li",
                { key: path },
                h("a", { href: path, ...(path === page.place && { "aria-current": "page" as const }) }, name),
              ),
            ),
          ),
        ),
        h(
          "form",
          { className: "reader", method: "post", action: "/-/sign-out" },
          h("span", null, reader.owner, " ", h("span", { className: "quiet" }, reader.role)),
          h("button", { className: "plain" }, "Sign out"),
        ),
      ),
      h(
        "main",
        { id: "content", tabIndex: -1 },
        h("h1", null, page.title),
        page.lede !== undefined && h("p", { className: "lede" }, page.lede),
        h(IsApart.Provider, { value: isApart }, page.content),
      ),
      h(
        "footer",
        { className: "foot" },
        !isApart && h("a", { href: "/" }, "The site"),
        h("span", null, "Times are in UTC."),
      ),
    ),
  );
}
