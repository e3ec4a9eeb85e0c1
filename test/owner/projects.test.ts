import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeDeletedProjects } from '../../src/dialog/maintenance.ts';
import { readId } from '../../src/platform/ids.ts';
import type { Answer, TestProject } from '../harness/client.ts';
import { findInTables } from '../harness/find-in-tables.ts';
import { whoWaitsForThis } from '../harness/locks.ts';
import { allScopes, startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';

let server: TestServer;
let twin: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  twin = await startTestServer({ ROLE: 'api' }, server.database);
});

afterAll(async () => {
  await twin?.close();
  await server?.close();
});

const told = ({ status, body }: Answer) => [status, body.code];
const faults = ({ status, body }: Answer) => [
  status,
  ...body.detail.map((i: any) => [i.loc.join('.'), i.type]),
];
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('a project', () => {
  it('can be made, read, listed and renamed', async () => {
    const made = await server.owner('POST', '/projects', { name: 'Магазин 😀' });
    expect([made.status, made.body]).toEqual([
      201,
      {
        ...{ id: expect.stringMatching(/^prj_/), name: 'Магазин 😀', role: 'owner' },
        ...{ created_at: time, updated_at: time },
      },
    ]);
    const path = `/projects/${made.body.id}`;
    expect((await server.owner('GET', path)).body).toEqual(made.body);
    expect((await server.make('GET', '/projects')).items).toContainEqual(made.body);
    const renamed = await server.owner('PATCH', path, { name: 'Shop' });
    expect([renamed.status, renamed.body]).toEqual([
      200,
      { ...made.body, name: 'Shop', updated_at: renamed.body.updated_at },
    ]);
    for (const body of [{}, { name: null }]) {
      expect((await server.owner('PATCH', path, body)).body).toEqual(renamed.body);
    }
  });

  it.each([
    [{}, 'missing'],
    [{ name: '' }, 'string_too_short'],
    [{ name: '😀'.repeat(101) }, 'string_too_long'],
    [{ name: 7 }, 'string_type'],
    [{ name: 'a\0' }, 'value_error'],
  ])('needs a name of 1 to 100 characters: %#', async (body, type) => {
    expect(faults(await server.owner('POST', '/projects', body))).toEqual([422, ['body.name', type]]);
  });

  it('that is deleted is gone at once: its keys at every instance, its record, its place in the list', async () => {
    const project = await server.makeProject();
    const channel = await server.makeChannel(project.id);
    const identity = await server.makeIdentity(project.id, channel.id);
    const audit = `/api/v1/projects/${project.id}/audit`;
    for (const at of [server, twin]) expect((await at.call('GET', audit, project)).status).toBe(200);
    const other = await server.makeProject();

    expect((await server.owner('DELETE', `/projects/${project.id}`)).status).toBe(204);
    expect(told(await twin.send(project, identity.id))).toEqual([401, 'invalid_api_key']);
    // A key that a request has just used is known for a moment.
    for (const at of [twin, server])
      await until(
        async () => told(await at.call('GET', audit, project)).join() === '401,invalid_api_key',
        500,
      );
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const answer = await server.owner(
        method,
        `/projects/${project.id}`,
        method === 'PATCH' ? {} : undefined,
      );
      expect(told(answer)).toEqual([404, 'project_not_found']);
    }
    const { items } = await server.make('GET', '/projects');
    expect(items.map((p: any) => p.id)).not.toContain(project.id);
    // Other projects' keys still work.
    expect((await server.call('GET', `/api/v1/projects/${other.id}/audit`, other)).status).toBe(200);
  });

  it("that is deleted leaves no row behind after the worker's clean-up", async () => {
    const { database } = server.server.parts;
    const project = await server.makeProject();
    const kept = await server.makeProject();
    const rows: Record<string, number>[] = [];
    const { rows: naming } = await database.query<{ table_name: string }>(
      "SELECT table_name FROM information_schema.columns WHERE table_schema = 'dialog' AND column_name = 'project_id'",
    );
    const tables = ['projects', ...naming.map((row) => row.table_name)];
    expect(tables).toEqual(expect.arrayContaining(['tasks', 'identities', 'audit_log', 'request_keys']));
    const countAll = async ({ id }: TestProject) => {
      const counts: Record<string, number> = {};
      for (const table of tables) {
        const column = table === 'projects' ? 'id' : 'project_id';
        const { rows: found } = await database.query(
          `SELECT count(*)::int AS n FROM dialog.${table} WHERE ${column} = $1`,
          [readId('project', id)],
        );
        counts[table] = found[0]!.n;
      }
      return counts;
    };
    for (const one of [project, kept]) {
      const channel = await server.makeChannel(one.id);
      const identity = await server.makeIdentity(one.id, channel.id);
      const sent = await server.send(one, identity.id);
      await server.outcome(one, sent.body.message_id);
      await server.make('PUT', `/projects/${one.id}/tables/stock`, { name: 'Stock' });
      await server.call('POST', `/api/v1/projects/${one.id}/tables/stock/rows`, {
        key: one.key,
        body: { rows: [{}] },
        headers: { 'idempotency-key': 'one-row-of-stock' },
      });
      await server.make('GET', `/projects/${one.id}/log`);
      rows.push(await countAll(one));
    }
    expect([rows[0]!.tasks, rows[0]!.table_rows]).toEqual([1, 1]);
    await server.make('DELETE', `/projects/${project.id}`);
    let removal: Promise<unknown>;
    // What was under way writes a row that the clean-up did not see in its table, before it has come to the last one.
    await database.transaction(async (tx) => {
      const id = readId('project', project.id);
      await tx.query('INSERT INTO dialog.link_attempts VALUES ($1, gen_random_uuid(), 1, now())', [id]);
      await tx.query('SELECT FROM dialog.tasks WHERE project_id = $1 FOR UPDATE', [id]);
      removal = removeDeletedProjects(database, server.server.parts.files);
      await until(async () => (await tx.query(whoWaitsForThis)).rows.length > 0);
    });
    await removal!;
    const remaining = Object.entries(await countAll(project)).filter(([, n]) => n > 0);
    expect(remaining).toEqual([]);
    const left = await countAll(kept);
    expect([left.tasks, left.identities, left.projects, left.table_rows]).toEqual([1, 1, 1, 1]);
  });
});

