// Every string of a remote, a data document or a request is escaped for the place where the server writes it, by the function for that
// place: HTML and quoted attributes, JSON inside of HTML, CSS inside of HTML. A fragment's HTML is not escaped: `find-fragment-problems.ts`
// decides whether it is accepted. Logs are JSON, and take the text of an error from `toKeptProblem`; addresses and headers are made of names
// and hashes that schemas have checked.

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes text for element content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** JSON for a `<script type="application/json">`, without characters that could end the element or a line of script. */
export function toInlineJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** CSS for a `<style>`, without `</`, which could end the element. Valid CSS has it in strings and addresses only, where `\/` means `/`. */
export function toInlineCss(css: string): string {
  return css.replaceAll("</", "<\\/");
}
