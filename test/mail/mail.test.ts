import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { mailState, noteSent, takeMails, valuesOf } from '../../src/dialog/mail/outbox.ts';
import { pauseAfter } from '../../src/dialog/mail/send.ts';
import { describeLost } from '../../src/dialog/secrets/lost.ts';
import { sealAnew } from '../../src/dialog/secrets/rotation.ts';
import { createVault } from '../../src/platform/secrets.ts';
import { type Smtp, startSmtp } from '../fakes/smtp.ts';
import type { TestProject } from '../harness/client.ts';
import { encryptionKey, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { startMailingServer } from './server.ts';

let smtp: Smtp;
let server: TestServer;
let project: TestProject;

beforeAll(async () => {
  smtp = await startSmtp();
  server = await startMailingServer(smtp.url);
  project = await server.makeProject();
});
afterEach(() => {
  smtp.manner = () => undefined;
  expect(smtp.faults).toEqual([]);
});
afterAll(async () => {
  await server?.close();
  await smtp?.close();
});

const database = () => server.server.parts.database;
const query = async (text: string, values: unknown[] = []) =>
  (await database().query<any>(text, values)).rows;
const invite = (email: string, into = project.id) =>
  server.make('POST', `/projects/${into}/invitations`, { email, role: 'operator' });
const waiting = async (email: string) =>
  (await query('SELECT * FROM dialog.mails WHERE recipient = $1', [email]))[0];
const readiness = async () =>
  (await server.make('GET', `/projects/${project.id}/readiness`)).items.find(({ id }: any) => id === 'mail');
/** The token in the link of a mail. */
const tokenIn = (text: string) => /#(inv_[\w-]{40,})/.exec(text)![1]!;
const due = (email: string) =>
  query('UPDATE dialog.mails SET due_at = now(), fault = NULL WHERE recipient = $1', [email]);

describe('an invitation', () => {
  it('is mailed with a link in plain text and in HTML, and shown to nobody else, so that nobody makes an account in the name of another', async () => {
    const { token, mailed } = await invite('anna@example.com');
    expect([token, mailed]).toEqual([null, true]);
    const mail = await smtp.waitFor('anna@example.com');
    const link = `${server.url}/console/invitation#${tokenIn(mail.text)}`;
    expect(mail).toMatchObject({ from: 'parley@mail.example', subject: 'Invitation to the project Test' });
    expect(mail.text).toContain(link);
    expect(mail.text).toContain('owner@example.com invites you to work in the project Test.');
    expect(mail.html).toContain(`href="${link}"`);
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail.user).toBe('parley');
  });

  it('waits sealed, so that its token is in no table, and is gone when it was sent', async () => {
    smtp.manner = () => ({ does: 'refuse', code: 450 });
    await invite('sealed@example.com');
    await until(async () => (await waiting('sealed@example.com'))?.fault !== null);
    const row = await waiting('sealed@example.com');
    expect(JSON.stringify(row)).not.toContain('inv_');
    expect(row.sealed).toMatch(/^v2\./);
    smtp.manner = () => undefined;
    await due('sealed@example.com');
    tokenIn((await smtp.waitFor('sealed@example.com')).text);
    await until(async () => (await waiting('sealed@example.com')) === undefined);
  });

  it('goes to one address five times an hour at most, from all projects together', async () => {
    const { id: other } = await server.makeProject();
    const ask = (into: string) =>
      server.owner('POST', `/projects/${into}/invitations`, { email: 'Full@example.net', role: 'operator' });
    for (const into of [project.id, other, project.id, other, project.id]) {
      expect((await ask(into)).status).toBe(201);
    }
    const { status, body } = await ask(other);
    expect([status, body.code]).toEqual([429, 'too_many_attempts']);
  });

  it('of a project whose name has HTML in it shows the name, and is one line of the subject', async () => {
    const named = await server.make('POST', '/projects', { name: '<b>Shop</b> & "Co"' });
    await invite('html@example.com', named.id);
    const { subject, html, text } = await smtp.waitFor('html@example.com');
    expect(subject).toBe('Invitation to the project <b>Shop</b> & "Co"');
    expect(text).toContain('the project <b>Shop</b> & "Co".');
    expect(html).toContain('&lt;b&gt;Shop&lt;/b&gt; &amp; &quot;Co&quot;');
    expect(html).not.toContain('<b>');
  });

  it('that is rolled back sends nothing', async () => {
    const { mail } = server.server.parts;
    const values = { at: new Date().toISOString(), address: '203.0.113.7', link: 'https://a.example' };
    const wanted = { to: 'rolled-back@example.com', template: 'password_changed' as const, values };
    await database()
      .transaction(async (tx) => {
        await mail.accept(tx, wanted);
        throw new Error('no');
      })
      .catch(() => {});
    expect(await waiting('rolled-back@example.com')).toBeUndefined();
  });
});