describe('a key', () => {
  it('is shown once, with its scopes', async () => {
    const { id: projectId } = await server.makeProject();
    const path = `/projects/${projectId}/keys`;
    const made = await server.owner('POST', path, { name: 'Shop', scopes: allScopes });
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^key_/),
        name: 'Shop',
        scopes: [...allScopes],
        hint: made.body.key.slice(-4),
        key: expect.stringMatching(/^pk_[\w-]{43}$/),
        created_at: time,
        made_by: expect.stringMatching(/^own_/),
        expires_at: null,
        allowed_addresses: null,
        last_used_at: null,
        last_used_address: null,
        replaced_by: null,
        revoked_at: null,
      },
    ]);
    expect(allScopes).toHaveLength(16);
    const listed = await server.owner('GET', path);
    const { key, ...shown } = made.body;
    expect(listed.body.items).toContainEqual(shown);
    expect(listed.text).not.toContain(key);
    const audit = await server.server.parts.database.query('SELECT * FROM dialog.audit_inbox');
    expect(JSON.stringify(audit.rows)).not.toContain(key);
  });

  it.each(allScopes)('may have only the scope %s', async (scope) => {
    const { id: projectId } = await server.makeProject();
    const made = await server.make('POST', `/projects/${projectId}/keys`, { name: 'One', scopes: [scope] });
    expect(made.scopes).toEqual([scope]);
  });

  it('is stored only as a hash', async () => {
    const project = await server.makeProject();
    const { database } = server.server.parts;
    const { searched, found } = await findInTables(database, project.key.slice(3));
    expect([searched > 50, found]).toEqual([true, []]);
    const { rows } = await database.query(
      "SELECT 1 FROM dialog.project_keys WHERE hash = sha256(convert_to($1, 'UTF8'))",
      [project.key],
    );
    expect(rows).toHaveLength(1);
  });

  it.each([
    [{ name: 'x' }, ['body.scopes', 'missing']],
    [{ name: 'x', scopes: [] }, ['body.scopes', 'value_error']],
    [{ name: 'x', scopes: ['all'] }, ['body.scopes.0', 'literal_error']],
    [{ name: 'x', scopes: ['audit:read', 7] }, ['body.scopes.1', 'literal_error']],
    [{ name: 'x', scopes: 'audit:read' }, ['body.scopes', 'list_type']],
    [{ name: '', scopes: ['audit:read'] }, ['body.name', 'string_too_short']],
  ])('needs a name and known scopes: %#', async (body, fault) => {
    const { id: projectId } = await server.makeProject();
    expect(faults(await server.owner('POST', `/projects/${projectId}/keys`, body))).toEqual([422, fault]);
  });

  it('shows when it was last used and when it was revoked, and is revoked only once', async () => {
    const project = await server.makeProject();
    const find = async () =>
      (await server.make('GET', `/projects/${project.id}/keys`)).items.find(
        (k: any) => k.id === project.keyId,
      );
    expect((await find()).last_used_at).toBeNull();
    const before = Date.now();
    await server.call('GET', `/api/v1/projects/${project.id}/audit`, project);
    const after = Date.now();
    const used = await until<string>(async () => (await find()).last_used_at ?? undefined);
    expect(Date.parse(used)).toBeGreaterThan(before - 10_000);
    expect(Date.parse(used)).toBeLessThan(after + 10_000);
    const path = `/projects/${project.id}/keys/${project.keyId}`;
    expect((await server.owner('DELETE', path)).status).toBe(204);
    expect(await find()).toMatchObject({ id: project.keyId, revoked_at: time });
    for (const gone of [path, `/projects/${project.id}/keys/key_x`]) {
      expect(told(await server.owner('DELETE', gone))).toEqual([404, 'key_not_found']);
    }
  });
});

