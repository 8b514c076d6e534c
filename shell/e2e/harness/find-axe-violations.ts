import axe from "axe-core";
import type { Page } from "playwright";

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/**
 * The findings of axe on a page, or in the part that a selector names: a line for each rule, with the elements. It does not check frames of other
 * sites, and does not list passed rules, which takes most of its time. A document that is checked again keeps its axe, whose code is compiled by then.
 */
export async function findAxeViolations(page: Page, part?: string): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined)))
    await Promise.all(page.frames().map((frame) => frame.evaluate(axe.source)));
  const violations = await page.evaluate(
    async (selector) => (await window.axe?.run(selector ?? document, { resultTypes: ["violations"] }))?.violations,
    part,
  );
  if (violations === undefined) throw new Error("The document was left while axe checked it.");
  return violations.map(
    ({ id, impact, nodes }) =>
      `${impact} ${id} (${nodes.length}): ${nodes
        .slice(0, 3)
        .map(({ html }) => html.slice(0, 160))
        .join(", ")}`,
  );
}
