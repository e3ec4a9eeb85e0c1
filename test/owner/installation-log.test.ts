import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordFailed } from '../../src/dialog/audit/installation-log.ts';
import { removeExpired } from '../../src/dialog/maintenance.ts';
import { resetOwnerPassword } from '../../src/dialog/projects/owner-password.ts';
import { idsSince } from '../../src/platform/ids.ts';
import { readSettings } from '../../src/settings.ts';
import { Client } from '../harness/client.ts';
import { join } from '../harness/people.ts';
import { makeOwner } from '../harness/second-owner.ts';
import { ownerEmail, ownerPassword, startTestServer, type TestServer } from '../harness/server.ts';

let server: TestServer;
const password = 'seven green umbrellas';

beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' });
});
afterAll(() => server?.close());

const sql = (text: string, values: unknown[] = []) => server.server.parts.database.query(text, values);
const entries = async (client: Client, query = ''): Promise<any[]> =>
  (await client.make('GET', `/audit${query}`)).items;
const idOf = async (client: Client): Promise<string> => (await client.make('GET', '/session')).owner.id;

describe('the log of the installation has', () => {
  it('a login, with its address and device, and the end of its session', async () => {
    const ann = await makeOwner(server, 'ann@example.com', password);
    await ann.owner('DELETE', '/session');
    await ann.logIn('ann@example.com', password);
    const [again, end, first] = await entries(ann);
    expect(first).toMatchObject({
      kind: 'session.begun',
      person: { email: 'ann@example.com' },
      by: { email: 'ann@example.com' },
      address: '127.0.0.1',
      count: 1,
      data: { new_device: false },
    });
    expect(end).toMatchObject({
      kind: 'session.ended',
      data: { why: 'logged out', sessions: [first.data.session] },
    });
    expect(again.data.session).not.toBe(first.data.session);
  });

  it('sessions that were ended from the list, and those that ended because nobody used them', async () => {
    const ben = await makeOwner(server, 'ben@example.com', password);
    const forgotten = new Client(server.url);
    await forgotten.logIn('ben@example.com', password);
    await ben.owner('DELETE', '/sessions?others=true');
    expect((await entries(ben))[0]).toMatchObject({ kind: 'session.ended', data: { why: 'ended' } });
    await forgotten.logIn('ben@example.com', password);
    const [{ data: left }] = await entries(ben);
    await sql(
      `UPDATE dialog.sessions SET last_seen_at = now() - interval '9 hours'
       WHERE id = (SELECT id FROM dialog.sessions ORDER BY created_at DESC LIMIT 1)`,
    );
    await removeExpired(server.server.parts.database, readSettings({}));
    const [end] = await entries(ben);
    expect(end).toMatchObject({
      kind: 'session.ended',
      by: null,
      data: { why: 'not used', sessions: [left.session] },
    });
    const hoursAgo = (Date.now() - Date.parse(end.data.ended_at)) / 3_600_000;
    expect(Math.round(hoursAgo)).toBe(1);
  });

  it('who was removed from a project by whom, without the address of the remover', async () => {
    const { id } = await server.makeProject();
    const carl = await join(server, id, 'analyst', 'carl@example.com');
    await server.make('DELETE', `/projects/${id}/people/${carl.id}`);
    await carl.client.logIn(carl.email, carl.password);
    const [, removed, , , accepted] = await entries(carl.client);
    expect(removed).toMatchObject({
      kind: 'session.ended',
      by: { email: ownerEmail },
      address: null,
      data: { why: 'removed' },
    });
    expect(removed.data.sessions).toHaveLength(2);
    expect(accepted).toMatchObject({
      kind: 'invitation.accepted',
      data: { project: id, role: 'analyst', new_account: true },
    });
  });

  it('changed and reset passwords', async () => {
    const dora = await makeOwner(server, 'dora@example.com', password);
    const change = { current_password: password, new_password: 'eight blue wheelbarrows' };
    expect((await dora.owner('PUT', '/password', change)).status).toBe(204);
    const made = await resetOwnerPassword(server.server.parts.database, 'dora@example.com');
    await dora.logIn('dora@example.com', made.password);
    const kinds = (await entries(dora)).map(({ kind, by }) => [kind, by?.email]);
    expect(kinds).toEqual([
      ['session.begun', 'dora@example.com'],
      ['session.ended', undefined],
      ['password.reset', undefined],
      ['password.changed', 'dora@example.com'],
      ['session.begun', 'dora@example.com'],
    ]);
  });

  it('projects that were made and deleted', async () => {
    const eve = await makeOwner(server, 'eve@example.com', password);
    const { id } = await eve.make('POST', '/projects', { name: 'Shop' });
    await eve.make('DELETE', `/projects/${id}`);
    const [deleted, made] = await entries(eve);
    expect([made.kind, deleted.kind]).toEqual(['project.created', 'project.deleted']);
    expect(deleted.data).toEqual({ project: id, name: 'Shop' });
  });
});

