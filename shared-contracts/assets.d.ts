declare module "*.module.css" {
  /** Class names by their name in the file, with the package's prefix. */
  const classes: Readonly<Record<string, string>>;
  export default classes;
}

declare module "*.md" {
  const text: string;
  export default text;
}

declare module "*.svg" {
  /** Artwork that is served as pixels: see `@site/contracts/islands/image`. */
  const source: string;
  export default source;
}

declare module "*.json?texts=shell.offline." {
  /** Texts by the rest of their ids. */
  const texts: Readonly<Record<string, string>>;
  export default texts;
}

declare module "*.css?text" {
  /** A style sheet as text, with its class names as they are: for a shadow tree. */
  const text: string;
  export default text;
}

declare module "*.module.css?sheet" {
  /** A style sheet as text, for `adoptedStyleSheets`, with its class names. */
  const sheet: { toString(): string; readonly locals: Readonly<Record<string, string>> };
  export default sheet;
}
