import { randomUUID } from 'node:crypto';
import type { Answer, Client, TestProject } from '../harness/client.ts';
import { until } from '../harness/until.ts';

/** The fields of a run; missing ones are chosen. */
export interface RunOptions {
  input?: unknown;
  environment?: 'sandbox' | 'live';
  identity_id?: string | null;
  key?: string;
  /** The raw body, instead of all these. */
  raw?: string;
}

/** A project, with short functions for its owner's and clients' calls about operations. */
export class Scene {
  readonly server: Client;
  readonly project: TestProject;

  constructor(server: Client, project: TestProject) {
    this.server = server;
    this.project = project;
  }

  /** A call as the owner. @param path below the project. */
  owner(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.server.owner(method, `/projects/${this.project.id}${path}`, body);
  }

  /** A call with the project's key. @param path below the project. */
  call(method: string, path: string, options: Parameters<Client['call']>[2] = {}): Promise<Answer> {
    return this.server.call(method, `/api/v1/projects/${this.project.id}${path}`, {
      key: this.project.key,
      ...options,
    });
  }

  /** Makes or replaces a connection. */
  async connect(slug: string, settings: Record<string, unknown>, kind = 'http'): Promise<any> {
    const body = { name: slug, kind, settings };
    return this.server.make('PUT', `/projects/${this.project.id}/connections/${slug}`, body);
  }

  /** Makes or replaces an operation. */
  async define(slug: string, definition: Record<string, unknown>): Promise<any> {
    const body = { name: slug, ...definition };
    return this.server.make('PUT', `/projects/${this.project.id}/operations/${slug}`, body);
  }

  run(slug: string, { key = randomUUID(), raw, ...body }: RunOptions = {}): Promise<Answer> {
    return this.call('POST', `/operations/${slug}/runs`, {
      ...(raw === undefined ? { body } : { raw }),
      headers: { 'idempotency-key': key },
    });
  }

  /** Runs an operation and answers with the job as it ended. */
  async outcome(slug: string, options: RunOptions = {}): Promise<any> {
    const answer = await this.run(slug, options);
    if (answer.status !== 202) throw new Error(`${answer.status} ${answer.text}`);
    return this.ended(answer.body.job_id);
  }

  /** Waits for the end of a job. */
  ended(jobId: string, withinMs = 15_000): Promise<any> {
    return until(async () => {
      const { body } = await this.call('GET', `/jobs/${jobId}`);
      return /succeeded|failed|unknown/.test(body.status) && body;
    }, withinMs);
  }

  /** The actions of the audit entries about one record. */
  async actionsOf(id: string): Promise<string[]> {
    const entries = await this.server.audit(this.project);
    return entries.filter((entry) => entry.subject.id === id).map((entry) => entry.action);
  }
}
