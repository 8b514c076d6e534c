import { defineConfig } from "vitest/config";

/** Three kinds of tests: `unit` needs nothing but Node, `contract` works on built releases, `e2e` on the running site. */
export default defineConfig({
  resolve: { conditions: ["node", "import", "default"] },
  test: {
    projects: [
      {
        test: {
          name: "unit",
          // A machine that builds beside it takes longer to trim a font than the five seconds a test has otherwise.
          testTimeout: 30_000,
          include: [
            "*/{src,sites,data,cli,build,release-checks,answers,confine,testing,css,docs,lint}/**/*.test.{ts,tsx}",
          ],
          exclude: [
            "**/*.contract.test.*",
            "**/contract.test.ts",
            "**/*.e2e.test.ts",
            "**/node_modules/**",
            "**/dist/**",
          ],
          css: { include: [/\.module\.css$/], modules: { classNameStrategy: "non-scoped" } },
        },
      },
      {
        test: {
          name: "contract",
          include: [
            "remote-*/src/contract.test.ts",
            "shell/src/**/*.contract.test.ts",
            "shared-contracts/**/*.contract.test.ts",
          ],
          exclude: ["**/node_modules/**", "**/dist/**"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["shell/e2e/**/*.e2e.test.ts", "shared-contracts/**/*.e2e.test.ts"],
          globalSetup: ["shell/e2e/harness/shared-sites.setup.ts"],
          exclude: ["**/node_modules/**", "**/dist/**"],
          testTimeout: 60_000,
          hookTimeout: 180_000,
          maxWorkers: 2,
          // A browser beside a building machine may come late once; what is wrong is wrong twice.
          retry: 1,
        },
      },
    ],
  },
});
