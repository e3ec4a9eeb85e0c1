import { randomUUID } from 'node:crypto';
import { type Logger, symbols } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../src/platform/log.ts';
import { newSigningSecret } from '../../src/platform/standard-webhooks.ts';
import { type Server, startServer } from '../../src/server.ts';
import { readSettings } from '../../src/settings.ts';
import { Client, type TestProject } from '../harness/client.ts';
import { createDatabase, type TestDatabase } from '../harness/database.ts';
import { encryptionKey, ownerEmail, ownerPassword, testEnvironment } from '../harness/server.ts';

let database: TestDatabase;
let server: Server;
let client: Client;
let project: TestProject;
/** Every line that the server logs, at the lowest level. */
const lines: string[] = [];

beforeAll(async () => {
  database = await createDatabase();
  const log = createLog('trace') as Logger & { [symbols.streamSym]: { write(line: string): void } };
  log[symbols.streamSym] = { write: (line) => void lines.push(line) };
  server = await startServer(readSettings({ ...testEnvironment(database), LOG_LEVEL: 'trace' }), log);
  client = new Client(server.url);
  await client.logIn(ownerEmail, ownerPassword);
  project = await client.makeProject();
});

afterAll(async () => {
  await server?.stop();
  await database?.drop();
});

const requests = async (offset = 0) => client.make('GET', `/projects/${project.id}/log?offset=${offset}`);

describe('the request log of a project', () => {
  it('has every request of its keys, newest first, including the latest', async () => {
    const { id: identityId } = await client.makeIdentity(
      project.id,
      (await client.makeChannel(project.id)).id,
    );
    const base = `/api/v1/projects/${project.id}`;
    const named = (id: string) => ({ key: project.key, headers: { 'x-request-id': id } });
    await client.call('GET', `${base}/profiles?offset=1`, named('one'));
    await client.call('GET', `${base}/profiles/nobody`, named('two'));
    await client.call('POST', `${base}/messages`, { ...named('three'), raw: '{' });
    await client.send(project, identityId);
    await client.call('GET', '/api/v1/projects/prj_x/audit', named('five'));
    const { items, next_offset: next } = await requests();
    expect(next).toBeNull();
    expect(items.slice(0, 5).map((r: any) => [r.method, r.path, r.status, r.key.id])).toEqual([
      ['GET', '/api/v1/projects/prj_x/audit', 403, project.keyId],
      ['POST', `${base}/messages`, 202, project.keyId],
      ['POST', `${base}/messages`, 422, project.keyId],
      ['GET', `${base}/profiles/nobody`, 404, project.keyId],
      ['GET', `${base}/profiles?offset=1`, 200, project.keyId],
    ]);
    expect(items[0]).toEqual({
      at: expect.stringMatching(/Z$/),
      key: { id: project.keyId, name: 'Test key' },
      method: 'GET',
      path: '/api/v1/projects/prj_x/audit',
      status: 403,
      duration_ms: expect.any(Number),
      request_id: 'five',
      address: expect.stringContaining('127.0.0.1'),
    });
    expect([items[2], items[3], items[4]].map((r: any) => r.request_id)).toEqual(['three', 'two', 'one']);
  });

  it('leaves out requests without a key of the project, and requests of the owner', async () => {
    const before = (await requests()).items.length;
    await client.call('GET', `/api/v1/projects/${project.id}/audit`, { key: 'pk_wrong' });
    await client.call('GET', `/api/v1/projects/${project.id}/audit`);
    const other = await client.makeProject();
    await client.call('GET', `/api/v1/projects/${other.id}/audit`, other);
    expect((await requests()).items).toHaveLength(before);
  });

  it('has pages of 100', async () => {
    const { id, key } = await client.makeProject();
    await Promise.all(
      Array.from({ length: 105 }, () => client.call('GET', `/api/v1/projects/${id}/profiles`, { key })),
    );
    const first = await client.make('GET', `/projects/${id}/log`);
    const second = await client.make('GET', `/projects/${id}/log?offset=100`);
    expect([first.items.length, first.next_offset]).toEqual([100, 100]);
    expect([second.items.length, second.next_offset]).toEqual([5, null]);
  });
});

