/** `TERMS_CONDITIONS` becomes `Terms conditions`: the label of a footer entry whose key has no message. */
export function toPlainLabel(key: string): string {
  const words = key.replaceAll("_", " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
