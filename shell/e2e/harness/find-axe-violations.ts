import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright";

/**
 * The findings of axe on a page, or in the part that a selector names: a line for each rule, with the elements. It does not check frames, and does
 * not list passed rules, which takes most of its time.
 */
export async function findAxeViolations(page: Page, part?: string): Promise<string[]> {
  const builder = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] });
  const { violations } = await (part === undefined ? builder : builder.include(part)).analyze();
  return violations.map(
    ({ id, impact, nodes }) =>
      `${impact} ${id} (${nodes.length}): ${nodes
        .slice(0, 3)
        .map(({ html }) => html.slice(0, 160))
        .join(", ")}`,
  );
}
