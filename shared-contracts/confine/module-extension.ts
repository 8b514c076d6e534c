import { extname } from "node:path";

/** How the files of this package end that are loaded by their path: `.ts` in the workspace, `.js` in the packed package. */
export const moduleExtension = extname(import.meta.filename);
