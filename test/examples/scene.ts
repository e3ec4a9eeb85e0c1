import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { inLanguage } from '../../src/console/first-run/in-language.ts';
import { asVisitor, type Speaker } from '../dialogs/customers.ts';
import type { TestProject } from '../harness/client.ts';
import { ownerEmail, ownerPassword, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { type Browser, makeChat, openBrowser } from '../webchat/scene.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What an author changes in a file of an example: the text that has to stand there, and the one in its place. */
export type Change = [file: string, from: string, to: string];

/** Gives the files of an example the words of a language, as the console does. */
function translate(folder: string, language: string): void {
  const words = JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8'));
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.json') || path === `${language}.json`) continue;
    const file = join(folder, path);
    writeFileSync(file, JSON.stringify(inLanguage(JSON.parse(readFileSync(file, 'utf8')), words)));
  }
}

/** A project in which an example was published as examples/README.md says. */
export class Example {
  readonly server: TestServer;
  readonly project: TestProject;
  readonly environment: 'sandbox' | 'live';
  /** What the program printed. */
  readonly printed: string;

  private constructor(
    server: TestServer,
    project: TestProject,
    { environment, printed }: Pick<Example, 'environment' | 'printed'>,
  ) {
    this.server = server;
    this.project = project;
    this.environment = environment;
    this.printed = printed;
  }

  /**
   * @param options.sandbox instead of live
   * @param options.project by default a new one
   * @param options.language of the words that the console publishes; by default those of the example
   */
  static async publish(
    server: TestServer,
    name: string,
    options: { changes?: Change[]; sandbox?: boolean; project?: TestProject; language?: string } = {},
  ): Promise<Example> {
    const { changes = [], sandbox = false, project = await server.makeProject(), language } = options;
    const folder = mkdtempSync(join(tmpdir(), 'parley-example-'));
    try {
      cpSync(join(root, 'examples', name), folder, { recursive: true });
      if (language) translate(folder, language);
      for (const [file, from, to] of changes) {
        const text = readFileSync(join(folder, file), 'utf8');
        expect(text, `${name}/${file}`).toContain(from);
        writeFileSync(join(folder, file), text.replaceAll(from, to));
      }
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [join(root, 'examples/publish.mjs'), folder, project.id, ...(sandbox ? [] : ['--live'])],
        { env: { PARLEY_URL: server.url, OWNER_EMAIL: ownerEmail, OWNER_PASSWORD: ownerPassword } },
      );
      return new Example(server, project, { environment: sandbox ? 'sandbox' : 'live', printed: stdout });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** A call as the owner, which must succeed. @param path below the project */
  owner(method: string, path: string, body?: unknown): Promise<any> {
    return this.server.make(method, `/projects/${this.project.id}${path}`, body);
  }

  /** A call with the project's key, which must succeed. @param path below the project */
  async call(method: string, path: string, body?: unknown): Promise<any> {
    const answer = await this.server.call(method, `/api/v1/projects/${this.project.id}${path}`, {
      ...{ key: this.project.key, headers: { 'idempotency-key': crypto.randomUUID() } },
      ...(body !== undefined && { body }),
    });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  }

  /** The rows of a table, once there are as many. */
  rows(table: string, count: number): Promise<any[]> {
    return until(async () => {
      const { rows } = await this.call('GET', `/tables/${table}/rows?environment=${this.environment}`);
      return rows.length >= count && rows;
    });
  }

  /** The runs of a workflow that have ended, oldest first, once there are as many. */
  async runs(workflow: string, count: number): Promise<any[]> {
    const ended = await until(async () => {
      const { items } = await this.call('GET', `/workflow-runs?workflow=${workflow}`);
      const found = items.filter(({ finished_at }: any) => finished_at !== null);
      return found.length >= count && found.reverse();
    });
    return Promise.all(ended.map(({ run_id }: any) => this.call('GET', `/workflow-runs/${run_id}`)));
  }

  /** Somebody opens the web chat of the project. */
  async visit(): Promise<Talk & { visitor: Browser }> {
    this.#chat ??= makeChat(this.server, this.project, { environment: this.environment });
    const visitor = await openBrowser(this.server, (await this.#chat).id);
    return Object.assign(new Talk(asVisitor(visitor)), { visitor });
  }
  #chat: Promise<{ id: string }> | undefined;

  /** What a visitor's profile has. */
  async profileOf({ visitorId }: Browser): Promise<any> {
    const { id } = await this.#chat!;
    const { items } = await this.call('GET', `/profiles?channel_id=${id}&external_id=${visitorId}`);
    return items[0];
  }
}

/** A customer who reads every message before they say the next thing. */
export class Talk {
  readonly #speaker: Speaker;
  #read = 0;

  constructor(speaker: Speaker) {
    this.#speaker = speaker;
  }

  say(text: string): Promise<void> {
    return this.#speaker.say(text);
  }

  press(button: string): Promise<void> {
    return this.#speaker.press(button);
  }

  /** The next messages are these, in their order. @returns the buttons of the last one */
  async hears(...wanted: (string | RegExp)[]): Promise<string[]> {
    const shown = await this.#speaker.shown(this.#read + wanted.length);
    const next = shown.slice(this.#read, this.#read + wanted.length);
    this.#read += wanted.length;
    for (const [i, each] of wanted.entries()) {
      if (typeof each === 'string') expect(next[i]!.text).toBe(each);
      else expect(next[i]!.text).toMatch(each);
    }
    return next.at(-1)!.buttons;
  }

  /** There is nothing that was not read. */
  async hearsNoMore(): Promise<void> {
    expect((await this.#speaker.shown(this.#read)).slice(this.#read)).toEqual([]);
  }
}
