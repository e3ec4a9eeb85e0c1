import { randomUUID } from 'node:crypto';
import type { Answer, CallOptions } from '../harness/client.ts';
import type { TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { Scene } from '../operations/scene.ts';

/** A project whose owner publishes methods, with short functions to call them. */
export class MethodScene extends Scene {
  declare readonly server: TestServer;

  static async make(server: TestServer): Promise<MethodScene> {
    const scene = new MethodScene(server, await server.makeProject());
    await scene.define('echo', { environments: ['sandbox'], mock: { result: '{{ input }}' } });
    return scene;
  }

  /** Makes or replaces the draft of a workflow, which is started by methods only. */
  async flow(slug: string, steps: object[]): Promise<void> {
    const body = { name: slug, environment: 'sandbox', definition: { triggers: [], steps } };
    await this.server.make('PUT', `/projects/${this.project.id}/workflows/${slug}`, body);
  }

  async publishWorkflow(slug: string, steps: object[]): Promise<void> {
    await this.flow(slug, steps);
    await this.server.make('POST', `/projects/${this.project.id}/workflows/${slug}/publish`);
  }

  /** Makes or replaces a method that runs `echo`, unless it says otherwise. */
  async draft(slug: string, method: Record<string, unknown> = {}): Promise<any> {
    const answer = await this.owner('PUT', `/methods/${slug}`, {
      name: slug,
      target: { operation: 'echo' },
      ...method,
    });
    if (answer.status >= 300) throw new Error(answer.text);
    return answer.body;
  }

  async publish(slug: string, body?: unknown): Promise<any> {
    const answer = await this.owner('POST', `/methods/${slug}/publish`, body);
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body;
  }

  /** Makes and publishes a method, and a key for it. */
  async offer(slug: string, method: Record<string, unknown> = {}): Promise<{ key: string; id: string }> {
    await this.draft(slug, method);
    await this.publish(slug);
    return this.keyFor(slug);
  }

  async keyFor(...methods: string[]): Promise<{ key: string; id: string }> {
    return this.server.make('POST', `/projects/${this.project.id}/method-keys`, { name: 'Client', methods });
  }

  pathOf(slug: string, version: number | string = 1): string {
    return `/api/published/${this.project.id}/${slug}/v${version}`;
  }

  /** Calls version 1. @param key of the method */
  ask(
    slug: string,
    key: string,
    body: unknown,
    options: CallOptions & { name?: string } = {},
  ): Promise<Answer> {
    const { name, ...more } = options;
    return this.server.call('POST', this.pathOf(slug), {
      key,
      ...(more.raw === undefined ? { body } : {}),
      ...(name === undefined ? {} : { headers: { 'idempotency-key': name } }),
      ...more,
    });
  }

  /** Waits for the end of a call by its `status_url`. */
  end(statusUrl: string, key: string): Promise<any> {
    return until(async () => {
      const { body } = await this.server.call('GET', statusUrl, { key });
      return /succeeded|failed|unknown/.test(body.status) && body;
    });
  }

  /** Calls version 1 and returns the finished job. */
  async outcomeOf(slug: string, key: string, body: unknown): Promise<any> {
    const answer = await this.ask(slug, key, body, { name: randomUUID() });
    if (answer.status !== 202) throw new Error(`${answer.status} ${answer.text}`);
    return this.end(answer.body.status_url, key);
  }
}
