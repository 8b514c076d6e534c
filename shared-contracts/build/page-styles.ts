import { join } from "node:path";

/** The style sheets that every page has inline, in this order: the shell's release has them, and the preview of a workbench reads them. */
export const pageStyles: readonly string[] = ["tokens", "reset", "base", "primitives"].map((name) =>
  join(import.meta.dirname, `../css/${name}.css`),
);
