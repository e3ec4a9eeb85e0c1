import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mostListed, mostRows } from '../../src/dialog/customers/import.ts';
import { showId } from '../../src/platform/ids.ts';
import type { TestProject } from '../harness/client.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await useTestServer();
});
afterAll(() => server?.close());

async function makeProject() {
  const project = await server.makeProject();
  const channel = await server.makeChannel(project.id);
  return { project, channel, path: `/projects/${project.id}` };
}

const send = (path: string, file: string, query = '') =>
  server.owner('POST', `${path}/customers.csv${query}`, file, { 'content-type': 'text/csv' });
const exported = async (path: string) => (await server.owner('GET', `${path}/customers.csv?order=name`)).text;
const profileOf = (path: string, id: string) => server.make('GET', `${path}/profiles/${id}`);
/** Entries of the audit log about customers, without their places. */
const told = async (project: TestProject) =>
  (await server.audit(project))
    .filter(({ action }: any) => /^(?:profile\.updated|identity\.created)$/.test(action))
    .map(({ action, actor, data }: any) => ({ action, actor: actor.name, data }));

describe('customers from a CSV', () => {
  it('are found by their external ids, and made once, however often the file is sent', async () => {
    const { project, channel, path } = await makeProject();
    const known = await server.makeIdentity(project.id, channel.id, 'c-1');
    const file =
      'external_id,name,status,tags,state.city,state.2\r\n' +
      'c-1,Ann,vip,gold; early,Riga,two\r\n' +
      '"c-2","Ben, the second",,,"a ""quoted"" text",\r\n';
    const place = `?channel_id=${channel.id}`;
    const first = await send(path, file, place);
    expect([first.status, first.body]).toEqual([
      200,
      {
        ...{ rows: 2, created: 1, changed: 1, unchanged: 0, failed: 0, faults: [] },
        outcomes: [
          {
            ...{ line: 2, action: 'changed', profile_id: known.profile_id },
            columns: ['status', 'tags', 'state.city', 'state.2'],
          },
          { line: 3, action: 'created', profile_id: expect.any(String), columns: ['state.city'] },
        ],
      },
    ]);
    const [ann, ben] = [
      await profileOf(path, known.profile_id),
      await profileOf(path, first.body.outcomes[1].profile_id),
    ];
    expect([ann.status, ann.tags, ann.state]).toEqual(['vip', ['gold', 'early'], { city: 'Riga', 2: 'two' }]);
    expect([ben.status, ben.state, ben.identities[0].name]).toEqual([
      'active',
      { city: 'a "quoted" text' },
      'Ben, the second',
    ]);
    const entries = await told(project);
    expect(entries.slice(1)).toEqual([
      {
        ...{ action: 'identity.created', actor: 'owner@example.com' },
        data: { profile_id: ben.id, channel_id: channel.id },
      },
      {
        ...{ action: 'profile.updated', actor: 'owner@example.com' },
        data: {
          fields: ['status', 'state', 'tags'],
          state: ['city', '2'],
          tags_added: ['gold', 'early'],
        },
      },
      {
        ...{ action: 'profile.updated', actor: 'owner@example.com' },
        data: { fields: ['state'], state: ['city'] },
      },
    ]);
    const again = await send(path, file, place);
    expect(again.body).toEqual({
      ...{ rows: 2, created: 0, changed: 0, unchanged: 2, failed: 0, faults: [], outcomes: [] },
    });
    expect(await told(project)).toEqual(entries);
  });

  it('that were exported change nothing when they come back, whatever their texts are', async () => {
    const { project, channel, path } = await makeProject();
    await server.make('PUT', `${path}/customer-fields`, {
      filter_keys: ['city', 'note'],
      phone_keys: ['phone'],
      mail_keys: [],
    });
    const texts = ['=1+1', "'=1+1", '+49 171 1234567', '-5', ' "x", \n y', "'", '', '@x; y'];
    for (const [n, note] of texts.entries()) {
      const made = await server.makeIdentity(project.id, channel.id, `c-${n}`);
      await server.make('PATCH', `${path}/profiles/${made.profile_id}`, {
        status: note,
        state: { city: `City ${n}`, note, phone: '+49 171 1234567', 10: 'first' },
        tags: [note, 'a; b', 'c'].filter((tag) => tag !== ''),
      });
    }
    const before = await exported(path);
    const entries = await told(project);
    const back = await send(path, before);
    expect(back.body).toMatchObject({ rows: texts.length, unchanged: texts.length, faults: [] });
    expect(await exported(path)).toBe(before);
    expect(await told(project)).toEqual(entries);
    // One cell of it is changed, and nothing else is.
    const changed = await send(path, before.replace('City 2', 'Riga'));
    expect(changed.body).toMatchObject({ changed: 1, unchanged: texts.length - 1 });
    expect(await exported(path)).toBe(before.replace('City 2', 'Riga'));
  });

  it('with faults are reported by line and column, and the rows around them are stored', async () => {
    const { project, channel, path } = await makeProject();
    const known = await server.makeIdentity(project.id, channel.id, 'c-1');
    const nobody = showId('profile', '01890000-0000-7000-8000-000000000000');
    const elsewhere = await makeProject();
    const foreign = await server.makeIdentity(elsewhere.project.id, elsewhere.channel.id);
    const answer = await send(
      path,
      [
        'profile_id,external_id,state.city',
        `${known.profile_id},,Riga`,
        'nonsense,,Riga',
        `${nobody},,Riga`,
        ',,Riga',
        ',c-2',
        `,${'x'.repeat(256)},Riga`,
        ',c-3,Bonn',
        `${foreign.profile_id},,Riga`,
      ].join('\n'),
      `?channel_id=${channel.id}`,
    );
    expect(answer.body).toMatchObject({ rows: 8, created: 1, changed: 1, unchanged: 0, failed: 6 });
    expect(answer.body.faults.map(({ line, column }: any) => [line, column]).sort()).toEqual([
      [3, 'profile_id'],
      [4, 'profile_id'],
      [5, 'external_id'],
      [6, null],
      [7, 'external_id'],
      [9, 'profile_id'],
    ]);
    expect((await profileOf(path, known.profile_id)).state).toEqual({ city: 'Riga' });
    // A customer of another project is nobody here, and stays as it was.
    const [unknown, ofAnother] = [4, 9].map(
      (at) => answer.body.faults.find(({ line }: any) => line === at).message,
    );
    expect(ofAnother).toBe(unknown.replace(nobody, foreign.profile_id));
    expect((await profileOf(elsewhere.path, foreign.profile_id)).state).toEqual({});
  });

  it('are not stored by a dry run, which says the same of each row', async () => {
    const { project, channel, path } = await makeProject();
    await server.makeIdentity(project.id, channel.id, 'c-1');
    const entries = await told(project);
    const rows = ['external_id,tags', 'c-1,vip', 'c-2,vip', 'c-2,vip', 'c-2,gold'];
    const dry = await send(path, rows.join('\n'), `?channel_id=${channel.id}&dry_run=true`);
    expect(await told(project)).toEqual(entries);
    const done = await send(path, rows.join('\n'), `?channel_id=${channel.id}`);
    expect(done.body).toMatchObject({ rows: 4, created: 1, changed: 2, unchanged: 1, failed: 0 });
    const withoutIds = (body: any) => ({
      ...body,
      outcomes: body.outcomes.map(({ profile_id: _, ...outcome }: any) => outcome),
    });
    expect(withoutIds(dry.body)).toEqual(withoutIds(done.body));
    expect(dry.body.outcomes[1].profile_id).toBe(null);
  });

  it('are stored a piece at a time, and a broken file says up to which line it was read', async () => {
    const { channel, path } = await makeProject();
    const rows = Array.from({ length: 450 }, (_, n) => `c-${n},City ${n}`);
    const file = `external_id,state.city\n${rows.join('\n')}\n"never closed`;
    const answer = await send(path, file, `?channel_id=${channel.id}`);
    expect(answer.body).toMatchObject({ rows: 450, created: 450, failed: 1 });
    expect(answer.body.faults).toEqual([
      { line: 452, column: null, message: expect.stringContaining('never closed') },
    ]);
    expect((await exported(path)).split('\r\n').length).toBe(452);
  });

  it.each([
    ['profile_id,colour', 'There is no column "colour".'],
    ['profile_id,tags,tags', 'The column tags is there twice.'],
    ['name,tags', 'A column profile_id or external_id has to say whom a row is about.'],
    ['external_id,tags', 'say in channel_id of the address'],
    ['', 'The file has no row with the names of the columns.'],
  ])('with the columns "%s" are not read', async (header, message) => {
    const { path } = await makeProject();
    const { body } = await send(path, `${header}\n`);
    expect(body).toMatchObject({ rows: 0, failed: 1 });
    expect(body.faults[0].message).toContain(message);
  });

  it('of a file with too many rows are read up to the last that it may have, and the report says where to go on', async () => {
    const { path } = await makeProject();
    // Rows with a fault of form need no statement, and their faults leave room for this one.
    const { status, body } = await send(path, `profile_id\n${'x\n'.repeat(mostRows + 2)}`);
    expect([status, body.rows, body.failed, body.faults.length]).toEqual([
      ...[200, mostRows, mostRows + 1],
      mostListed,
    ]);
    expect(body.faults.at(-1)).toEqual({
      ...{ line: mostRows + 2, column: null },
      message: 'A file may have 100,000 rows. Send the rest, from this line on, in another one.',
    });
  });

  it('of a file with too many columns are not read', async () => {
    const { path } = await makeProject();
    const keys = Array.from({ length: 5000 }, (_, n) => `state.k${n}`);
    const { status, body } = await send(path, `profile_id,${keys.join()}\nx${',y'.repeat(keys.length)}\n`);
    expect([status, body]).toMatchObject([200, { rows: 0, failed: 1 }]);
    expect(body.faults).toEqual([{ line: 1, column: null, message: 'A file may have 1000 columns.' }]);
  });

  it('made by two files at the same moment are made once', async () => {
    const { channel, path } = await makeProject();
    const ids = Array.from({ length: 40 }, () => randomUUID());
    const file = (tag: string) => `external_id,tags\n${ids.map((id) => `${id},${tag}`).join('\n')}`;
    const place = `?channel_id=${channel.id}`;
    const answers = await Promise.all(['a', 'b', 'c'].map((tag) => send(path, file(tag), place)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.reduce((sum, { body }) => sum + body.created, 0)).toBe(ids.length);
    expect((await exported(path)).split('\r\n').length).toBe(ids.length + 2);
  });
});