describe('a mail server that', () => {
  it('is away or hangs delays no answer, and gets the mail when it is back', async () => {
    await smtp.close();
    expect((await invite('away@example.com')).mailed).toBe(true);
    await until(async () => (await waiting('away@example.com'))?.fault !== null);
    expect((await waiting('away@example.com')).fault).toContain('ECONNREFUSED');
    await smtp.open();
    smtp.manner = () => ({ does: 'hang' });
    // Accepted while the other one hangs.
    await due('away@example.com');
    await until(async () => (await waiting('away@example.com')).attempts === 2);
    expect((await invite('beside@example.com')).mailed).toBe(true);
    expect(await waiting('beside@example.com')).toBeDefined();
    smtp.manner = () => undefined;
    await smtp.close();
    await smtp.open();
    for (const email of ['away@example.com', 'beside@example.com']) {
      await until(async () => (await waiting(email))?.fault !== null || (await waiting(email)) === undefined);
      await due(email);
      await smtp.waitFor(email);
    }
  });

  it('takes a mail and does not say so gets it again, under the same Message-ID', async () => {
    smtp.manner = () => ({ does: 'cut after taking' });
    await invite('twice@example.com');
    await until(async () => (await waiting('twice@example.com'))?.fault !== null);
    smtp.manner = () => undefined;
    await due('twice@example.com');
    const second = await smtp.waitFor('twice@example.com', 2);
    const [first] = smtp.taken.filter(({ to }) => to === 'twice@example.com');
    expect(first!.messageId).toBe(second.messageId);
    expect(first!.messageId).toMatch(/^<mail_\w+@mail\.example>$/);
    expect(first!.headers.get('date')).toBe(second.headers.get('date'));
  });

  it('refuses the recipient for good gets the mail once, and readiness says why without the address', async () => {
    smtp.manner = () => ({ does: 'refuse', code: 550 });
    await invite('nobody@example.com');
    await until(async () => (await waiting('nobody@example.com'))?.given_up_at !== null);
    expect(await waiting('nobody@example.com')).toMatchObject({ attempts: 1, sealed: '' });
    const { status, detail, action } = await readiness();
    expect(status).toBe('warning');
    expect(detail).toContain('1 mail of the last seven days could not be sent.');
    expect(detail).toContain('550 <the recipient>: no such mailbox');
    expect(detail).not.toContain('nobody@example.com');
    expect(action).toContain('SMTP_URL');
    await query("DELETE FROM dialog.mails WHERE recipient = 'nobody@example.com'");
    expect(await readiness()).toMatchObject({ status: 'ok' });
  });

  it('refuses for now gets the mail after longer and longer pauses, and for a day', async () => {
    expect([1, 2, 3, 7, 8, 100].map(pauseAfter)).toEqual([10, 20, 40, 640, 900, 900]);
    smtp.manner = () => ({ does: 'refuse the text', code: 451 });
    await invite('full@example.com');
    await until(async () => (await waiting('full@example.com'))?.fault !== null);
    const row = await waiting('full@example.com');
    const hours = (row.give_up_at - row.created_at) / 3_600_000;
    expect([Math.round(hours), row.given_up_at]).toEqual([24, null]);
    await query("UPDATE dialog.mails SET give_up_at = now() WHERE recipient = 'full@example.com'");
    await due('full@example.com');
    await until(async () => (await waiting('full@example.com')).given_up_at !== null);
    expect((await mailState(database())).givenUp).toBe(1);
    await query("DELETE FROM dialog.mails WHERE recipient = 'full@example.com'");
  });
});

