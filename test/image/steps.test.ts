import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../fixtures/ports.ts';
import { createDatabase, type TestDatabase } from '../harness/database.ts';
import { enterScript, isRoot, makeBase, run, whyNoContainer } from './container.ts';
import { contextRules, filesInContext, readCopy, readDockerfile, readEnv, type Stage } from './dockerfile.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const stages = readDockerfile(join(project, 'Dockerfile'));
const isIn = contextRules(readFileSync(join(project, '.dockerignore'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'parley-image-'));
const programs: ReturnType<typeof run>[] = [];
/** Only what hangs meets it: to install twice and to compile takes a minute on an idle machine, and many on a busy one. */
const longestMs = 3600_000;
let database: TestDatabase | undefined;
let restored: TestDatabase | undefined;

/** The result of a stage: its files, and the settings of its instructions. */
interface Built {
  root: string;
  workdir: string;
  env: Record<string, string>;
  user: string;
  volumes: string[];
  command: string[];
  healthcheck: string[];
}

const built = new Map<string, Built>();

/** Follows the instructions of a stage, one after the other, as `docker build` does. */
function build({ name, from, instructions }: Stage): Built {
  const root = join(folder, name);
  const base = built.get(from);
  if (base) cpSync(base.root, root, { recursive: true, verbatimSymlinks: true });
  else makeBase(root);
  const state: Built = base
    ? { ...base, root, env: { ...base.env } }
    : { root, workdir: '/', env: {}, user: 'root', volumes: [], command: [], healthcheck: [] };
  for (const { name: instruction, text } of instructions) {
    if (instruction === 'WORKDIR') state.workdir = text;
    else if (instruction === 'ENV') Object.assign(state.env, readEnv(text));
    else if (instruction === 'USER') state.user = text;
    else if (instruction === 'VOLUME') state.volumes.push(text);
    else if (instruction === 'CMD') state.command = JSON.parse(text);
    else if (instruction === 'HEALTHCHECK') state.healthcheck = JSON.parse(/CMD (\[.*\])$/.exec(text)![1]!);
    else if (instruction === 'COPY') copy(state, text);
    else if (instruction === 'RUN') {
      const enter = enterScript(join(folder, `run-${name}`), {
        ...state,
        volumes: undefined,
        env: { ...state.env, npm_config_cache: '/npm-cache' },
      });
      execFileSync(enter, ['sh', '-c', text], { stdio: ['ignore', 'ignore', 'inherit'] });
    } else if (instruction !== 'EXPOSE' && instruction !== 'STOPSIGNAL') {
      throw new Error(`${instruction} is not known to this test: teach it`);
    }
  }
  return state;
}

function copy({ root, workdir }: Built, text: string): void {
  const { stage, sources, to } = readCopy(text);
  const target = join(root, to.startsWith('/') ? to : join(workdir, to));
  for (const source of sources) {
    if (stage) {
      cpSync(join(built.get(stage)!.root, source), target, { recursive: true, verbatimSymlinks: true });
      continue;
    }
    const files = filesInContext(project, source, isIn);
    if (files.length === 0) throw new Error(`COPY ${source}: the build context has no such file`);
    const isFolder = statSync(join(project, source)).isDirectory();
    for (const file of files) {
      const place = isFolder
        ? join(target, file.slice(source.length))
        : to.endsWith('/')
          ? join(target, file)
          : target;
      mkdirSync(dirname(place), { recursive: true });
      cpSync(join(project, file), place);
    }
  }
}

afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop()));
  await database?.drop();
  await restored?.drop();
  rmSync(folder, { recursive: true, force: true });
}, longestMs);

const missing = whyNoContainer();
if (missing) process.stderr.write(`\nThe image cannot be tried here (${missing}).\n`);
else if (!isRoot)
  process.stderr.write('\nThe image is tried as this user and not as its own: that takes root.\n');

