import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordFailed } from '../../src/dialog/audit/installation-log.ts';
import { tellFailures } from '../../src/dialog/gate/account-events.ts';
import { removeExpired } from '../../src/dialog/maintenance.ts';
import { readId } from '../../src/platform/ids.ts';
import { newSigningSecret } from '../../src/platform/standard-webhooks.ts';
import { readSettings } from '../../src/settings.ts';
import { type Receiver, startReceiver } from '../fakes/receiver.ts';
import { Client, type TestProject } from '../harness/client.ts';
import { join, type Person } from '../harness/people.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { totpCode } from '../harness/totp.ts';
import { until } from '../harness/until.ts';

/*
 * What somebody's SIEM sees, as a subscriber of a project, of the logins of its people.
 */

let server: TestServer;
let project: TestProject;
/** Of the same owner. */
let other: TestProject;
let receiver: Receiver;
let dora: Person;

beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' });
  project = await server.makeProject();
  other = await server.makeProject();
  const secret = newSigningSecret();
  receiver = await startReceiver(secret);
  await server.make('PUT', `/projects/${project.id}/subscriptions/siem`, {
    ...{ kinds: ['owner.*'], url: receiver.url, signing_secret: secret },
  });
});
beforeEach(async () => {
  dora = await join(server, project.id, 'developer');
});
afterAll(async () => {
  await server?.close();
  await receiver?.close();
  expect(receiver?.refused).toEqual([]);
});

const sql = (text: string, values: unknown[] = []) => server.server.parts.database.query(text, values);
const address = '203.0.113.77';

/** What the subscriber got of a person, in the order of the log. */
const notices = (kind: string, { id }: { id: string } = dora) =>
  receiver.received
    .map(({ body }) => body)
    .filter(({ type, data }) => type === kind && data.subject.id === id)
    .sort((one, two) => one.data.id - two.data.id);
const noticed = (kind: string, count = 1, of = dora) =>
  until(() => notices(kind, of).length >= count && notices(kind, of));

const logIn = (body: object, from = address) =>
  server.call('POST', '/api/owner/session', { body, headers: { 'x-forwarded-for': from } });
const guess = (email: string, from?: string) => logIn({ email, password: 'wrong' }, from);

/** Lets time pass for what is in the log of the installation about a person. */
const minutesPass = (minutes: number, { email }: { email: string }) =>
  sql(
    `UPDATE dialog.installation_log SET at = at - make_interval(mins => $1), last_at = last_at - make_interval(mins => $1)
     WHERE person_email = $2 AND kind IN ('login.failed', 'factor.failed')`,
    [minutes, email],
  );
/** So that all failures count as those of people who have been here. */
const beThereFor = (hours: number, { id }: { id: string }) =>
  sql('UPDATE dialog.members SET created_at = created_at - make_interval(hours => $1) WHERE person_id = $2', [
    hours,
    readId('owner', id),
  ]);
const told = async (of: TestProject, action: string, { id }: { id: string } = dora) =>
  (await server.audit(of)).filter((entry) => entry.action === action && entry.subject.id === id);

