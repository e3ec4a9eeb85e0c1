import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { readSources, type Source } from './sources.ts';

const sources = readSources('src');

/** The allowed imports: each folder or top-level file of src, and those below it. */
const below: Record<string, readonly string[]> = {
  platform: [],
  'env-file': ['platform'],
  'setting-values': ['platform'],
  environment: ['setting-values'],
  settings: ['env-file', 'environment', 'setting-values', 'platform'],
  'encryption-keys': ['setting-values', 'settings'],
  dialog: ['platform', 'settings'],
  catalog: ['platform', 'settings'],
  layout: ['dialog', 'platform'],
  migrate: ['platform'],
  flags: ['settings'],
  health: ['dialog', 'catalog', 'platform', 'settings'],
  metrics: ['health', 'dialog', 'catalog', 'platform', 'settings'],
  'private-port': ['health', 'metrics', 'platform'],
  reference: ['platform'],
  'console-page': ['platform'],
  'security-txt': ['settings'],
  app: [
    ...['health', 'metrics', 'reference', 'console-page', 'security-txt'],
    ...['dialog', 'catalog', 'platform', 'settings'],
  ],
  worker: ['dialog', 'catalog', 'platform', 'settings'],
  place: ['platform'],
  server: [
    ...[
      'app',
      'worker',
      'health',
      'metrics',
      'private-port',
      'migrate',
      'place',
      'encryption-keys',
      'flags',
      'layout',
    ],
    ...['dialog', 'catalog', 'platform', 'settings'],
  ],
  welcome: ['dialog', 'settings'],
  main: ['server', 'flags', 'welcome', 'place', 'platform', 'settings'],
  receive: ['welcome', 'platform', 'settings'],
  backup: ['dialog', 'platform', 'settings'],
  // A client of a server on any machine, except for commands on the server's machine (`onTheMachine`).
  cli: ['backup', 'layout', 'migrate', 'dialog', 'encryption-keys', 'platform', 'settings'],
};

const unitOf = (path: string) => path.split('/')[1]!.replace(/\.ts$/, '');

it('every place in the table of imports exists', () => {
  const units = new Set(sources.map(({ path }) => unitOf(path)));
  expect(Object.keys(below).filter((unit) => !units.has(unit))).toEqual([]);
});

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

/** Commands on the machine of the server, or of its database. */
const onTheMachine = ['backup', 'database', 'doctor', 'on-database', 'owner', 'restore', 'unsettled'].map(
  (name) => `src/cli/${name}.ts`,
);
/** What is this build's own, and no server's. */
const ownOfEach = ['src/platform/version.ts', 'src/platform/csv.ts'];

