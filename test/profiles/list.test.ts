import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, readId, showId } from '../../src/platform/ids.ts';
import type { Answer, TestProject } from '../harness/client.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await useTestServer();
});

afterAll(async () => {
  await server?.close();
});

const list = (project: TestProject, query: Record<string, string> | string = {}): Promise<Answer> =>
  server.call('GET', `/api/v1/projects/${project.id}/profiles?${new URLSearchParams(query)}`, project);

const idsOf = (answer: Answer): string[] => answer.body.items.map((profile: any) => profile.id);

async function makePeople(
  count: number,
): Promise<{ project: TestProject; channelId: string; ids: string[] }> {
  const project = await server.makeProject();
  const { id: channelId } = await server.makeChannel(project.id);
  const made = await Promise.all(
    Array.from({ length: count }, (_, i) => server.makeIdentity(project.id, channelId, `customer ${i}`)),
  );
  return { project, channelId, ids: made.map((identity) => identity.profile_id).sort() };
}

describe('the list of profiles', () => {
  it('has pages of 100, oldest first, with each profile once; next_offset is null on the last page', async () => {
    const { project, channelId, ids } = await makePeople(230);
    for (const filter of [{}, { channel_id: channelId }] as Record<string, string>[]) {
      const first = await list(project, filter);
      expect([first.body.items.length, first.body.next_offset]).toEqual([100, 100]);
      const second = await list(project, { ...filter, offset: '100' });
      expect([second.body.items.length, second.body.next_offset]).toEqual([100, 200]);
      const third = await list(project, { ...filter, offset: '200' });
      expect([third.body.items.length, third.body.next_offset]).toEqual([30, null]);
      expect([first, second, third].flatMap(idsOf)).toEqual(ids);
    }
    const inBetween = await list(project, { offset: '7' });
    expect(idsOf(inBetween)).toEqual(ids.slice(7, 107));
    expect(inBetween.body.next_offset).toBe(107);
    // 130 profiles from here make the last page exactly as long as a page may be.
    expect((await list(project, { offset: '130' })).body.next_offset).toBeNull();
    for (const offset of ['230', '9007199254740991', '99999999999999999999']) {
      expect((await list(project, { offset })).body).toEqual({ items: [], next_offset: null });
    }
  });

  it.each([
    ['-1', 'greater_than_equal'],
    ['x', 'int_parsing'],
    ['', 'int_parsing'],
    ['1.5', 'int_parsing'],
  ])('refuses the offset %j', async (offset, type) => {
    const { project } = await makePeople(0);
    const answer = await list(project, { offset });
    expect([answer.status, answer.body.detail[0].loc, answer.body.detail[0].type]).toEqual([
      422,
      ['query', 'offset'],
      type,
    ]);
  });

  it('is empty for a new project', async () => {
    const { project } = await makePeople(0);
    expect((await list(project)).body).toEqual({ items: [], next_offset: null });
  });
});

describe('a profile', () => {
  it('has every documented field', async () => {
    const project = await server.makeProject();
    const { id: channelId } = await server.makeChannel(project.id);
    const identity = await server.make('POST', `/projects/${project.id}/identities`, {
      channel_id: channelId,
      external_id: 'anna',
      name: 'Анна 😀',
    });
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const expected = {
      id: identity.profile_id,
      status: 'active',
      state: {},
      tags: [],
      access: {},
      paid_access: [],
      identities: [
        {
          id: identity.id,
          channel_id: channelId,
          channel: 'webhook',
          external_id: 'anna',
          name: 'Анна 😀',
          created_at: time,
        },
      ],
      created_at: time,
      updated_at: time,
    };
    expect((await list(project)).body.items).toEqual([expected]);
    const path = `/api/v1/projects/${project.id}/profiles/${identity.profile_id}`;
    const read = await server.call('GET', path, project);
    expect([read.status, read.body]).toEqual([200, expected]);
    expect(read.headers.get('content-type')).toMatch(/^application\/json/);
  });

  it('shows the accounts of a customer in all channels, and is found by each of them, once', async () => {
    const project = await server.makeProject();
    const channels = await Promise.all([server.makeChannel(project.id), server.makeChannel(project.id)]);
    const [first, second] = [
      await server.makeIdentity(project.id, channels[0]!.id, 'anna'),
      await server.makeIdentity(project.id, channels[1]!.id, 'anna'),
    ];
    expect(idsOf(await list(project, { external_id: 'anna' }))).toEqual([
      first.profile_id,
      second.profile_id,
    ]);
    // As linking does it.
    await server.server.parts.database.query('UPDATE dialog.identities SET profile_id = $1 WHERE id = $2', [
      readId('profile', first.profile_id),
      readId('identity', second.id),
    ]);
    for (const query of [
      { external_id: 'anna' },
      { channel_id: channels[0]!.id },
      { channel_id: channels[1]!.id },
      { channel_id: channels[1]!.id, external_id: 'anna' },
    ] as Record<string, string>[]) {
      const { body } = await list(project, query);
      expect(body.items.map((p: any) => [p.id, p.identities.map((i: any) => i.id)])).toEqual([
        [first.profile_id, [first.id, second.id]],
      ]);
    }
    // The accounts of a deleted channel are not shown, and its customers cannot be found by it.
    await server.make('DELETE', `/projects/${project.id}/channels/${channels[1]!.id}`);
    expect(idsOf(await list(project, { channel_id: channels[1]!.id }))).toEqual([]);
    const { body } = await list(project, { external_id: 'anna' });
    expect(body.items.map((p: any) => p.identities.map((i: any) => i.id))).toEqual([[first.id]]);
  });
});

