/** What to do about a style sheet that cannot be read, by the line where reading stopped. */
export function adviseStyleError(line = ""): string {
  if (/^\s*\/\//.test(line)) return "CSS has no such comments: write /* … */.";
  const [, value = "1rem"] = /^\s*\$[\w-]+\s*:\s*([^;]*)/.exec(line) ?? [];
  return /^\s*\$[\w-]+\s*:/.test(line)
    ? `CSS has variables of its own: --name: ${value.trim()} in a rule, and var(--name).`
    : "Correct the style sheet.";
}