describe('a subscription to owner.* is told of', () => {
  it('each login of somebody of the project, and whether a second factor was given', async () => {
    const session = await logIn({ email: dora.email, password: dora.password });
    expect(session.status).toBe(200);
    const all = await noticed('owner.logged_in', 3);
    expect(all.at(-1).data).toMatchObject({
      actor: { type: 'owner', id: dora.id, name: dora.email },
      subject: { type: 'owner', id: dora.id },
      session: expect.stringMatching(/^ses_/),
      new_device: true,
      second_factor: false,
    });
  });

  it('ends of sessions: logged out, ended in the list, not used', async () => {
    await dora.client.make('DELETE', '/session');
    const [out] = await noticed('owner.session_ended');
    const [, begun] = await noticed('owner.logged_in', 2);
    expect(out.data).toMatchObject({
      actor: { type: 'system', id: null, name: null },
      email: dora.email,
      why: 'logged out',
      sessions: [begun.data.session],
      count: 1,
    });
    const again = new Client(server.url);
    await again.logIn(dora.email, dora.password);
    await again.make('DELETE', '/sessions');
    const [, ended] = await noticed('owner.session_ended', 2);
    expect([ended.data.why, ended.data.count]).toEqual(['ended', 2]);
    for (let i = 0; i < 3; i++) await logIn({ email: dora.email, password: dora.password });
    await sql(`UPDATE dialog.sessions SET last_seen_at = now() - interval '9 hours' WHERE owner_id = $1`, [
      readId('owner', dora.id),
    ]);
    await removeExpired(server.server.parts.database, readSettings({}));
    const [, , over] = await noticed('owner.session_ended', 3);
    expect([over.data.why, over.data.count, over.data.sessions.length]).toEqual(['not used', 3, 3]);
  });

  it('wrong passwords, by the worker, within some seconds after their minute', async () => {
    for (let i = 0; i < 3; i++) expect((await guess(dora.email)).status).toBe(401);
    await beThereFor(1, dora);
    await minutesPass(1, dora);
    // Nobody calls it here: the worker does.
    const [failed] = await noticed('owner.login_failed');
    expect(failed.data).toMatchObject({
      actor: { type: 'system', id: null, name: null },
      email: dora.email,
      count: 3,
      first_at: expect.any(String),
      last_at: expect.any(String),
    });
  });

  it('wrong second factors', async () => {
    const { client, email, password } = dora;
    const { secret } = await client.make('POST', '/second-factors/totp', { password });
    await client.make('POST', '/second-factors/totp/confirm', { code: totpCode(secret) });
    const { body } = await logIn({ email, password });
    const wrong = await server.call('POST', '/api/owner/session/second-factor', {
      body: { login_token: body.login_token, code: totpCode(secret, 20) },
    });
    expect([wrong.status, wrong.body.code]).toEqual([403, 'factor_refused']);
    await beThereFor(1, dora);
    await minutesPass(1, dora);
    const [failed] = await noticed('owner.factor_failed');
    expect(failed.data).toMatchObject({ email, count: 1 });
    const right = await server.call('POST', '/api/owner/session/second-factor', {
      body: { login_token: body.login_token, code: totpCode(secret, 1) },
    });
    expect(right.status).toBe(200);
    expect((await noticed('owner.logged_in', 3)).at(-1).data.second_factor).toBe(true);
  });
});

