import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, SerializedError, TestModule, TestSuite } from 'vitest/node';
import type { FileResult, Report } from './outcome.ts';

/** An error that nothing caught; vitest says which test was running. */
interface Uncaught {
  message: string;
  VITEST_TEST_PATH?: string;
  VITEST_TEST_NAME?: string;
}

/** A reporter of vitest that writes a `Report` to the file which CI_REPORT names, when the run has ended. */
export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const report: Report = { files: modules.map(describeFile), errors: [] };
    for (const { message, VITEST_TEST_PATH: path, VITEST_TEST_NAME: test } of errors as readonly Uncaught[]) {
      const file = report.files.find((each) => path && each.path === relative(process.cwd(), path));
      if (!file) report.errors.push(message);
      else {
        file.failed++;
        file.faults.push({ test: test ?? file.path, message });
      }
    }
    writeFileSync(process.env.CI_REPORT!, JSON.stringify(report));
  }
}

function describeFile(module: TestModule): FileResult {
  const file: FileResult = {
    project: module.project.name,
    path: relative(process.cwd(), module.moduleId),
    seconds: module.diagnostic().duration / 1000,
    passed: 0,
    failed: 0,
    faults: [],
  };
  for (const test of module.children.allTests()) {
    const { state, errors } = test.result();
    if (state === 'passed') file.passed++;
    if (state !== 'failed') continue;
    file.failed++;
    file.faults.push({ test: test.fullName, message: first(errors) });
  }
  // Hooks of the file and of its suites, and a file that could not be loaded: none of its tests says so.
  for (const suite of [module, ...module.children.allSuites()] as (TestModule | TestSuite)[]) {
    const errors = suite.errors();
    if (errors.length === 0) continue;
    file.failed++;
    file.faults.push({ test: suite.type === 'module' ? file.path : suite.fullName, message: first(errors) });
  }
  return file;
}

const first = (errors: readonly { message: string }[] | undefined) => errors?.[0]?.message ?? 'no message';
