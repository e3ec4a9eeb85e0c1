import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { readSources, type Source } from './sources.ts';

const sources = readSources('src');

/** Who may import whom: each folder or top-level file of src, and those below it. */
const below: Record<string, readonly string[]> = {
  platform: [],
  settings: [],
  dialog: ['platform', 'settings'],
  catalog: ['platform', 'settings'],
  health: ['dialog', 'catalog', 'platform'],
  metrics: ['dialog', 'catalog', 'platform', 'settings'],
  app: ['health', 'metrics', 'dialog', 'catalog', 'platform', 'settings'],
  worker: ['dialog', 'catalog', 'platform', 'settings'],
  server: ['app', 'worker', 'metrics', 'dialog', 'catalog', 'platform', 'settings'],
  welcome: ['dialog', 'settings'],
  main: ['server', 'welcome', 'platform', 'settings'],
  receive: ['welcome', 'dialog', 'settings'],
  // A client of a server that may be elsewhere: it knows nothing of what is inside.
  cli: [],
};

const unitOf = (path: string) => path.split('/')[1]!.replace(/\.ts$/, '');

function faults(check: (source: Source) => string[]): string[] {
  return sources.flatMap((source) => check(source).map((sentence) => `${source.path}: ${sentence}`));
}

it('imports point downwards: main, server, app and worker, dialog and catalog, platform', () => {
  expect(
    faults(({ path, links }) => {
      const unit = unitOf(path);
      const allowed = below[unit];
      if (!allowed) return ['is new at the top of src; add it to the table in test/rules/imports.test.ts'];
      return links
        .filter(({ to }) => unitOf(to) !== unit && !allowed.includes(unitOf(to)))
        .map(({ to }) => {
          const choice =
            allowed.length > 0 ? `only ${allowed.join(', ')} and its own files` : 'only its own files';
          return `${unit} may import ${choice}, not ${to}; pass what it needs as an argument, or move it down`;
        });
    }),
  ).toEqual([]);
});

it('source files import source files', () => {
  expect(
    faults(({ links }) =>
      links
        .filter(({ to }) => !to.startsWith('src/'))
        .map(({ to }) => `imports ${to}; what the server needs belongs into src`),
    ),
  ).toEqual([]);
});

it("a feature calls another feature's verbs, never its store", () => {
  expect(
    faults(({ path, links }) =>
      links
        .filter(({ to }) => to.endsWith('/store.ts') && dirname(to) !== dirname(path))
        .filter(() => path !== 'src/dialog/parts.ts' && path !== 'src/dialog/index.ts')
        .map(({ to }) => `imports ${to}; export a verb beside that store and call it`),
    ),
  ).toEqual([]);
});

it('the outside world is reached by channels, connections, payment providers, webhooks and what tasks carry out, through outbound-http', () => {
  const mayReachOut = [
    /^src\/dialog\/channels\//,
    /^src\/dialog\/messages\/deliver\.ts$/,
    /^src\/dialog\/operations\//,
    /^src\/dialog\/connections\//, // the owner's test call
    /^src\/dialog\/owner\/channel-connection\.ts$/, // the owner's call that connects a bot
    /^src\/dialog\/payments\/(?:yookassa\/.*|create|reconcile|refund|shops|connection)\.ts$/,
    /^src\/dialog\/webhooks\/outbound\/delivery\.ts$/,
    /^src\/dialog\/parts\.ts$/, // makes it and hands it out
    /^src\/dialog\/tasks\/outcome\.ts$/, // reads its outcomes, calls nothing
  ];
  const isTheWayOut = (path: string) => /^src\/platform\/(outbound-http|address-guard)\.ts$/.test(path);
  expect(
    faults(({ path, links, packages, text }) => [
      ...links
        .filter(({ to }) => isTheWayOut(to) && !isTheWayOut(path) && !mayReachOut.some((p) => p.test(path)))
        .map(({ to }) => `imports ${to}; only what tasks carry out may leave the server: make it a task`),
      ...packages
        // The command line runs at its user's own desk and goes where they tell it to.
        .filter((name) => name === 'undici' && !isTheWayOut(path) && !path.startsWith('src/cli/'))
        .map(() => 'imports undici; send through src/platform/outbound-http.ts'),
      ...(/(?<![.\w])fetch\(/.test(text) ? ['calls fetch; send through src/platform/outbound-http.ts'] : []),
    ]),
  ).toEqual([]);
});

it('the environment is read in settings.ts', () => {
  /** What is no setting of ours but a fact about how the process was started. */
  const facts: Record<string, RegExp> = {
    // Asked before, or although, the settings could not be read.
    'src/main.ts': /process\.env\.(LOG_LEVEL|npm_lifecycle_event)\b/,
    // Handed on to the database's own programs, and shared with the driver's idea of its socket's name.
    'src/platform/embedded-postgres/binaries.ts': /\{ PATH, LD_LIBRARY_PATH \} = process\.env/,
    'src/platform/embedded-postgres/index.ts': /process\.env\.PGPORT\b/,
  };
  expect(
    faults(({ path, lines }) =>
      path === 'src/settings.ts'
        ? []
        : lines
            .filter((line) => line.includes('process.env') && !facts[path]?.test(line))
            .map((line) => `"${line.trim()}"; add a setting to src/settings.ts and pass its value`),
    ),
  ).toEqual([]);
});

it('no source file has more than 400 lines', () => {
  expect(
    faults(({ lines }) =>
      lines.length > 401
        ? [`has ${lines.length - 1} lines; find the two things that it does and part them`]
        : [],
    ),
  ).toEqual([]);
});
