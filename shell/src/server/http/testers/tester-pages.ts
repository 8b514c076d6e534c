import { createElement as h, type ReactElement } from "react";
import { signInPath } from "../../../layout/tester-facts.ts";
import { testerStylePath } from "../../testers/tester-mark.ts";

/** The content of a tester's page. */
export type TesterPage = SignInPage | ConfirmPage | EndedPage | ProblemPage;

interface SignInPage {
  kind: "sign-in";
  /** The page to return to afterwards. */
  to: string;
  /** Whether people can also sign in with their own accounts. */
  hasProvider: boolean;
  problem?: string;
  /** Why a person has to sign in again. */
  notice?: string | undefined;
}

/** The address that begins the sign-in with a person's own account. */
export const providerPath = "/-/sign-in/provider";

interface ConfirmPage {
  kind: "confirm";
  /** The requested releases, as the form sends them. */
  fields: Readonly<Record<string, string>>;
  label: string;
  changes: readonly ReleaseChange[];
  /** The owner of the token. */
  owner: string;
}

export interface EndedPage {
  kind: "ended";
  title: string;
  text: string;
  /** The link that requests the same releases again. */
  again?: string;
  /** The target of the form that continues to the page, and the text of its button. */
  action: string;
  button: string;
}

interface ProblemPage {
  kind: "problem";
  title: string;
  text: string;
  /** The target of the link; without it, a button ends the override and leads to the live site. */
  to?: string;
}

/** A release that a tester would see in place of the live one. */
export interface ReleaseChange {
  name: string;
  live: string;
  asked: string;
}

/** The HTML of a tester's page. React renders it without code for the browser: each page is text and one form. */
export async function renderTesterPage(page: TesterPage): Promise<string> {
  // Loaded at the first sign-in: no visitor's request needs it.
  const { renderToStaticMarkup } = await import("react-dom/server");
  return `<!doctype html>\n${renderToStaticMarkup(toDocument(page))}`;
}

function toDocument(page: TesterPage): ReactElement {
  return h(
    "html",
    { lang: "en" },
    h(
      "head",
      null,
      h("meta", { charSet: "utf-8" }),
      h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
      h("meta", { name: "robots", content: "noindex" }),
      h("title", null, toTitle(page)),
      h("link", { rel: "stylesheet", href: testerStylePath }),
    ),
    h("body", { className: "tester-page" }, h("main", null, toContent(page))),
  );
}

/** The page's title, for the window and screen readers. */
function toTitle(page: TesterPage): string {
  if (page.kind === "problem" || page.kind === "ended") return page.title;
  return page.kind === "sign-in" ? "Sign in" : "See other releases";
}

function toContent(page: TesterPage): ReactElement {
  if (page.kind === "sign-in") return h(SignIn, page);
  if (page.kind === "ended") return h(Ended, page);
  return page.kind === "confirm" ? h(Confirm, page) : h(Problem, page);
}

function SignIn({ to, hasProvider, problem, notice }: SignInPage): ReactElement {
  return h(
    "form",
    { method: "post", action: signInPath },
    h("h1", null, "Sign in"),
    notice !== undefined && h("p", { role: "status" }, notice),
    h(
      "p",
      { id: "what" },
      `${hasProvider ? "With your own account, for two hours; or with" : "With"} a token of this site (site tokens make viewer), or a code that is good once (site tokens code), for eight hours.`,
    ),
    problem !== undefined && h("p", { role: "alert", id: "problem" }, problem),
    h("input", { type: "hidden", name: "to", value: to }),
    hasProvider &&
      h(
        "p",
        null,
        h(
          "a",
          { className: "button", href: `${providerPath}?to=${encodeURIComponent(to)}` },
          "Sign in with your account",
        ),
      ),
    h("label", { htmlFor: "token" }, "Token or code"),
    h("input", {
      id: "token",
      name: "token",
      type: "password",
      autoComplete: "current-password",
      required: true,
      "aria-describedby": problem === undefined ? "what" : "problem what",
      ...(problem !== undefined && { "aria-invalid": true }),
    }),
    h("button", null, "Sign in"),
  );
}

function Confirm({ fields, label, changes, owner }: ConfirmPage): ReactElement {
  const heads = ["Package", "Live", "You see"];
  return h(
    "form",
    { method: "post", action: "/-/override" },
    h("h1", null, "See other releases"),
    h(
      "p",
      null,
      changes.length === 0
        ? `${label}: that is what is live now. For two hours you go on seeing it, in every tab and window of this browser, also when another release goes live.`
        : `For two hours you see ${label} in place of what is live, in every tab and window of this browser. Visitors go on seeing what is live.`,
    ),
    changes.length > 0 &&
      h(
        "table",
        null,
        h("caption", null, "What differs from the live site"),
        h("thead", null, h("tr", null, ...heads.map((text) => h("th", { key: text, scope: "col" }, text)))),
        h("tbody", null, ...changes.map((change) => h(ChangeRow, { key: change.name, ...change }))),
      ),
    ...Object.entries(fields).map(([name, value]) => h("input", { key: name, type: "hidden", name, value })),
    h("button", null, "Show them to me"),
    h(
      "p",
      { className: "quiet" },
      `You are signed in with the token of ${owner}. `,
      h("button", { formAction: "/-/sign-out" }, "Sign out"),
    ),
  );
}

function ChangeRow({ name, live, asked }: ReleaseChange): ReactElement {
  return h("tr", null, h("th", { scope: "row" }, name), h("td", null, live), h("td", null, asked));
}

function Ended({ title, text, again, action, button }: EndedPage): ReactElement {
  return h(
    "form",
    { method: "post", action },
    h("h1", null, title),
    h("p", { role: "alert" }, text),
    h("button", null, button),
    again !== undefined && h("p", null, h("a", { href: again }, "See the same releases again")),
  );
}

function Problem({ title, text, to }: ProblemPage): ReactElement {
  const content = [h("h1", { key: "title" }, title), h("p", { key: "text", role: "alert" }, text)];
  if (to !== undefined) return h("div", null, content, h("a", { href: to }, "Back to the console"));
  return h("form", { method: "post", action: "/-/override/end" }, content, h("button", null, "Back to the live site"));
}