it('the command line uses HTTP, except for commands on the machine of the server', () => {
  expect(
    faults(({ path, links }) =>
      links
        .filter(() => unitOf(path) === 'cli' && !onTheMachine.includes(path))
        .filter(({ to }) => unitOf(to) !== 'cli' && !ownOfEach.includes(to))
        .map(({ to }) => `imports ${to}; ask the server for it, which may be on another machine`),
    ),
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

it("a feature calls another feature's functions, never its store", () => {
  expect(
    faults(({ path, links }) =>
      links
        .filter(({ to }) => to.endsWith('/store.ts') && dirname(to) !== dirname(path))
        .filter(() => path !== 'src/dialog/parts.ts' && path !== 'src/dialog/index.ts')
        .map(({ to }) => `imports ${to}; export a verb beside that store and call it`),
    ),
  ).toEqual([]);
});

it('payments, connections and operations know a payment provider by its kind, never by its files', () => {
  const isOwn = (path: string) => /^src\/dialog\/providers\/\w+\//.test(path);
  expect(
    faults(({ path, links }) =>
      links
        .filter(
          ({ to }) => isOwn(to) && dirname(to) !== dirname(path) && path !== 'src/dialog/providers/kinds.ts',
        )
        .map(
          ({ to }) =>
            `imports ${to}; put what it needs into ProviderKind, and take it from providers/kinds.ts`,
        ),
    ),
  ).toEqual([]);
});

it('only channels, connections, payment providers, webhooks and the code of tasks use outbound-http', () => {
  const mayReachOut = [
    /^src\/dialog\/channels\//,
    /^src\/dialog\/messages\/(deliver|presses|revise)\.ts$/,
    /^src\/dialog\/operations\//,
    /^src\/dialog\/connections\//, // the owner's test call
    /^src\/dialog\/providers\//,
    /^src\/dialog\/payments\/(?:create|reconcile|refund|shops)\.ts$/,
    /^src\/dialog\/webhooks\/outbound\/delivery\.ts$/,
    /^src\/dialog\/push\/(?:call|send|trial)\.ts$/, // a person tries their own browsers
    /^src\/dialog\/readiness\/check\.ts$/, // passes it to the tests of connections and shops
    /^src\/dialog\/parts\.ts$/, // makes it and passes it on
    /^src\/catalog\/notices\/send\.ts$/, // to the one address of the settings
    /^src\/dialog\/tasks\/outcome\.ts$/, // reads its outcomes, calls nothing
  ];
  const unused = mayReachOut.filter((pattern) => !sources.some(({ path }) => pattern.test(path)));
  expect(unused, 'exceptions for files that do not exist: remove them').toEqual([]);
  const isTheWayOut = (path: string) =>
    /^src\/platform\/(outbound-http|outbound-connect|outbound-download|outbound-metrics|address-guard)\.ts$/.test(
      path,
    );
  // The operator names the bucket of files, as they name the database: no project decides what is called there.
  const isOperators = (path: string) => path === 'src/platform/file-store/bucket.ts';
  expect(
    faults(({ path, links, packages, text }) => [
      ...links
        .filter(({ to }) => isTheWayOut(to) && !isTheWayOut(path) && !mayReachOut.some((p) => p.test(path)))
        .map(({ to }) => `imports ${to}; only what tasks carry out may leave the server: make it a task`),
      ...packages
        // The command line runs on its user's machine and calls the address that they give.
        .filter(
          (name) =>
            name === 'undici' && !isTheWayOut(path) && !isOperators(path) && !path.startsWith('src/cli/'),
        )
        .map(() => 'imports undici; send through src/platform/outbound-http.ts'),
      ...(/(?<![.\w])fetch\(/.test(text) ? ['calls fetch; send through src/platform/outbound-http.ts'] : []),
    ]),
  ).toEqual([]);
});

it('connections are opened by outbound-http, and by the clients of what the operator names: database, Redis, mail server, bucket', () => {
  const mayConnect = [
    /^src\/platform\/outbound-http\.ts$/,
    /^src\/platform\/(?:postgres|bounded-client|cancel|notices|pooler|server-role|migrations|tickets)\.ts$/,
    /^src\/platform\/embedded-postgres\/(?:index|lock|process)\.ts$/,
    /^src\/platform\/saved-database\/session\.ts$/,
    /^src\/dialog\/parts\.ts$/, // Redis
    /^src\/platform\/(?:smtp|file-store\/bucket)\.ts$/,
    /^src\/(?:platform\/(?:listener|draining)|receive)\.ts$/, // they listen
    /^src\/cli\//, // on its user's machine
  ];
  const unused = mayConnect.filter((pattern) => !sources.some(({ path }) => pattern.test(path)));
  expect(unused, 'exceptions for files that do not exist: remove them').toEqual([]);
  const opens = /^(?:(?:node:)?(?:https?|http2|net|tls|dgram)|pg|ioredis|nodemailer|undici|aws4fetch)$/;
  /** A name in braces that is a type, or opens nothing. */
  const isHarmless = (name: string) =>
    /^(?:type\s.*|isIPv?[46]?|STATUS_CODES|escapeIdentifier|escapeLiteral|)$/.test(name.trim());
  expect(
    faults(({ path, text }) => {
      if (mayConnect.some((pattern) => pattern.test(path))) return [];
      const imports = [
        ...text.matchAll(/^(?:import|export)\s+(?!type\b)([^;']*?)\s*from\s+'([^']+)'/gm),
        ...text.matchAll(/(?<!typeof )\b(import|require)\('([^']+)'\)/g),
      ];
      return imports
        .filter(([, , from]) => opens.test(from!))
        .filter(([, names]) => !names!.split(/[{},]/).every(isHarmless))
        .map(([, , from]) => `imports ${from}; send through src/platform/outbound-http.ts`);
    }),
  ).toEqual([]);
});

it('only settings.ts reads the environment', () => {
  /** Variables that are not our settings but say how the process was started. */
  const facts: Record<string, RegExp> = {
    // Read before the settings, or although they are wrong.
    'src/main.ts': /process\.env\.LOG_LEVEL\b/,
    // The folder where npm was called, which npm sets for its scripts.
    'src/cli/typed-path.ts': /process\.env\.INIT_CWD\b/,
    'src/place.ts': /process\.env\.npm_lifecycle_event\b|\{ container \} = process\.env/,
    // Passed on to the database's programs, and used like the driver for the name of its socket.
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