describe('a customer', () => {
  it.each(["o'neil", '%', '_', '\\', 'a b+c&d=e', 'é', '😀'.repeat(255), 'Anna', 'null', '0'])(
    'is found by channel and external id, whatever characters the id has: %s',
    async (externalId) => {
      const project = await server.makeProject();
      const { id: channelId } = await server.makeChannel(project.id);
      const { id: otherId } = await server.makeChannel(project.id);
      const wanted = await server.makeIdentity(project.id, channelId, externalId);
      await server.makeIdentity(project.id, channelId, 'somebody else');
      const elsewhere = await server.makeIdentity(project.id, otherId, externalId);
      const both = await list(project, { channel_id: channelId, external_id: externalId });
      expect([idsOf(both), both.body.next_offset]).toEqual([[wanted.profile_id], null]);
      expect(idsOf(await list(project, { external_id: externalId }))).toEqual([
        wanted.profile_id,
        elsewhere.profile_id,
      ]);
    },
  );

  it('is distinguished by case and white space', async () => {
    const project = await server.makeProject();
    const { id: channelId } = await server.makeChannel(project.id);
    for (const externalId of ['Anna', 'anna', 'anna ']) {
      await server.makeIdentity(project.id, channelId, externalId);
    }
    for (const externalId of ['Anna', 'anna', 'anna ']) {
      const { body } = await list(project, { external_id: externalId });
      expect(body.items.map((p: any) => p.identities[0].external_id)).toEqual([externalId]);
    }
  });

  it('is not found in an unknown channel: an empty list, never an error', async () => {
    const { project, ids } = await makePeople(2);
    for (const channelId of [
      'x',
      'ch_',
      'ch_00000000000000000000000000',
      showId('channel', newId()),
      ids[0]!,
    ]) {
      const answer = await list(project, { channel_id: channelId });
      expect([channelId, answer.status, answer.body]).toEqual([
        channelId,
        200,
        { items: [], next_offset: null },
      ]);
    }
    expect(idsOf(await list(project, { external_id: 'nobody' }))).toEqual([]);
    expect(idsOf(await list(project, { external_id: '', channel_id: '' }))).toEqual(ids);
  });

  it('cannot be searched with a NUL', async () => {
    const { project } = await makePeople(0);
    const answer = await list(project, { external_id: 'a\0' });
    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['query', 'external_id']]);
  });
});

describe('a profile that does not exist', () => {
  it.each([
    'x',
    'prof_',
    'prof_00000000000000000000000000',
    'prof_zzzzzzzzzzzzzzzzzzzzzzzzzz',
    'PROF_01m7w6xcejevjsjvszn2j3kxdt',
    'idn_01m7w6xcejevjsjvszn2j3kxdt',
    '%00',
    '%F0%9F%98%80',
    '..%2f..',
    'x'.repeat(1000),
  ])('is a 404, to read and to write: %s', async (id) => {
    const project = await server.makeProject();
    const path = `/api/v1/projects/${project.id}/profiles/${id}`;
    for (const answer of [
      await server.call('GET', path, project),
      await server.call('PATCH', path, { key: project.key, body: { status: 'vip' } }),
      await server.call('PATCH', path, { key: project.key, body: {} }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'profile_not_found']);
    }
  });
});
