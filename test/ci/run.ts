import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FileResult, judge, mostFlaky, type Outcome, type Report, summarize } from './outcome.ts';
import { openPage } from './pages.ts';

/** For `.ci/run`: all steps, whatever became of those before; see `summarize` for what it prints at the end. */

interface Step {
  command: string;
  /** Whether the command ends in a call of vitest; `config` names its configuration where it is not the usual one. */
  tests?: true | { config: string };
}

/** Steps that take all cores run one after the other; those of the last group wait for half of their time, and run beside each other. */
const groups: Step[][] = [
  [{ command: 'npm run check' }],
  [{ command: 'npm test', tests: true }],
  [{ command: 'npm run test:servers', tests: true }],
  [{ command: 'npm run test:process', tests: true }],
  [{ command: 'npm run test:browser', tests: true }],
  [
    { command: 'npm run image', tests: { config: 'vitest.image.config.ts' } },
    { command: 'npm run chaos -- --short' },
    { command: 'npm run chaos -- --short --no-redis' },
  ],
];

/** A step that takes longer hangs. */
const mostMinutes = 40;

const folder = mkdtempSync(join(tmpdir(), 'parley-ci-'));
const outcomes: Outcome[] = [];
const began = Date.now();
let isInterrupted = false;
for (const group of groups) {
  if (!isInterrupted) outcomes.push(...(await Promise.all(group.map((step) => carryOut(step)))));
}
rmSync(folder, { recursive: true });
const { lines, isGreen } = summarize(outcomes, (Date.now() - began) / 1000);
process.stdout.write(`${lines.join('\n')}\n`);
process.exitCode = isGreen ? 0 : 1;

async function carryOut({ command, tests }: Step): Promise<Outcome> {
  const began = Date.now();
  const outcome: Outcome = {
    name: command,
    seconds: 0,
    passed: 0,
    failed: 0,
    fallen: [],
    errors: [],
    flaky: [],
  };
  if (tests) {
    const report = await test(command, '--');
    if (report) Object.assign(outcome, await judge(report, roomForFlaky(), (file) => testAlone(file, tests)));
    else outcome.failed = 1;
  } else if ((await run(command)) !== 0) {
    outcome.failed = 1;
  }
  return { ...outcome, seconds: (Date.now() - began) / 1000 };
}

/** How many files may still be flaky. */
function roomForFlaky(): number {
  return mostFlaky - outcomes.reduce((sum, { flaky }) => sum + flaky.length, 0);
}

function testAlone(
  { project, path }: FileResult,
  tests: NonNullable<Step['tests']>,
): Promise<Report | undefined> {
  const which = tests === true ? `--project ${project}` : `--config ${tests.config}`;
  return test(`npx vitest run ${which} ${path}`);
}

/**
 * @param before what stands between the command and options of vitest
 * @returns undefined if vitest did not come to its end, or failed without saying what did
 */
async function test(command: string, before = ''): Promise<Report | undefined> {
  const file = join(folder, `${randomUUID()}.json`);
  const options = `${before} --reporter=default --reporter=./test/ci/report.ts`;
  const status = await run(command, options, { CI_REPORT: file });
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    const isSaid = report.errors.length > 0 || report.files.some(({ failed }) => failed > 0);
    return status === 0 || isSaid ? report : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Runs a command of the shell. What it prints is shown as it comes, or at its end while another one is showing its own.
 * @returns its status; -1 if it was ended for taking too long
 */
function run(command: string, options = '', environment: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    // With a group of its own, what it started ends with it.
    const child = spawn(`${command} ${options}`, {
      shell: true,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment },
    });
    const page = openPage(command);
    child.stdout.on('data', page.write);
    child.stderr.on('data', page.write);
    const end = () => {
      try {
        process.kill(-child.pid!, 'SIGKILL');
      } catch {
        // All of them have ended.
      }
    };
    const interrupt = () => {
      isInterrupted = true;
      end();
    };
    const timer = setTimeout(() => {
      page.write(`\n${command} was ended after ${mostMinutes} minutes.\n`);
      end();
    }, mostMinutes * 60_000);
    process.once('SIGTERM', interrupt).once('SIGINT', interrupt);
    // What it left running would hold its output open.
    child.once('exit', end);
    child.once('close', (code) => {
      clearTimeout(timer);
      page.close();
      process.off('SIGTERM', interrupt).off('SIGINT', interrupt);
      resolve(code ?? -1);
    });
  });
}
