import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright";

/**
 * What axe finds on a page, or in the part that a selector names: a line for each rule, with the elements it is about. It does not look into
 * frames, and does not describe what it finds good, which takes most of its time.
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