describe('TLS', () => {
  it('is required of a server that is not this machine: without it nothing is sent, not even the login', async () => {
    const required = await startMailingServer(`${smtp.url}?tls=required`);
    try {
      const { id } = await required.makeProject();
      const before = [smtp.taken.length, smtp.logins];
      await required.make('POST', `/projects/${id}/invitations`, {
        email: 'tls@example.com',
        role: 'analyst',
      });
      const { parts } = required.server;
      const fault = async () =>
        (await parts.database.query<any>('SELECT fault FROM dialog.mails')).rows[0]?.fault;
      await until(async () => typeof (await fault()) === 'string');
      expect(await fault()).toMatch(/STARTTLS|TLS/);
      expect([smtp.taken.length, smtp.logins]).toEqual(before);
    } finally {
      await required.close();
    }
  });

  it('is used with a certificate that nobody vouches for only if the setting says so', async () => {
    const encrypted = await startSmtp({ tls: true });
    const strict = await startMailingServer(encrypted.url.replace('unverified', 'required'));
    const wanted = { email: 'cert@example.com', role: 'analyst' };
    const inviteFrom = async (from: TestServer) =>
      from.make('POST', `/projects/${(await from.makeProject()).id}/invitations`, wanted);
    try {
      await inviteFrom(strict);
      const fault = async () =>
        (await strict.server.parts.database.query<any>('SELECT fault FROM dialog.mails')).rows[0]?.fault;
      await until(async () => typeof (await fault()) === 'string');
      expect(await fault()).toMatch(/certificate/);
      expect(encrypted.taken).toEqual([]);
    } finally {
      await strict.close();
    }
    const lax = await startMailingServer(encrypted.url);
    try {
      await inviteFrom(lax);
      expect((await encrypted.waitFor('cert@example.com')).isEncrypted).toBe(true);
    } finally {
      await lax.close();
      await encrypted.close();
    }
  });
});

it('of two workers, one takes a mail, and that of a worker that died is due again', async () => {
  // Without a worker of its own, so that only this test takes mails.
  const api = await startMailingServer(smtp.url, { ROLE: 'api' });
  try {
    const { id } = await api.makeProject();
    const wanted = { email: 'lease@example.com', role: 'analyst' };
    await api.make('POST', `/projects/${id}/invitations`, wanted);
    const { database: pool } = api.server.parts;
    const take = (leaseSeconds: number) => takeMails(pool, { most: 10, leaseSeconds });
    // A lease of no time is one whose holder has died.
    const taken = (await Promise.all([take(0), take(0), take(0)])).flat();
    expect(taken.map(({ attempts }) => attempts).sort()).toEqual(taken.map((_, n) => n + 1));
    const [next, ...others] = (await Promise.all([take(60), take(60), take(60)])).flat();
    expect([next!.attempts, others]).toEqual([taken.length + 1, []]);
    expect(await take(60)).toEqual([]);
    await noteSent(pool, next!);
    expect((await pool.query('SELECT 1 FROM dialog.mails')).rowCount).toBe(0);
  } finally {
    await api.close();
  }
});

it('a mail that waits is sealed anew when the encryption key is replaced, and named if its key is lost', async () => {
  const api = await startMailingServer(smtp.url, { ROLE: 'api' });
  try {
    const { id } = await api.makeProject();
    const wanted = { email: 'rotated@example.com', role: 'analyst' };
    await api.make('POST', `/projects/${id}/invitations`, wanted);
    const { database: pool } = api.server.parts;
    const next = randomBytes(32).toString('base64');
    expect(await describeLost(pool, createVault(next))).toBe('2: mail invitation, push keys for browsers');
    const both = createVault(next, [encryptionKey]);
    await pool.query('UPDATE dialog.processes SET keys = $1', [both.keyIds]);
    expect(await sealAnew(pool, both, new AbortController().signal)).toBe(2);
    const [mail] = await takeMails(pool, { most: 1, leaseSeconds: 60 });
    const [address, token] = String(valuesOf(createVault(next), mail!).link).split('#');
    expect(address).toBe(`${api.url}/console/invitation`);
    const invitation = await api.call('POST', '/api/owner/invitations/read', { body: { token } });
    expect(invitation.body).toMatchObject(wanted);
  } finally {
    await api.close();
  }
});
