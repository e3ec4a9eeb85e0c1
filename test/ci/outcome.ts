/** What became of a file of tests. */
export interface FileResult {
  project: string;
  path: string;
  seconds: number;
  passed: number;
  /** Tests that failed, hooks, and errors that nothing caught. */
  failed: number;
  faults: { test: string; message: string }[];
}

/** What became of one call of vitest. */
export interface Report {
  files: FileResult[];
  /** Errors that belong to no file. */
  errors: string[];
}

/** What became of a step of the run. */
export interface Outcome {
  name: string;
  seconds: number;
  passed: number;
  failed: number;
  /** Files in which something failed. */
  fallen: FileResult[];
  /** Errors that belong to no file. */
  errors: string[];
  /** Files in which something failed that did not fail when the file was run by itself. */
  flaky: FileResult[];
}

/**
 * Most files of a whole run that may be flaky: what fails by chance is a fault, but no reason to hold up a change that has nothing to do with
 * it. More than so many at once are no chance.
 */
export const mostFlaky = 3;

/**
 * The outcome of tests. Each file in which something failed is run once more by itself; what passes then counts as passed, and its file
 * as flaky.
 * @param room how many files may still be flaky; if more have failed, none is run again
 * @param again runs one file by itself; undefined where that gave no report
 */
export async function judge(
  report: Report,
  room: number,
  again: (file: FileResult) => Promise<Report | undefined>,
): Promise<Omit<Outcome, 'name' | 'seconds'>> {
  const fallen: FileResult[] = [];
  const flaky: FileResult[] = [];
  let [passed, failed] = [0, report.errors.length];
  const mayBeFlaky = report.files.filter((file) => file.failed > 0).length <= room;
  for (const file of report.files) {
    const second = file.failed > 0 && mayBeFlaky ? await again(file) : undefined;
    const isFlaky = second?.files.length === 1 && second.files[0]!.failed === 0 && second.errors.length === 0;
    if (isFlaky) flaky.push(file);
    else if (file.failed > 0) fallen.push(file);
    const counted = isFlaky ? second.files[0]! : file;
    passed += counted.passed;
    failed += counted.failed;
  }
  return { passed, failed, fallen, errors: report.errors, flaky };
}

/**
 * The end of the run: what failed or was flaky, the seconds of each step, and `N passed, N failed` as the last line.
 * @param inAll seconds; less than those of the steps together, because some run beside each other
 */
export function summarize(
  outcomes: readonly Outcome[],
  inAll: number,
): { lines: string[]; isGreen: boolean } {
  const total = (of: (outcome: Outcome) => number) => outcomes.reduce((sum, each) => sum + of(each), 0);
  const failed = total((each) => each.failed);
  const seconds = (count: number) => `${Math.round(count)} s`.padStart(7);
  return {
    lines: [
      ...list(
        'Failed:',
        outcomes.flatMap((each) => each.fallen),
      ),
      ...outcomes.flatMap((each) => each.errors).map((message) => `  of no file: ${message}`),
      ...list(
        'Flaky, to be mended or deleted; each passed by itself afterwards:',
        outcomes.flatMap((each) => each.flaky),
      ),
      '',
      ...outcomes.map(
        (each) => `${seconds(each.seconds)}  ${each.failed > 0 ? 'FAILED' : 'passed'}  ${each.name}`,
      ),
      `${seconds(inAll)}  in all`,
      '',
      `${total((each) => each.passed)} passed, ${failed} failed`,
    ],
    isGreen: failed === 0,
  };
}

function list(title: string, files: readonly FileResult[]): string[] {
  if (files.length === 0) return [];
  const lines = files.flatMap(({ project, path, faults }) => [
    `  ${path} (${project})`,
    ...faults.map(({ test, message }) => `    ${test}: ${message.split('\n').slice(0, 2).join(' ')}`),
  ]);
  return ['', title, ...lines];
}