describe('failed logins', () => {
  const fail = (count: number, of: Person) =>
    Promise.all(
      Array.from({ length: count }, (_, i) =>
        recordFailed(
          server.server.parts.database,
          'login.failed',
          { id: readId('owner', of.id)!, email: of.email },
          { id: 'a request', ip: `2001:db8:9:${i.toString(16)}::1`, headers: {} },
        ),
      ),
    );
  const tell = () => tellFailures(server.server.parts.database);

  it('from however many networks are one entry of a project in a minute, and what comes later in their ten minutes is one more', async () => {
    await fail(200, dora);
    // Their minute is not over, however long this test takes.
    await minutesPass(-1, dora);
    await beThereFor(1, dora);
    await tell();
    expect(await told(project, 'owner.login_failed')).toEqual([]);
    await minutesPass(2, dora);
    await Promise.all([tell(), tell(), tell()]);
    expect((await told(project, 'owner.login_failed')).map(({ data }) => data.count)).toEqual([200]);
    // Into the same entries of the log of the installation, if ten minutes do not end in between.
    await sql(
      `UPDATE dialog.installation_log SET count = count + 5, last_at = now() WHERE person_email = $1 AND kind = 'login.failed'`,
      [dora.email],
    );
    await tell();
    expect(await told(project, 'owner.login_failed')).toHaveLength(1);
    await minutesPass(10, dora);
    await tell();
    const { rows } = await sql(
      `SELECT sum(count)::int AS all, count(*)::int AS rows FROM dialog.installation_log WHERE person_email = $1 AND kind = 'login.failed'`,
      [dora.email],
    );
    const entries = (await told(project, 'owner.login_failed')).map(({ data }) => data.count);
    expect(entries).toEqual([200, rows[0]!.rows * 5]);
    expect(rows[0]!.all).toBe(200 + rows[0]!.rows * 5);
    await tell();
    expect(await told(project, 'owner.login_failed')).toHaveLength(2);
  });

  it('at an address without an account are told to nobody', async () => {
    const before = await Promise.all([server.audit(project), server.audit(other)]);
    await guess('nobody-of-us@example.com');
    await sql(`UPDATE dialog.installation_log SET at = at - interval '1 minute' WHERE person_id IS NULL`);
    expect(await tell()).toBe(false);
    const after = await Promise.all([server.audit(project), server.audit(other)]);
    expect(after.flat().filter(({ action }) => action === 'owner.login_failed').length).toBe(
      before.flat().filter(({ action }) => action === 'owner.login_failed').length,
    );
    expect(JSON.stringify(after)).not.toContain('nobody-of-us');
  });

  it('that were made before somebody joined a project are not told there', async () => {
    await fail(3, dora);
    await beThereFor(1, dora);
    const { token } = await server.make('POST', `/projects/${other.id}/invitations`, {
      ...{ email: dora.email, role: 'analyst' },
    });
    await server.call('POST', '/api/owner/invitations/accept', {
      body: { token, password: dora.password },
    });
    await minutesPass(1, dora);
    await tell();
    expect(await told(project, 'owner.login_failed')).toHaveLength(1);
    expect(await told(other, 'owner.login_failed')).toEqual([]);
  });
});

describe('a project', () => {
  it('is told of its own people only, and of nobody who has left', async () => {
    await logIn({ email: dora.email, password: dora.password });
    await noticed('owner.logged_in', 3);
    expect(await told(other, 'owner.logged_in')).toEqual([]);
    await server.make('DELETE', `/projects/${project.id}/people/${dora.id}`);
    const before = await told(project, 'owner.logged_in');
    expect((await logIn({ email: dora.email, password: dora.password })).status).toBe(200);
    await guess(dora.email);
    await minutesPass(1, dora);
    await tellFailures(server.server.parts.database);
    expect(await told(project, 'owner.logged_in')).toEqual(before);
    expect(await told(project, 'owner.login_failed')).toEqual([]);
  });

  it('does not learn from where somebody logs in or fails to, but what a new device says already', async () => {
    await logIn({ email: dora.email, password: dora.password });
    await guess(dora.email);
    await beThereFor(1, dora);
    await minutesPass(1, dora);
    await noticed('owner.login_failed');
    const kinds = ['owner.logged_in', 'owner.login_failed', 'owner.session_ended'];
    const all = (await server.audit(project)).filter(({ action }) => kinds.includes(action));
    expect(JSON.stringify(all)).not.toContain(address);
  });

  it('does not learn that somebody was removed from another one, or by whom', async () => {
    const { token } = await server.make('POST', `/projects/${other.id}/invitations`, {
      ...{ email: dora.email, role: 'analyst' },
    });
    await server.call('POST', '/api/owner/invitations/accept', { body: { token, password: dora.password } });
    const ben = await join(server, other.id, 'owner');
    await ben.client.make('DELETE', `/projects/${other.id}/people/${dora.id}`);
    const [ended] = await told(project, 'owner.session_ended');
    expect(ended).toMatchObject({
      actor: { type: 'system', id: null, name: null },
      request_id: null,
      data: { why: 'ended' },
    });
    expect(JSON.stringify(await server.audit(project))).not.toContain(ben.email);
    expect(await told(other, 'owner.session_ended')).toEqual([]);
  });
});
