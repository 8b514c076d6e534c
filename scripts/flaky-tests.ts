import type { Reporter, TestCase } from "vitest/node";

/** Names at the end of a run the tests that failed at first and passed when they were tried again: each is to be mended. */
export default class FlakyTests implements Reporter {
  readonly #names: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd(): void {
    if (this.#names.length > 0)
      console.log(`\n${this.#names.length} passed only when tried again:\n${this.#names.join("\n")}`);
  }
}
