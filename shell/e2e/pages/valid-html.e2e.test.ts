import { HtmlValidate } from "html-validate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listPages } from "../harness/site-pages.ts";
import { type RunningSite, siteIds, startSite } from "../harness/start-site.ts";

/** What the standard says, and the accessibility rules; matters of writing style are React's. */
const validator = new HtmlValidate({
  extends: ["html-validate:standard", "html-validate:a11y"],
  rules: {
    // React writes `<link/>` and puts a preload beside the image it is for.
    "void-style": "off",
    // The page's policy carries the hash of its one inline style and script.
    "no-inline-style": "error",
    "require-sri": "off",
    // A list without markers is one to Safari only when it says so.
    "no-redundant-role": "off",
    "prefer-native-element": "off",
    // Long titles are cut by whoever shows them.
    "long-title": "off",
    "tel-non-breaking": "off",
    "valid-id": ["error", { relaxed: true }],
  },
});

describe.each(siteIds)("the HTML of the site %s", (id) => {
  let site: RunningSite;
  beforeAll(async () => {
    site = await startSite(id);
  });
  afterAll(() => site.stop());

  test("Every page, and the page of an error, is valid HTML", async () => {
    const paths = [...(await listPages(site)).map(({ path }) => path), "/no-such-page/"];
    const problems: string[] = [];
    for (const path of paths) {
      const html = await (await fetch(`${site.origin}${path}`)).text();
      const { results } = await validator.validateString(html);
      for (const { messages } of results) {
        for (const { ruleId, message, line, column } of messages) problems.push(`${path}:${line}:${column} ${ruleId}: ${message}`);
      }
    }
    expect(problems).toEqual([]);
  });
});
