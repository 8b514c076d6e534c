import { HtmlValidate } from "html-validate";

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
    // Search engines cut long titles.
    "long-title": "off",
    "tel-non-breaking": "off",
    "valid-id": ["error", { relaxed: true }],
  },
});

/** What is not valid in a page's HTML, each with its place. */
export async function findHtmlProblems(path: string, html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${path}:${line}:${column} ${ruleId}: ${message}`),
  );
}
