/** `TERMS_CONDITIONS` becomes `Terms conditions`: what a footer entry is called when its key has no message. */
export function toPlainLabel(key: string): string {
  const words = key.replaceAll("_", " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