describe('an identity', () => {
  const make = (projectId: string, body: unknown) =>
    server.owner('POST', `/projects/${projectId}/identities`, body);

  it('is the same for the same channel and external id, even if it is made 20 times at once', async () => {
    const project = await server.makeProject();
    const [one, two] = [await server.makeChannel(project.id), await server.makeChannel(project.id)];
    const body = { channel_id: one.id, external_id: 'anna', name: 'Anna' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 ? server : twin).owner('POST', `/projects/${project.id}/identities`, body),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]!.body).toEqual({
      id: expect.stringMatching(/^idn_/),
      profile_id: expect.stringMatching(/^prof_/),
    });
    const again = await make(project.id, { ...body, name: 'Other' });
    expect([again.status, again.text]).toEqual([201, answers[0]!.text]);
    const elsewhere = await make(project.id, { ...body, channel_id: two.id });
    expect(elsewhere.body.id).not.toBe(again.body.id);
    const { body: profiles } = await server.call('GET', `/api/v1/projects/${project.id}/profiles`, project);
    expect(profiles.items).toHaveLength(2);
    const made = (await server.audit(project)).filter(({ action }) => action === 'identity.created');
    expect(made).toHaveLength(2);
  });

  it.each([
    [{ external_id: 'a' }, ['body.channel_id', 'missing']],
    [{ external_id: '' }, ['body.external_id', 'string_too_short']],
    [{ external_id: '😀'.repeat(256) }, ['body.external_id', 'string_too_long']],
    [{ external_id: 'a\0' }, ['body.external_id', 'value_error']],
    [{ external_id: 7 }, ['body.external_id', 'string_type']],
    [{ external_id: 'a', name: 7 }, ['body.name', 'string_type']],
  ])('needs an external id of 1 to 255 characters: %#', async (fields, fault) => {
    const { id: projectId } = await server.makeProject();
    const { id: channelId } = await server.makeChannel(projectId);
    const channel = fault[1] === 'missing' ? {} : { channel_id: channelId };
    expect(faults(await make(projectId, { ...channel, ...fields }))).toEqual([422, fault]);
  });

  it('needs an existing channel', async () => {
    const { id: projectId } = await server.makeProject();
    const { id: channelId } = await server.makeChannel(projectId);
    await server.make('DELETE', `/projects/${projectId}/channels/${channelId}`);
    for (const id of [channelId, 'ch_x', '']) {
      expect(told(await make(projectId, { channel_id: id, external_id: 'a' }))).toEqual([
        404,
        'channel_not_found',
      ]);
    }
  });
});
