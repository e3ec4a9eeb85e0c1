import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { settingNames } from '../../src/settings.ts';
import { contextRules, filesInContext, readCopy, readDockerfile, readEnv } from '../image/dockerfile.ts';

const stages = readDockerfile('Dockerfile');
const isIn = contextRules(readFileSync('.dockerignore', 'utf8'));
const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .trim()
  .split('\n');
const copies = stages.flatMap(({ name, instructions }) =>
  instructions
    .filter((each) => each.name === 'COPY' || each.name === 'ADD')
    .map((each) => ({ in: name, ...readCopy(each.text) })),
);

describe('the build context of the image', () => {
  it('has every file that a COPY takes from the project', () => {
    const missing = copies
      .filter(({ stage }) => stage === undefined)
      .flatMap(({ in: stage, sources }) =>
        sources.flatMap((source) => {
          const wanted = tracked.filter((path) => path === source || path.startsWith(`${source}/`));
          const present = new Set(filesInContext('.', source, isIn));
          if (wanted.length === 0) return [`${stage}: COPY ${source}: there is no such file in the project`];
          return wanted
            .filter((path) => !present.has(path))
            .map((path) => `${stage}: COPY ${source}: .dockerignore keeps ${path} out; add "!${source}"`);
        }),
      );
    expect(missing).toEqual([]);
  });

  it('has no file that no COPY takes, and no secret', () => {
    const taken = copies.filter(({ stage }) => stage === undefined).flatMap(({ sources }) => sources);
    const isTaken = (path: string) =>
      taken.some((source) => path === source || path.startsWith(`${source}/`));
    expect(tracked.filter((path) => isIn(path) && !isTaken(path))).toEqual([]);
    for (const path of ['.env', 'data/encryption.key', 'node_modules/a/index.js', '.git/config']) {
      expect([path, isIn(path)]).toEqual([path, false]);
    }
  });

  it.each([
    // Each rule of https://docs.docker.com/build/concepts/context/#dockerignore-files
    ['*/temp*', ['a/temporary.txt', 'a/temp/x'], ['temporary.txt', 'a/b/temp']],
    ['*/*/temp*', ['a/b/temp.txt'], ['a/temp.txt']],
    ['temp?', ['tempa', 'tempa/x'], ['temp', 'tempab']],
    ['**/*.go', ['a.go', 'a/b/c.go'], ['a.gone']],
    ['*.md\n!README.md', ['a.md'], ['README.md', 'b/a.md']],
    ['*.md\n!README*.md\nREADME-secret.md', ['README-secret.md'], ['README-a.md']],
    ['# a comment\n/src/', ['src/a.ts'], ['a/src/b.ts']],
    ['*\n!src', ['test/a.ts', 'srcs'], ['src/a/b.ts']],
    ['*\n!src\nsrc/b', ['src/b/c.ts'], ['src/a.ts']],
  ])('is computed as Docker computes it: %j', (text, out, inside) => {
    const isInside = contextRules(text);
    expect(out.filter(isInside)).toEqual([]);
    expect(inside.filter((path) => !isInside(path))).toEqual([]);
  });

  it('copies only from stages that an earlier stage defines', () => {
    for (const { in: into, stage } of copies.filter((each) => each.stage !== undefined)) {
      const names = stages.map(({ name }) => name);
      expect(names.indexOf(stage!)).toBeGreaterThanOrEqual(0);
      expect(names.indexOf(stage!)).toBeLessThan(names.indexOf(into));
    }
  });
});

