import { availableParallelism } from "node:os";
import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { readDurations } from "./scripts/test-durations.ts";
import { pickShard } from "./scripts/pick-shard.ts";

const sortAsUsual = BaseSequencer.prototype.sort;
const durations = readDurations();
const readSeconds = ({ moduleId }: TestSpecification): number =>
  durations.get(relative(import.meta.dirname, moduleId)) ?? 0;

/** Runs the longest files first: run last, they would keep one worker busy while the others are idle. */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await sortAsUsual.call(this, files);
    return sorted.toSorted((one, other) => readSeconds(other) - readSeconds(one));
  }

  /** Machines that share the files take about the same time. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shard } = this.ctx.config;
    return shard ? pickShard(files, shard, ({ moduleId }) => moduleId, readSeconds) : files;
  }
}

/** One worker per processor, because the tests are limited by processor time. */
const maxWorkers = Math.max(2, availableParallelism());

/** One more where tests wait for processes that they started: with one for each processor, a quarter of the processors' time was idle. */
const maxWaitingWorkers = maxWorkers + 1;
/** Projects of one run that have different numbers of workers run one after the other. */
const waitingSequence = { groupOrder: 1 };

/** A failed comparison of lists says what is in them: the end of a whole run shows the messages of failures alone. */
const chaiConfig = { truncateThreshold: 2000 };
/** What `expect.poll` waits for may take this long where a test names no time. */
const expectConfig = { poll: { timeout: 20_000 } };
const setupFiles = ["scripts/property-seed.ts", "scripts/long-waits.ts"];
const ignored = ["**/node_modules/**", "**/dist/**", "**/.build/**"];

const onRunningSite = {
  globalSetup: ["shell/e2e/harness/shared-sites.setup.ts"],
  setupFiles: ["scripts/long-waits.ts", "shell/e2e/harness/visits.setup.ts"],
  chaiConfig,
  expect: expectConfig,
  isolate: false,
  exclude: ignored,
  testTimeout: 60_000,
  hookTimeout: 180_000,
  maxWorkers,
};

/** `npm run faults` records the figures of all that a test runs on, not of a sample of it. */
const extent = process.env["TEST_EXTENT"] === "all" ? "all" : "sample";

/**
 * With `isolate: false` a worker loads the modules once for all its files, which share the composers and browsers that it started. A
 * test puts back what it changed of its process.
 *
 * Kinds of tests: `unit` needs nothing but Node and is quick, `integration` starts processes or writes whole stores,
 * `contract` works on built releases, `e2e` on the running site. `prove` does so for minutes: what `e2e`
 * does on one site, in one language or on a sample, on the others and on all, and what `integration` does on a sample.
 */
export default defineConfig({
  resolve: { conditions: ["node", "import", "default"] },
  test: {
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        test: {
          name: "unit",
          setupFiles,
          chaiConfig,
          expect: expectConfig,
          isolate: false,
          maxWorkers,
          // A machine that builds beside it takes longer to trim a font than the five seconds a test has otherwise.
          testTimeout: 30_000,
          include: [
            "*/{src,sites,data,cli,build,development,release-checks,answers,confine,publishing,pack,testing,css,docs,lint}/**/*.test.{ts,tsx}",
            "scripts/*.test.ts",
          ],
          exclude: ["**/*.{integration,contract,e2e,prove}.test.*", "**/contract.test.ts", ...ignored],
          css: { include: [/\.module\.css$/], modules: { classNameStrategy: "non-scoped" } },
        },
      },
      {
        test: {
          name: "integration",
          setupFiles,
          chaiConfig,
          expect: expectConfig,
          isolate: false,
          testTimeout: 30_000,
          maxWorkers: maxWaitingWorkers,
          sequence: waitingSequence,
          include: ["*/**/*.integration.test.ts"],
          exclude: ignored,
          provide: { extent },
        },
      },
      {
        test: {
          name: "contract",
          setupFiles: ["scripts/long-waits.ts"],
          chaiConfig,
          expect: expectConfig,
          // Hosted machines ask for colours, which the bundler then puts into its messages: what is said of them has none.
          env: { FORCE_COLOR: "1" },
          include: [
            "remote-*/src/contract.test.ts",
            "shell/{cli,src}/**/*.contract.test.ts",
            "shared-contracts/**/*.contract.test.ts",
          ],
          exclude: ignored,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: maxWaitingWorkers,
          sequence: waitingSequence,
        },
      },
      {
        test: {
          ...onRunningSite,
          name: "e2e",
          include: ["shell/e2e/**/*.e2e.test.ts", "shared-contracts/**/*.e2e.test.ts"],
          provide: { sitesInTurn: "first", extent },
        },
      },
      {
        test: {
          ...onRunningSite,
          name: "prove",
          include: ["shell/**/*.prove.test.ts", "*/**/*.{sites.e2e,full.e2e,full.integration}.test.ts"],
          provide: { sitesInTurn: "others", extent: "all" },
        },
      },
    ],
  },
});
