import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const sortAsUsual = BaseSequencer.prototype.sort;
const isLong = ({ moduleId }: TestSpecification): boolean => /\/e2e\/(walk|engines)\//.test(moduleId);

/** Begins with the files that take minutes: begun last, they keep one worker busy while the other has nothing left to do. */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await sortAsUsual.call(this, files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const ignored = ["**/node_modules/**", "**/dist/**"];

const onRunningSite = {
  globalSetup: ["shell/e2e/harness/shared-sites.setup.ts"],
  exclude: ignored,
  testTimeout: 60_000,
  hookTimeout: 180_000,
  maxWorkers: 2,
};

/**
 * Kinds of tests: `unit` needs nothing but Node and is quick, `integration` starts processes or writes whole stores,
 * `contract` works on built releases, `e2e` on the running site. `prove` does so for minutes: what `e2e`
 * does on one site or in one language on the others.
 */
export default defineConfig({
  resolve: { conditions: ["node", "import", "default"] },
  test: {
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        test: {
          name: "unit",
          // One process loads the modules once for all files. A test that changes what others see belongs to `integration`.
          isolate: false,
          // A machine that builds beside it takes longer to trim a font than the five seconds a test has otherwise.
          testTimeout: 30_000,
          include: [
            "*/{src,sites,data,cli,build,release-checks,answers,confine,testing,css,docs,lint}/**/*.test.{ts,tsx}",
            "scripts/*.test.ts",
          ],
          exclude: ["**/*.{integration,contract,e2e,prove}.test.*", "**/contract.test.ts", ...ignored],
          css: { include: [/\.module\.css$/], modules: { classNameStrategy: "non-scoped" } },
        },
      },
      {
        test: {
          name: "integration",
          testTimeout: 30_000,
          include: ["*/**/*.integration.test.ts"],
          exclude: ignored,
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
          exclude: ignored,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          ...onRunningSite,
          name: "e2e",
          include: ["shell/e2e/**/*.e2e.test.ts", "shared-contracts/**/*.e2e.test.ts"],
          // A browser beside a building machine may come late once; what is wrong is wrong twice.
          retry: 1,
        },
      },
      {
        test: {
          ...onRunningSite,
          name: "prove",
          include: ["shell/e2e/**/*.prove.test.ts"],
        },
      },
    ],
  },
});
