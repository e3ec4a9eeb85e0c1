import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { type Dispatcher, request } from 'undici';
import { scopes as allScopes, type Scope } from '../../src/dialog/rights/scopes.ts';
import { holdAgainstDocument, learnOwnerDocument } from './owner-answers.ts';
import { Patience } from './patience.ts';

export interface Answer<Body = any> {
  status: number;
  headers: Headers;
  body: Body;
  text: string;
}

export interface CallOptions {
  key?: string;
  body?: unknown;
  /** Sent unchanged, instead of `body` as JSON. */
  raw?: string | Buffer;
  headers?: Record<string, string>;
}

/** A project with a key for everything, made through the owner API. */
export interface TestProject {
  id: string;
  key: string;
  keyId: string;
}

/**
 * Speaks HTTP to a server as its users do: with a project key, or as the owner in a session. Not through `fetch`, which takes
 * three times as much of the processor for a call, and tests make a great many.
 */
export class Client {
  readonly url: string;
  #cookie = '';
  #csrfToken = '';

  constructor(url: string) {
    this.url = url;
  }

  async call(
    method: string,
    path: string,
    { key, body, raw, headers = {} }: CallOptions = {},
  ): Promise<Answer> {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await request(this.url + path, {
      method: method as Dispatcher.HttpMethod,
      headers: {
        'accept-encoding': 'gzip',
        ...(key ? { authorization: `Bearer ${key}` } : {}),
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: sent,
    });
    const isStream = response.headers['content-type']?.includes('text/event-stream');
    const bytes = isStream ? await firstEvent(response.body) : Buffer.from(await response.body.arrayBuffer());
    const isPacked = response.headers['content-encoding'] === 'gzip';
    const text = (isPacked ? gunzipSync(bytes) : bytes).toString();
    return { status: response.statusCode, headers: headersOf(response.headers), body: parse(text), text };
  }

  /** The cookie of the session. */
  get cookie(): string {
    return this.#cookie;
  }

  async logIn(email: string, password: string): Promise<void> {
    const answer = await this.call('POST', '/api/owner/session', { body: { email, password } });
    if (answer.status !== 200) throw new Error(`cannot log in: ${answer.text}`);
    this.#cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!;
    this.#csrfToken = answer.body.csrf_token;
    await learnOwnerDocument(async () => (await this.call('GET', '/api/owner/openapi.json')).body);
  }

  /**
   * A call as the owner, whose answer must be what the document declares.
   * @param path below `/api/owner` @param body JSON, or with a `content-type` among the headers a file as it is
   */
  async owner(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const isFile = headers['content-type'] !== undefined;
    const answer = await this.call(method, `/api/owner${path}`, {
      ...(isFile ? { raw: body as string | Buffer } : { body }),
      headers: { cookie: this.#cookie, 'x-csrf-token': this.#csrfToken, ...headers },
    });
    await holdAgainstDocument({ method, path, ...answer });
    return answer;
  }

  /** Like `owner`, but the request must succeed. */
  async make(method: string, path: string, body?: unknown): Promise<any> {
    const answer = await this.owner(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  }

  async makeProject(scopes: readonly Scope[] = allScopes): Promise<TestProject> {
    const { id } = await this.make('POST', '/projects', { name: 'Test' });
    const made = await this.makeKey(id, scopes);
    return { id, key: made.key, keyId: made.id };
  }

  makeKey(projectId: string, scopes: readonly Scope[] = allScopes): Promise<{ id: string; key: string }> {
    return this.make('POST', `/projects/${projectId}/keys`, { name: 'Test key', scopes });
  }

  /** @param url of the receiver; without one the channel is in the sandbox. */
  makeChannel(projectId: string, url?: string, more: Record<string, unknown> = {}): Promise<any> {
    return this.make('POST', `/projects/${projectId}/channels`, {
      type: 'webhook',
      name: 'Test channel',
      environment: url ? 'live' : 'sandbox',
      settings: url ? { url, ...more } : more,
    });
  }

  makeIdentity(
    projectId: string,
    channelId: string,
    externalId: string = randomUUID(),
  ): Promise<{ id: string; profile_id: string }> {
    return this.make('POST', `/projects/${projectId}/identities`, {
      channel_id: channelId,
      external_id: externalId,
    });
  }

  send(
    project: { id: string; key: string },
    identityId: string,
    {
      text = 'Hello',
      key = randomUUID(),
      ...more
    }: { text?: string; key?: string; [field: string]: unknown } = {},
  ): Promise<Answer> {
    return this.call('POST', `/api/v1/projects/${project.id}/messages`, {
      key: project.key,
      body: { identity_id: identityId, text, ...more },
      headers: { 'idempotency-key': key },
    });
  }

  /** The whole audit log, polled page by page as a client would. */
  async audit(project: { id: string; key: string }): Promise<any[]> {
    const items: any[] = [];
    for (let after = 0; ; ) {
      const { body } = await this.call('GET', `/api/v1/projects/${project.id}/audit?after=${after}`, project);
      items.push(...body.items);
      if (body.next_cursor === after) return items;
      after = body.next_cursor;
    }
  }

  /** Waits until the outcome of a message is in the audit log, and answers with its action. */
  async outcome(project: { id: string; key: string }, messageId: string, withinMs = 15_000): Promise<string> {
    const patience = new Patience(withinMs);
    // Each poll goes on where the one before ended, after a longer pause, since polls cost as much as other work.
    for (let after = 0, pauseMs = 30; ; pauseMs = Math.min(150, pauseMs * 1.2)) {
      const path = `/api/v1/projects/${project.id}/audit?after=${after}`;
      const { status, body } = await this.call('GET', path, project);
      // A database that cannot be reached at the moment is asked again, as clients do.
      const entries: any[] = status === 503 ? [] : body.items;
      const final = entries.find(
        (e) => e.subject.id === messageId && /\.(sent|failed|unknown)$/.test(e.action),
      );
      if (final) return final.action;
      if (status !== 503) after = body.next_cursor;
      if (entries.length > 0) continue;
      if (patience.isOver) throw new Error(`no outcome of ${messageId} within ${withinMs} ms`);
      await patience.pause(pauseMs);
    }
  }
}

/** Reads a stream of events up to its first event, and closes it. */
async function firstEvent(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) {
    chunks.push(chunk);
    if (/event: .+\n\n/s.test(Buffer.concat(chunks).toString())) break;
  }
  return Buffer.concat(chunks);
}

function headersOf(given: Dispatcher.ResponseData['headers']): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(given)) {
    for (const value of [values ?? []].flat()) headers.append(name, value);
  }
  return headers;
}

function parse(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
