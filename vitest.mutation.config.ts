import { defineConfig, type Plugin } from "vitest/config";

/** The folder of the copy that is changed, inside of the workspace. */
const copy = /^(.+)\/\.build\/mutation\/sandbox-[^/]+$/.exec(process.cwd());

/**
 * Packages of the workspace import each other through links to the workspace itself, where nothing is changed. In a copy they get the copy's
 * files, so that the tests of one package judge the changes in another.
 */
const insideCopy: Plugin = {
  name: "inside-copy",
  enforce: "pre",
  async resolveId(id, importer, options) {
    const workspace = copy?.[1];
    if (workspace === undefined || !id.startsWith("@site/")) return null;
    const found = await this.resolve(id, importer, { ...options, skipSelf: true });
    if (!found?.id.startsWith(`${workspace}/`) || found.id.startsWith(process.cwd())) return found;
    return { ...found, id: process.cwd() + found.id.slice(workspace.length) };
  },
};

/** The tests that changed code is shown to: those of one module, each file with modules of its own. */
export default defineConfig({
  plugins: [insideCopy],
  resolve: { conditions: ["node", "import", "default"] },
  test: {
    include: (process.env["MUTATION_TESTS"] ?? "").split(" "),
    exclude: ["**/node_modules/**", "**/dist/**"],
    testTimeout: 30_000,
  },
});
