// What a remote, a data document or a request says is text, wherever it stands in what the server writes. Each place has its own way of
// writing text, and no text is written in any other: HTML and quoted attributes, JSON and CSS inside of HTML. A fragment's HTML is no text:
// `find-fragment-problems.ts` says which is taken. Logs are JSON, and have the text of an error from `toKeptProblem`; addresses and headers
// are made of names and hashes that schemas have checked.

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text for element content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** JSON for a `<script type="application/json">`: nothing in it ends the element or a line of script. */
export function toInlineJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** CSS for a `<style>`: nothing in it ends the element. In a string or an address the escape stands for the slash itself; elsewhere CSS has no `</`. */
export function toInlineCss(css: string): string {
  return css.replaceAll("</", "<\\/");
}
