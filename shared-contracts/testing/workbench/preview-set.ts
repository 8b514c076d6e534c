import type { BrowserSet } from "../../src/releases/browser-set.ts";

/** What a preview inlines: the remote, and which scripts may run, its own and the workbench's, by path with their hashes. */
export interface PreviewSet extends BrowserSet {
  scripts: Record<string, string>;
  core: string;
}
