/** Prints the tests that passed only when they were tried again: a test that fails now and then is a fault to look for. */

import type { Reporter, TestCase, TestModule } from 'vitest/node';

export class RetriedTests implements Reporter {
  readonly #retried: string[] = [];

  onTestCaseResult(test: TestCase): void {
    const { retryCount = 0, flaky: isFlaky = false } = test.diagnostic() ?? {};
    if (isFlaky || (retryCount > 0 && test.ok())) {
      this.#retried.push(`${test.module.relativeModuleId} > ${test.fullName}`);
    }
  }

  onTestRunEnd(_modules: readonly TestModule[]): void {
    if (this.#retried.length === 0) return;
    console.log(`\nPassed only after a retry (${this.#retried.length}):`);
    for (const name of this.#retried) console.log(`  ${name}`);
  }
}
