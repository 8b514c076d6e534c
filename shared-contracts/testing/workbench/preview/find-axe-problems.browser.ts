import axe from "axe-core";
import type { AxeFinding } from "../preview-messages.ts";

/** The conformance that the site promises: WCAG 2.2, levels A and AA. Rules about whole pages are for the page around an island. */
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const pageRules = ["region", "page-has-heading-one", "landmark-one-main", "bypass", "document-title"];

/** What axe finds in the document as it is now. */
export async function findAxeProblems(): Promise<AxeFinding[]> {
  const rules = Object.fromEntries(pageRules.map((rule) => [rule, { enabled: false }]));
  const { violations } = await axe.run(document, { runOnly: tags, rules, resultTypes: ["violations"] });
  return violations.map(({ id, impact, help, nodes }) => ({
    rule: id,
    impact: impact ?? "unknown",
    help,
    targets: nodes.map(({ target }) => target.join(" ")),
  }));
}