describe.skipIf(missing !== undefined && !process.env.CI)(
  'the image, made by the steps of the Dockerfile from its build context',
  () => {
    let image: Built;
    let container: string;
    let environment: Record<string, string>;

    beforeAll(async () => {
      chmodSync(folder, 0o755);
      for (const stage of stages) built.set(stage.name, build(stage));
      image = built.get(stages.at(-1)!.name)!;
      database = await createDatabase();
      const { redisUrl } = inject('backend');
      const [port, receivePort] = [String(await freePort()), String(await freePort())];
      const compose = parse(readFileSync(join(project, 'docker-compose.yml'), 'utf8'), { merge: true })
        .services.server.environment;
      const defaults = Object.entries<string | number>(compose).map(([name, value]) => [
        name,
        String(value).replace(/^\$\{\w+:?-(.*)\}$/, '$1'),
      ]);
      environment = {
        ...image.env,
        ...Object.fromEntries(defaults),
        DATABASE_URL: database.url,
        REDIS_URL: redisUrl!,
        ENCRYPTION_KEY: randomBytes(32).toString('base64'),
        PORT: port,
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        RECEIVE_PORT: receivePort,
      };
      container = enterScript(join(folder, 'container'), { ...image, env: environment });
      // The command that a person types outside of the container, where Docker runs.
      mkdirSync(join(folder, 'bin'));
      writeFileSync(
        join(folder, 'bin/docker'),
        `#!/bin/sh\n[ "$1 $2 $3" = "exec -it ${hostname()}" ] || { echo "no such container: $*"; exit 1; }\nshift 3\nexec ${container} "$@"\n`,
        { mode: 0o755 },
      );
    }, longestMs);

    const start = (command: string, ...args: string[]) => {
      const program = run(command, args, {
        env: { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, HOME: process.env.HOME },
        cwd: folder,
      });
      programs.push(program);
      return program;
    };

    it('starts as its own user on a read-only root, and the commands that it prints deliver a first message', {
      timeout: longestMs,
    }, async () => {
      const probe = start(container, 'sh', '-c', 'id -u; touch /app/x 2>&1; touch /data/x && echo data');
      await probe.ended;
      expect(probe.output).toMatch(/Read-only file system/);
      expect(probe.output).toMatch(/^data$/m);
      if (isRoot) expect(probe.output).toMatch(/^1000$/m);

      const server = start(container, ...image.command);
      const [, receive] = await server.says(/start a receiver[^\n]*\n+ +(\S[^\n]+)\n/, 120_000);
      const [curl] = await server.says(/curl -X POST [\s\S]*?"}'/);
      expect(receive).toBe(`docker exec -it ${hostname()} node dist/receive.js`);
      const receiver = start('sh', '-c', `exec ${receive}`);
      await receiver.says(/Receiving on/);
      const answer = JSON.parse(execFileSync('sh', ['-c', `${curl} --silent`], { encoding: 'utf8' }));
      expect(answer).toEqual({ message_id: expect.stringMatching(/^msg_/), status: 'queued' });
      const [line] = await receiver.says(/signature ok .*/);
      expect(line).toContain(answer.message_id);
      await receiver.stop();

      // The README's form of the command for a checkout works in the container, too, where nothing can be compiled.
      const underNpm = start('docker', 'exec', '-it', hostname(), 'npm', 'run', 'receive');
      await underNpm.says(/Receiving on/);
      await underNpm.stop();

      const health = start(container, ...image.healthcheck);
      expect(await health.ended).toBe(0);

      // The documented commands for a container, where there is no program of Postgres.
      const page = readFileSync(join(project, 'docs/operations.md'), 'utf8');
      const [, save] = /docker compose exec server (node .+ backup (?:.+))/.exec(page)!;
      const [, load] = /docker compose run --rm -T server sh -c '(.+)'/.exec(page)!;
      restored = await createDatabase('template0');
      // In one shell, since what a program of the container writes is gone with it here.
      const read = `tar -C ${save!.split(' ').at(-1)} -c . | (export DATABASE_URL='${restored.url}'; ${load})`;
      const moving = start(container, 'sh', '-c', `${save} && ${read}`);
      expect([await moving.ended, moving.output]).toEqual([
        0,
        expect.stringMatching(/^Saved in [\s\S]*Restored the backup/),
      ]);
      expect(await server.stop()).toBe(0);
      expect(existsSync(join(image.root, 'app/x'))).toBe(false);
    });
  },
);
