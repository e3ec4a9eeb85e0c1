import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedHeaders } from '../../src/platform/standard-webhooks.ts';
import { isAlive } from '../fixtures/embedded-postgres-helpers.ts';
import { freePort } from '../fixtures/ports.ts';
import { until } from '../harness/until.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** A program in its own session, with its output so far. */
interface Program {
  child: ChildProcess;
  pid: number;
  output(): string;
  ended: Promise<number | null>;
  /** Resolves with the first match in its output. */
  says(pattern: RegExp, withinMs?: number): Promise<RegExpExecArray>;
}

/** The one-command start of a newcomer: npm, the embedded database, and no settings but its folder. */
export function describeNewcomer(): void {
  describe('npm start with nothing configured', () => {
    let folder: string;
    /** The environment of a terminal without settings. */
    let plain: NodeJS.ProcessEnv;
    /** The environment of the server, whose settings are on the command line. */
    let environment: NodeJS.ProcessEnv;
    let url: string;
    const programs: Program[] = [];
    /** The output of the first start. */
    let shown: { password: string; key: string; projectId: string; curl: string };

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'parley-newcomer-'));
      for (const name of ['src', 'migrations', 'passwords', 'examples', 'package.json', 'tsconfig.json']) {
        cpSync(join(project, name), join(folder, name), { recursive: true });
      }
      symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
      const [port, receivePort] = [await freePort(), await freePort()];
      url = `http://127.0.0.1:${port}`;
      const { PATH, HOME, TMPDIR } = process.env;
      plain = { PATH, HOME, ...(TMPDIR && { TMPDIR }) };
      environment = {
        ...plain,
        DATA_DIR: join(folder, 'my data'),
        PORT: String(port),
        RECEIVE_PORT: String(receivePort),
      };
    });

    afterAll(async () => {
      const left = programs.filter(({ child }) => child.exitCode === null && child.signalCode === null);
      for (const { pid } of left) for (const each of family(pid)) kill(each, 'SIGKILL');
      // The database notices that its server is gone, and shuts down.
      await new Promise((resolve) => setTimeout(resolve, 1500));
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
    });

    const npm = (...args: string[]): Program => {
      const program = run('npm', args, folder, environment);
      programs.push(program);
      return program;
    };
    const started = async (): Promise<Program> => {
      const program = npm('start');
      await program.says(/Parley is ready at/, 60_000);
      await until(async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200, 20_000);
      return program;
    };
    const auditLog = async (): Promise<any[]> => {
      const response = await fetch(`${url}/api/v1/projects/${shown.projectId}/audit`, {
        headers: { authorization: `Bearer ${shown.key}` },
      });
      expect(response.status).toBe(200);
      return ((await response.json()) as { items: any[] }).items;
    };

    const receive = (...args: string[]): Program => {
      const program = run('node', ['dist/receive.js', ...args], folder, environment);
      programs.push(program);
      return program;
    };

    /** The output of receivers that are started beside the demo's one, as newcomers do. */
    async function adviceOfReceivers(): Promise<void> {
      const another = receive();
      expect(await another.ended).toBe(1);
      // What a program wrote may be read after it has ended.
      await another.says(
        /Another receiver may be running: stop that one, because the demo project sends to this port\./,
      );
      // As beside a database that was restored: only the first start on a new one writes it.
      const restored = run('node', ['dist/receive.js'], folder, {
        ...environment,
        DATA_DIR: join(folder, 'restored'),
      });
      programs.push(restored);
      expect(await restored.ended).toBe(1);
      await restored.says(
        /receiver\.json cannot be read\. .* restored, pass --secret with the signing secret/,
      );
      const help = receive('--help');
      expect(await help.ended).toBe(0);
      await help.says(/^Usage: npm run receive/);

      const port = await freePort();
      const elsewhere = receive('--port', String(port));
      await elsewhere.says(
        new RegExp(
          `But the demo project sends to port ${environment.RECEIVE_PORT}, so its messages do not arrive here`,
        ),
      );
      const headers = signedHeaders(`whsec_${'a'.repeat(32)}`, 'msg_1', '{}');
      const { status } = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}', headers });
      expect(status).toBe(401);
      await elsewhere.says(
        /If it comes from another channel, .*npm run receive -- --port \d+ --secret whsec_/,
      );
      kill(elsewhere.pid, 'SIGTERM');
    }

    it('prints the secrets once, and its printed commands work unchanged in any other terminal', async () => {
      const server = await started();
      const [, password] = await server.says(/password\s+(\S+)/);
      const [, projectId] = await server.says(/project\s+(prj_\S+)/);
      const [, key] = await server.says(/key\s+(pk_\S+)/);
      const [curl] = await server.says(/curl -X POST [\s\S]*?"}'/);
      shown = { password: password!, key: key!, projectId: projectId!, curl };

      expect(server.output()).toContain(`Its data is in the folder ${environment.DATA_DIR}\n`);
      const [, receive] = await server.says(/^ {4}(\S.* npm run receive)$/m);
      const receiver = run('sh', ['-c', receive!], tmpdir(), plain);
      programs.push(receiver);
      await receiver.says(/Receiving on/, 30_000);
      const answer = JSON.parse(execFileSync('sh', ['-c', `${curl} --silent`], { encoding: 'utf8' }));
      expect(answer).toEqual({ message_id: expect.stringMatching(/^msg_/), status: 'queued' });
      const [, body] = await receiver.says(/signature ok\s+(\{.*\})/);
      expect(JSON.parse(body!)).toMatchObject({
        type: 'message',
        message_id: answer.message_id,
        text: 'Hello from Parley',
      });
      await adviceOfReceivers();
      for (const pid of family(receiver.pid)) kill(pid, 'SIGTERM');
      await receiver.ended;

      // Without a receiver: the server says why nothing arrives.
      const second = curl.replace('my-first-message', 'my-second-message');
      execFileSync('sh', ['-c', `${second} --silent`], { encoding: 'utf8' });
      await server.says(
        /"code":"not_reached".*a message could not be handed to its channel; it is tried again/,
      );

      const before = family(server.pid);
      kill(server.pid, 'SIGTERM'); // as a service manager or `kill` does
      await server.ended;
      await server.says(/"msg":"stopped"/);
      await expectGone(before);
    });

    it('keeps everything over a second start, which prints no secret', async () => {
      const server = await started();
      expect(await auditLog()).toContainEqual(expect.objectContaining({ action: 'message.sent' }));
      // But it prints where everything is, in case the first terminal was closed.
      const [, chat] = await server.says(/Web chat: (http:\S+)/);
      expect((await fetch(chat!)).status).toBe(200);
      await server.says(new RegExp(`Project Demo: ${shown.projectId}`));
      await server.says(/Lost the password\? DATA_DIR='.*my data' npm run parley -- owner reset-password/);
      const output = server.output();
      for (const secret of [shown.password, shown.key, 'whsec_', 'pk_']) expect(output).not.toContain(secret);
    });

    it('leaves no process behind when the server is killed, and finds everything at the next start', async () => {
      const running = programs.at(-1)!;
      const entries = await auditLog();
      const processes = family(running.pid);
      const node = processes.find((pid) => commandOf(pid).includes('dist/main.js'))!;
      expect(processes.some((pid) => commandOf(pid).includes('postgres'))).toBe(true);
      kill(node, 'SIGKILL');
      await running.ended;
      await expectGone(processes);

      await started();
      expect((await auditLog()).slice(0, entries.length)).toEqual(entries);
    });

    it('leaves no process behind when npm is killed, and finds everything at the next start', async () => {
      const running = programs.at(-1)!;
      const entries = await auditLog();
      const processes = family(running.pid);
      kill(running.pid, 'SIGKILL');
      await expectGone(processes);

      const last = await started();
      expect((await auditLog()).slice(0, entries.length)).toEqual(entries);
      const end = family(last.pid);
      kill(last.pid, 'SIGINT');
      await expectGone(end);
    });
  });
}

async function expectGone(pids: number[]): Promise<void> {
  await until(() => !pids.some(isAlive), 20_000).catch(() => {
    throw new Error(
      `still there: ${pids
        .filter(isAlive)
        .map((pid) => `${pid} ${commandOf(pid)}`)
        .join('; ')}`,
    );
  });
}

function run(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv): Program {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return {
    child,
    pid: child.pid!,
    output: () => output,
    ended,
    async says(pattern, withinMs = 15_000) {
      return until(() => pattern.exec(output) ?? undefined, withinMs).catch(() => {
        throw new Error(`${command} ${args.join(' ')} did not say ${pattern} but:\n${output}`);
      });
    },
  };
}

/** A process and everything below it. */
function family(root: number): number[] {
  const table = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const children = new Map<number, number[]>();
  for (const line of table.trim().split('\n')) {
    const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found = [root];
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found;
}

function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended by itself.
  }
}