describe("the server's own log", () => {
  it('contains no key, password, secret, cookie or text of a message, whatever goes wrong', async () => {
    const { database: db } = server.parts;
    const secret = newSigningSecret();
    const text = `between us ${randomUUID()}`;
    const wrongKey = `pk_${randomUUID()}`;
    const wrongPassword = `wrong ${randomUUID()}`;
    const externalId = `customer ${randomUUID()}`;
    const login = await client.call('POST', '/api/owner/session', {
      body: { email: ownerEmail, password: ownerPassword },
    });
    await client.call('POST', '/api/owner/session', { body: { email: ownerEmail, password: wrongPassword } });
    await client.call('GET', `/api/v1/projects/${project.id}/audit`, { key: wrongKey });
    const live = await client.makeChannel(project.id, 'http://127.0.0.1:1/', { signing_secret: secret });
    const identity = await client.makeIdentity(project.id, live.id, externalId);
    await client.send(project, identity.id, { text });

    // Statements that fail with all secrets among their parameters.
    const broken: number[] = [];
    for (const [table, act] of [
      [
        'channels',
        () =>
          client.owner('POST', `/projects/${project.id}/channels`, {
            type: 'webhook',
            name: text,
            environment: 'live',
            settings: { url: 'http://127.0.0.1:1/', signing_secret: secret },
          }),
      ],
      ['tasks', () => client.send(project, identity.id, { text })],
      [
        'profiles',
        () =>
          client.call('PATCH', `/api/v1/projects/${project.id}/profiles/${identity.profile_id}`, {
            key: project.key,
            body: { status: text },
          }),
      ],
      [
        'owners',
        () =>
          client.call('POST', '/api/owner/session', { body: { email: ownerEmail, password: ownerPassword } }),
      ],
      [
        'identities',
        () =>
          client.owner('POST', `/projects/${project.id}/identities`, {
            channel_id: live.id,
            external_id: `${externalId} two`,
          }),
      ],
    ] as const) {
      await db.query(`ALTER TABLE dialog.${table} RENAME TO hidden`);
      try {
        const answer = await act();
        broken.push(answer.status);
        expect(answer.body).toEqual({ detail: 'Internal Server Error', code: 'internal_error' });
      } finally {
        await db.query(`ALTER TABLE dialog.hidden RENAME TO ${table}`);
      }
    }
    expect(broken).toEqual([500, 500, 500, 500, 500]);
    // Values that the database itself would quote in its error message.
    await db.query('ALTER TABLE dialog.profiles ADD CONSTRAINT never CHECK (length(status) < 10) NOT VALID');
    const refused = await client.call(
      'PATCH',
      `/api/v1/projects/${project.id}/profiles/${identity.profile_id}`,
      {
        key: project.key,
        body: { status: text },
      },
    );
    await db.query('ALTER TABLE dialog.profiles DROP CONSTRAINT never');
    expect(refused.status).toBe(500);

    const all = lines.join('');
    // The log does have the errors, with the id of their request.
    expect(all).toContain('does not exist');
    expect(all).toContain(refused.headers.get('x-request-id'));
    const cookie = login.headers.getSetCookie()[0]!.split(';')[0]!.split('=')[1]!;
    for (const [name, value] of Object.entries({
      'the key': project.key,
      'a wrong key': wrongKey,
      'the password': ownerPassword,
      'a wrong password': wrongPassword,
      'the secret': secret.slice(6, -1),
      'the cookie': cookie,
      'the CSRF token': login.body.csrf_token,
      'the encryption key': encryptionKey,
      'the text': text,
      'the customer': externalId,
    })) {
      const found = lines.filter((line) => line.includes(value)).map((line) => line.replaceAll(value, '…'));
      expect([name, found]).toEqual([name, []]);
    }
  });

  it('names method, path and status of every request, but not its parameters', () => {
    const answered = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered');
    expect(answered.length).toBeGreaterThan(20);
    for (const line of answered) {
      expect(line).toMatchObject({
        method: expect.any(String),
        status: expect.any(Number),
        reqId: expect.any(String),
      });
      expect(line.path).not.toContain('?');
    }
  });
});
