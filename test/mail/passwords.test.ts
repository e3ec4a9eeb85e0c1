import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Smtp, startSmtp } from '../fakes/smtp.ts';
import { Client } from '../harness/client.ts';
import { join } from '../harness/people.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { startMailingServer } from './server.ts';

let smtp: Smtp;
let server: TestServer;
let projectId: string;

beforeAll(async () => {
  smtp = await startSmtp();
  server = await startMailingServer(smtp.url);
  projectId = (await server.makeProject()).id;
});
afterEach(() => expect(smtp.faults).toEqual([]));
afterAll(async () => {
  await server?.close();
  await smtp?.close();
});

const visitor = () => new Client(server.url);
const ask = (email: string, headers: Record<string, string> = {}) =>
  visitor().call('POST', '/api/owner/password/reset-requests', { body: { email }, headers });
const set = (token: string, new_password: string) =>
  visitor().call('POST', '/api/owner/password/resets', { body: { token, new_password } });
const query = async (text: string, values: unknown[] = []) =>
  (await server.server.parts.database.query<any>(text, values)).rows;
const mailsTo = (email: string) => smtp.taken.filter(({ to }) => to === email);
/** A link for a new password, from its mail. */
async function linkFor(email: string): Promise<string> {
  const before = mailsTo(email).filter(({ subject }) => subject === 'Link for a new password').length;
  await ask(email);
  await until(
    async () => mailsTo(email).filter(({ subject }) => subject === 'Link for a new password').length > before,
  );
  const { text } = mailsTo(email).findLast(({ subject }) => subject === 'Link for a new password')!;
  return /\/console\/password#(rst_[\w-]+)/.exec(text)![1]!;
}
const password = 'seven green umbrellas';