describe('docker-compose.yml', () => {
  const compose = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true });
  const last = stages.at(-1)!;
  const environment = Object.assign(
    {},
    ...last.instructions.filter(({ name }) => name === 'ENV').map(({ text }) => readEnv(text)),
  ) as Record<string, string>;
  const words = (name: string) =>
    last.instructions.filter((each) => each.name === name).map(({ text }) => text);
  const { server, postgres, redis } = compose.services;

  it('sets only existing settings, and those that a server on Postgres and Redis needs', () => {
    expect(Object.keys(server.environment).filter((name) => !settingNames.includes(name))).toEqual([]);
    expect(Object.keys(server.environment)).toEqual(
      expect.arrayContaining(['DATABASE_URL', 'REDIS_URL', 'ENCRYPTION_KEY', 'PUBLIC_URL']),
    );
    const database = new URL(server.environment.DATABASE_URL.replace(/\$\{[^}]*\}/, 'x'));
    expect(compose.services[database.hostname]).toBe(postgres);
    expect(database.username).toBe(postgres.environment.POSTGRES_USER);
    expect(database.pathname).toBe(`/${postgres.environment.POSTGRES_DB}`);
    expect(compose.services[new URL(server.environment.REDIS_URL).hostname]).toBe(redis);
    // Given empty it must stay empty, so a dash without a colon.
    expect(server.environment.OUTBOUND_ALLOW).toMatch(/^\$\{OUTBOUND_ALLOW-[^}]*\}$/);
  });

  it('publishes the port that the image listens on, to this machine only', () => {
    const port = String(server.environment.PORT);
    expect(words('EXPOSE')).toEqual([port]);
    const withPort = (text: string, given: string | undefined) =>
      text.replace(/\$\{PORT:-(\d+)\}/, given ?? '$1');
    for (const [given, wanted] of [
      [undefined, port],
      ['8080', '8080'],
    ] as const) {
      expect(server.ports.map((each: string) => withPort(each, given))).toEqual([
        `127.0.0.1:${wanted}:${port}`,
      ]);
      expect(withPort(server.environment.PUBLIC_URL, given)).toContain(`http://127.0.0.1:${wanted}`);
    }
    expect(server.environment.HOST).toBe(environment.HOST);
  });

  it('keeps the data folder of the image on a volume that exists', () => {
    expect(words('VOLUME')).toEqual([environment.DATA_DIR]);
    expect(server.environment.DATA_DIR).toBe(environment.DATA_DIR);
    const mounts = [...server.volumes, ...postgres.volumes].map((each: string) => each.split(':'));
    expect(mounts[0]![1]).toBe(environment.DATA_DIR);
    expect(Object.keys(compose.volumes).sort()).toEqual(mounts.map(([name]) => name).sort());
  });

  it('waits for healthy servers, and the image has a health check', () => {
    for (const [name, { condition }] of Object.entries<any>(server.depends_on)) {
      expect([name, condition, Boolean(compose.services[name].healthcheck.test)]).toEqual([
        name,
        'service_healthy',
        true,
      ]);
    }
    // Not whether it is ready: a container must not be killed because its database is away.
    expect(words('HEALTHCHECK')[0]).toContain('/healthz');
  });

  it('has a profile with two servers and two workers, and the proxy of docs/operations.md', () => {
    const { services, configs } = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true });
    const scaled = Object.keys(services).filter((name) => services[name].profiles?.includes('scaled'));
    expect(scaled).toEqual(['server-2', 'worker', 'worker-2', 'proxy']);
    // As the page says, ROLE=api is in .env: it is the role of the servers, and not of the workers.
    expect(server.environment.ROLE).toMatch(/^\$\{ROLE:-all\}$/);
    const roles = ['server-2', 'worker', 'worker-2'].map((name) => services[name].environment.ROLE);
    expect(roles).toEqual([server.environment.ROLE, 'worker', 'worker']);
    const { ports: _, ...rest } = server;
    for (const name of scaled.slice(0, 3)) {
      const { profiles: __, ports, environment: own, ...same } = services[name];
      expect([ports, same]).toEqual([
        [],
        expect.objectContaining({ image: rest.image, volumes: rest.volumes }),
      ]);
      expect({ ...own, ROLE: server.environment.ROLE }).toEqual(server.environment);
    }
    const page = readFileSync('docs/operations.md', 'utf8');
    const [, block] = /^```haproxy\n([\s\S]*?)^```$/m.exec(page)!;
    const backend = (text: string) =>
      text
        .slice(text.indexOf('backend parley'))
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('server '))
        .map((line) => line.replace(' resolvers docker init-addr libc,none', ''));
    expect(backend(configs.proxy.content)).toEqual(backend(block!));
  });

  it('allows more time for a stop than the server needs', () => {
    const [, byDefault] = /^\$\{STOP_GRACE_PERIOD:-(\d+)s\}$/.exec(server.stop_grace_period) ?? [];
    expect(Number(byDefault)).toBeGreaterThanOrEqual(5 + 10 + 5 + 2);
  });
});
