import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RecordKind, readId } from '../../src/platform/ids.ts';
import type { TestProject } from '../harness/client.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';

const uuid = (kind: RecordKind, id: string) => readId(kind, id)!;

let server: TestServer;
beforeAll(async () => {
  server = await useTestServer();
});
afterAll(() => server?.close());

async function makeProject() {
  const project = await server.makeProject();
  const channel = await server.makeChannel(project.id);
  const fields = { phone_keys: ['phone'], mail_keys: ['email'], country_code: '49', trunk_prefix: '0' };
  await server.make('PUT', `/projects/${project.id}/customer-fields`, fields);
  const customer = async (state: Record<string, string>) => {
    const { profile_id } = await server.makeIdentity(project.id, channel.id);
    await server.call('PATCH', `/api/v1/projects/${project.id}/profiles/${profile_id}`, {
      key: project.key,
      body: { state },
    });
    return profile_id;
  };
  return { project, channel, customer, path: `/projects/${project.id}/link-suggestions` };
}

const pairs = async (path: string) =>
  (await server.make('GET', path)).items.map(({ kind, value, customers }: any) => [
    `${kind} ${value}`,
    ...customers.map(({ id }: any) => id),
  ]);

const search = (project: TestProject, q: string) =>
  server.make('GET', `/projects/${project.id}/search?type=customers&q=${encodeURIComponent(q)}`);

it('customers with the same number or address are suggested as pairs, however they wrote it, until they are linked', async () => {
  const { project, customer, path } = await makeProject();
  const ann = await customer({ phone: '0171 / 123 45 67', email: 'Ann@Example.com ' });
  const too = await customer({ phone: '+49 (171) 1234567' });
  const mail = await customer({ email: 'ann@example.COM', phone: 'none' });
  await customer({ phone: '+49 171 1234568', other: 'ann@example.com' });
  expect(await pairs(path)).toEqual([
    ['mail ann@example.com', ann, mail],
    ['phone 491711234567', ann, too],
  ]);
  expect(await pairs(`${path}?profile_id=${too}`)).toEqual([['phone 491711234567', ann, too]]);
  expect((await pairs(`${path}?profile_id=${ann}`)).length).toBe(2);
  expect(await pairs(`${path}?profile_id=prof_nobody`)).toEqual([]);
  expect((await search(project, '0049 171 1234567')).customers.items.map(({ id }: any) => id)).toEqual([
    too,
    ann,
  ]);
  await server.make('POST', `/projects/${project.id}/profiles/link`, { profile_ids: [ann, too] });
  expect(await pairs(path)).toEqual([['mail ann@example.com', ann, mail]]);
});

it('a pair that somebody told apart is not suggested again, and an unknown profile is none', async () => {
  const { project, customer, path } = await makeProject();
  const [one, two, three] = [
    await customer({ phone: '0171 1234567' }),
    await customer({ phone: '0171 1234567' }),
    await customer({ phone: '0171 1234567' }),
  ];
  expect((await pairs(path)).length).toBe(2);
  for (let n = 0; n < 2; n++) {
    const done = await server.owner('POST', `${path}/dismiss`, { profile_ids: [two, one] });
    expect(done.status).toBe(204);
  }
  expect(await pairs(path)).toEqual([['phone 491711234567', two, three]]);
  expect(await pairs(`${path}?profile_id=${one}`)).toEqual([['phone 491711234567', one, three]]);
  const entries = await until(async () => {
    const told = (await server.audit(project)).filter(({ action }: any) => action === 'profile.told_apart');
    return told.length > 0 && told;
  });
  expect(entries).toMatchObject([{ subject: { id: two }, data: { profile_id: one } }]);
  const other = await makeProject();
  const stranger = await other.customer({});
  for (const [ids, status] of [
    [[one, stranger], 404],
    [[one, one], 422],
    [[one], 422],
    [[one, 'x'], 404],
  ] as const) {
    const answer = await server.owner('POST', `${path}/dismiss`, { profile_ids: ids });
    expect([ids, answer.status]).toEqual([ids, status]);
  }
  const withNul = Buffer.from(JSON.stringify(['mail:\0', one])).toString('base64url');
  for (const cursor of ['x', withNul]) {
    expect((await server.owner('GET', `${path}?cursor=${cursor}`)).status).toBe(422);
  }
});

it('pages of pairs leave out and repeat none', async () => {
  const { project, channel, path } = await makeProject();
  await server.server.parts.upkeep.query(
    `WITH made AS (
       INSERT INTO dialog.profiles (project_id, id, state)
       SELECT p.id, gen_random_uuid(), json_build_object('phone', '+4917100' || lpad((n / 2)::text, 5, '0'))
       FROM dialog.projects AS p, generate_series(2, 401) AS n WHERE p.id = $1 RETURNING project_id, id)
     INSERT INTO dialog.identities (project_id, id, channel_id, external_id, profile_id)
     SELECT project_id, id, $2, id::text, id FROM made`,
    [uuid('project', project.id), uuid('channel', channel.id)],
  );
  const seen: string[] = [];
  for (let cursor = ''; ; ) {
    const page = await server.make('GET', path + cursor);
    expect(page.items.length).toBeLessThanOrEqual(100);
    seen.push(...page.items.map(({ value }: any) => value));
    if (page.next_cursor === null) break;
    cursor = `?cursor=${page.next_cursor}`;
  }
  expect([seen.length, new Set(seen).size]).toEqual([200, 200]);
  expect(seen).toEqual([...seen].sort());
});

it('an export has every customer once, in pieces, and nothing that a spreadsheet would compute', async () => {
  const { project, channel, customer } = await makeProject();
  await customer({ email: '=HYPERLINK("http://evil")', phone: '+49 171 1234567' });
  await server.server.parts.upkeep.query(
    `WITH made AS (
       INSERT INTO dialog.profiles (project_id, id, tags) SELECT $1, gen_random_uuid(), ARRAY['bulk', 'a,b']
       FROM generate_series(1, 1200) RETURNING project_id, id)
     INSERT INTO dialog.identities (project_id, id, channel_id, external_id, profile_id)
     SELECT project_id, id, $2, id::text, id FROM made`,
    [uuid('project', project.id), uuid('channel', channel.id)],
  );
  const read = async (query: string) => {
    const answer = await server.owner('GET', `/projects/${project.id}/customers.csv${query}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    return answer.text.split('\r\n').slice(0, -1);
  };
  const all = await read('');
  expect(all[0]).toBe('profile_id,name,status,tags,accounts,created_at,active_at,state.phone,state.email');
  expect(new Set(all.slice(1).map((line) => line.split(',')[0])).size).toBe(1201);
  const tagged = await read('?tag=bulk&order=name');
  expect(tagged.length).toBe(1201);
  expect(tagged[1]).toContain('"bulk; a,b"');
  const own = all.find((line) => line.includes('HYPERLINK'))!;
  expect(own).toMatch(/,'\+49 171 1234567,"'=HYPERLINK\(""http:\/\/evil""\)"$/);
  const wrong = await server.owner('GET', `/projects/${project.id}/customers.csv?tagg=bulk`);
  expect(wrong.status).toBe(422);
});