describe('a forgotten password', () => {
  it('is replaced by the link of a mail, once, which ends all sessions and is told by mail', async () => {
    const person = await join(server, projectId, 'analyst', undefined, smtp);
    const token = await linkFor(person.email);
    expect((await set(token, password)).status).toBe(204);
    expect((await person.client.owner('GET', '/session')).status).toBe(401);
    await visitor().logIn(person.email, password);
    const again = await set(token, 'another good password');
    expect([again.status, again.body.code]).toEqual([404, 'reset_not_open']);
    await until(async () =>
      mailsTo(person.email).some(({ subject }) => subject === 'Your password was changed'),
    );
  });

  it('is replaced by one of two who use a link at the same moment', async () => {
    const person = await join(server, projectId, 'analyst', undefined, smtp);
    const token = await linkFor(person.email);
    const answers = await Promise.all([set(token, password), set(token, 'another good password')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
  });

  it('is asked for with the same answer and the same writes, whether the address has an account or not', async () => {
    const person = await join(server, projectId, 'analyst', undefined, smtp);
    const known = await ask(person.email.toUpperCase());
    const unknown = await ask('nobody@example.com');
    expect([known.status, known.text]).toEqual([202, '{"status":"requested"}']);
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    await smtp.waitFor(person.email, 2);
    // Both were written down and taken by a worker, which sent nothing to the unknown address.
    await until(async () => (await query('SELECT 1 FROM dialog.password_reset_requests')).length === 0);
    expect(await query("SELECT 1 FROM dialog.mails WHERE recipient = 'nobody@example.com'")).toEqual([]);
    expect(mailsTo('nobody@example.com')).toEqual([]);
  });

  it('keeps its link if the new password is refused, and loses it after an hour', async () => {
    const person = await join(server, projectId, 'analyst', undefined, smtp);
    const token = await linkFor(person.email);
    const weak = await set(token, 'short');
    expect([weak.status, weak.body.detail[0].loc]).toEqual([422, ['body', 'new_password']]);
    expect(weak.text).not.toContain(token);
    const [row] = await query(
      "SELECT expires_at - now() < interval '1 hour' AS is_soon FROM dialog.password_resets ORDER BY expires_at DESC LIMIT 1",
    );
    expect(row.is_soon).toBe(true);
    await query('UPDATE dialog.password_resets SET expires_at = now()');
    expect((await set(token, password)).status).toBe(404);
    await visitor().logIn(person.email, person.password);
  });

  it('has a link whose token is in no table, and ends with a change of the password', async () => {
    const person = await join(server, projectId, 'analyst', undefined, smtp);
    const token = await linkFor(person.email);
    const rows = await query(
      'SELECT row_to_json(r)::text AS row FROM dialog.password_resets AS r UNION ALL SELECT row_to_json(m)::text FROM dialog.mails AS m',
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
    await person.client.make('PUT', '/password', {
      current_password: person.password,
      new_password: password,
    });
    expect((await set(token, 'another good password')).status).toBe(404);
    await until(async () =>
      mailsTo(person.email).some(({ subject }) => subject === 'Your password was changed'),
    );
  });

  it('sends five links that are valid at the same time, and no more', async () => {
    const person = await join(server, projectId, 'analyst', undefined, smtp);
    const { parts } = server.server;
    const address = '203.0.113.9';
    const requests = Array.from(
      { length: 8 },
      (_, n) => `('${crypto.randomUUID()}', $1, $2, 'request-${n}')`,
    );
    await parts.database.query(
      `INSERT INTO dialog.password_reset_requests (id, email, address, request_id) VALUES ${requests.join(', ')}`,
      [person.email, address],
    );
    await until(async () => (await query('SELECT 1 FROM dialog.password_reset_requests')).length === 0);
    // Until a mail is gone from the table it may be on its way.
    await until(
      async () =>
        (await query('SELECT 1 FROM dialog.mails WHERE recipient = $1', [person.email])).length === 0,
    );
    expect(mailsTo(person.email)).toHaveLength(6);
  });

  it('is asked for five times in a quarter of an hour from one address, and then gets a 429', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) statuses.push((await ask('often@example.com')).status);
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    const { status, headers, body } = await ask('often@example.com');
    expect([status, body.code, headers.has('retry-after')]).toEqual([429, 'too_many_attempts', true]);
  });

  it('is not asked for by the pages of other sites', async () => {
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreign) {
      const { status, body } = await ask('owner@example.com', headers);
      expect([status, body.code]).toEqual([403, 'csrf_failed']);
    }
  });
});

it('a login from a new device is told by mail, and the first one is not', async () => {
  const person = await join(server, projectId, 'analyst', 'device@example.com', smtp);
  const logIn = (agent: string) =>
    visitor().call('POST', '/api/owner/session', {
      body: { email: person.email, password: person.password },
      headers: { 'user-agent': agent },
    });
  await logIn('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0');
  await until(async () => mailsTo(person.email).some(({ subject }) => subject === 'Login from a new device'));
  const told = mailsTo(person.email).filter(({ subject }) => subject === 'Login from a new device');
  expect(told).toHaveLength(1);
  expect(told[0]!.text).toContain('Device: Firefox on Linux');
  expect(told[0]!.text).toContain('From: 127.0.0.1');
});

describe('without a mail server', () => {
  it('a link is refused with the command that makes a new password, and an invitation is shown as before', async () => {
    const silent = await startTestServer();
    try {
      const { status, body } = await new Client(silent.url).call(
        'POST',
        '/api/owner/password/reset-requests',
        { body: { email: 'owner@example.com' } },
      );
      expect([status, body.code]).toEqual([409, 'no_mail']);
      expect(body.detail).toContain('parley owner reset-password');
      const { id } = await silent.makeProject();
      const made = await silent.make('POST', `/projects/${id}/invitations`, {
        email: 'anna@example.com',
        role: 'analyst',
      });
      expect(Object.keys(made)).toEqual(['id', 'email', 'role', 'created_at', 'expires_at', 'token']);
      const { rows } = await silent.server.parts.database.query('SELECT 1 FROM dialog.mails');
      expect(rows).toEqual([]);
    } finally {
      await silent.close();
    }
  });
});