describe('failed logins', () => {
  const guess = (email: string, from: string) =>
    server.call('POST', '/api/owner/session', {
      body: { email, password: 'wrong' },
      headers: { 'x-forwarded-for': from },
    });

  it('from one network are one entry with a count, so that a guesser cannot fill the disk', async () => {
    const fay = await makeOwner(server, 'fay@example.com', password);
    for (let i = 1; i <= 5; i++) await guess('fay@example.com', `2001:db8:7:7::${i}`);
    const failed = await entries(fay, '?kind=login.failed');
    expect(failed.reduce((sum, { count }) => sum + count, 0)).toBe(5);
    // Two, if ten minutes ended in between.
    expect(failed.length).toBeLessThanOrEqual(2);
    expect(failed[0]).toMatchObject({ person: { email: 'fay@example.com' }, address: '2001:db8:7:7::5' });
  });

  it('from however many networks at unknown addresses are at most 32 entries in ten minutes, without the addresses', async () => {
    await guess('a password by mistake', '2001:db8:8::1');
    const { database } = server.server.parts;
    for (let i = 1; i < 200; i++) {
      await recordFailed(database, 'login.failed', undefined, {
        id: 'a request',
        ip: `2001:db8:8:${i.toString(16)}::1`,
        headers: {},
      });
    }
    const failed = (await entries(server, '?kind=login.failed')).filter(({ person }) => person === null);
    expect(failed.reduce((sum, { count }) => sum + count, 0)).toBe(200);
    // Twice as many, if ten minutes ended in between.
    expect(failed.length).toBeLessThanOrEqual(64);
    const { rows } = await sql(
      "SELECT count(*)::int AS kept FROM dialog.installation_log l WHERE l::text LIKE '%by mistake%'",
    );
    expect(rows).toEqual([{ kept: 0 }]);
  });
});

describe('the log of the installation', () => {
  it('shows everybody to the first owner, and to all others only themselves', async () => {
    const gil = await makeOwner(server, 'gil@example.com', password);
    const self = await idOf(gil);
    const first = await idOf(server);
    expect(new Set((await entries(gil)).map(({ person }) => person.id))).toEqual(new Set([self]));
    expect(await entries(gil, `?person=${first}`)).toEqual([]);
    expect((await entries(gil, `?person=${self}`)).length).toBeGreaterThan(0);
    const about = await entries(server, `?person=${self}`);
    expect(about).toEqual(await entries(gil));
    expect(new Set((await entries(server)).map(({ person }) => person?.id)).size).toBeGreaterThan(1);
  });

  it('is paged, and searched by kind and time; a filter that it does not have is a 422', async () => {
    const hal = await makeOwner(server, 'hal@example.com', password);
    const id = await idOf(hal);
    await sql(
      `INSERT INTO dialog.installation_log (id, kind, person_id, person_email)
       SELECT ('01940000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid, 'factor.added',
         (SELECT id FROM dialog.owners WHERE email = 'hal@example.com'), 'hal@example.com'
       FROM generate_series(1, 150) AS i`,
    );
    const one = await hal.make('GET', '/audit');
    const two = await hal.make('GET', `/audit?cursor=${one.next_cursor}`);
    expect([one.items.length, two.items.length, two.next_cursor]).toEqual([100, 51, null]);
    expect(await entries(hal, '?kind=session.begun')).toHaveLength(1);
    const at = one.items[0].at;
    expect(await entries(hal, `?kind=session.begun&from=${at}`)).toHaveLength(1);
    expect(await entries(hal, `?kind=session.begun&to=${at}`)).toEqual([]);
    for (const query of ['kind=nothing', 'person=prj_x', 'from=yesterday', 'cursor=x', 'who=me']) {
      expect([query, (await server.owner('GET', `/audit?${query}`)).status]).toEqual([query, 422]);
    }
    expect((await server.owner('GET', `/audit?person=${id}&kind=session.begun`)).body.items).toHaveLength(1);
  });

  it('is kept for a year', async () => {
    const aged = async (days: number) => {
      const id = idsSince(new Date(Date.now() - days * 86_400_000));
      await sql("INSERT INTO dialog.installation_log (id, kind) VALUES ($1, 'session.begun')", [id]);
      return id;
    };
    const [young, old] = [await aged(364), await aged(366)];
    await removeExpired(server.server.parts.database, readSettings({}));
    const { rows } = await sql('SELECT id FROM dialog.installation_log WHERE id = ANY ($1)', [[young, old]]);
    expect(rows).toEqual([{ id: young }]);
  });

  it('keeps no password and no token', async () => {
    const { rows } = await sql('SELECT l::text AS row FROM dialog.installation_log l');
    const all = rows.map(({ row }) => row).join('\n');
    for (const secret of [password, ownerPassword, 'eight blue wheelbarrows', 'inv_']) {
      expect(all).not.toContain(secret);
    }
  });
});
