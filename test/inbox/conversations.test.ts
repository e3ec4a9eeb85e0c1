import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chosen, findConversation } from '../../src/dialog/inbox/conversation-list.ts';
import { followConversations } from '../../src/dialog/inbox/follow.ts';
import { readId } from '../../src/platform/ids.ts';
import type { Queryable } from '../../src/platform/postgres.ts';
import { as } from '../../src/platform/sql-expressions.ts';
import { types } from '../../src/platform/sql-types.ts';
import { search } from '../../src/platform/statement.ts';
import { join } from '../harness/people.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { type InboxScene, makeInboxScene } from './scene.ts';

let server: TestServer;
let scene: InboxScene;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

/** Hands over at once; `bye` is said after the operator has gone. */
const handover = {
  triggers: [{ type: 'command', command: '/start' }, { type: 'any' }],
  steps: [{ id: 'wait', type: 'handover' }],
};

describe('the list of conversations', () => {
  beforeAll(async () => {
    scene = await makeInboxScene(server);
  });

  it('has a customer once, over all channels, and first whoever spoke last', async () => {
    const [ann, bob] = [await scene.customer('ann'), await scene.customer('bob')];
    // Those who speak at once have no order.
    await ann.says('Hello');
    await scene.conversation(ann);
    await bob.says('Good morning');
    await scene.conversation(bob);
    expect(await scene.listed()).toEqual([bob.profileId, ann.profileId]);
    const other = await scene.channel();
    const also = await scene.customer('ann-too', other);
    await also.says('Hello again');
    await scene.conversation(also);
    await server.make('POST', `/projects/${scene.project.id}/profiles/link`, {
      profile_ids: [ann.profileId, also.profileId],
    });
    await until(async () => (await scene.listed()).length === 2);
    await bob.says('Are you there?');
    await until(async () => (await scene.listed())[0] === bob.profileId);
    await also.says('It is me');
    // The words are read where they are; the order follows them.
    await until(async () => (await scene.listed())[0] === ann.profileId);
    const shown = await scene.conversation(ann, ({ last_message }) => last_message.text === 'It is me');
    expect(shown).toMatchObject({
      profile_id: ann.profileId,
      customer: { identity_id: also.identityId, external_id: 'ann-too', channel: { id: other } },
      is_open: true,
      is_unread: true,
      is_held: false,
      waiting_since: null,
      state: 'idle',
      assignee: null,
      last_message: { direction: 'in', author: 'customer', text: 'It is me' },
    });
    expect(await scene.listed()).toEqual([ann.profileId, bob.profileId]);
    expect(await scene.listed(`channel_id=${other}`)).toEqual([ann.profileId]);
    expect(await scene.listed(`channel_id=${bob.channelId}`)).toEqual([bob.profileId]);
    // Both channels are of the sandbox, by whatever else is asked for.
    expect(await scene.listed('environment=sandbox')).toEqual([ann.profileId, bob.profileId]);
    for (const filter of [
      'environment=live',
      'environment=live&unread=true',
      'environment=live&assignee=none',
    ]) {
      expect(await scene.listed(filter)).toEqual([]);
      expect(await scene.listed(filter.replace('live', 'sandbox'))).toEqual([ann.profileId, bob.profileId]);
    }
    const counted = (environment: string) => scene.inbox('GET', `/counts?environment=${environment}`);
    expect((await counted('sandbox')).body).toMatchObject({ open: { count: 2 }, unread: { count: 2 } });
    expect((await counted('live')).body).toMatchObject({ open: { count: 0 }, unread: { count: 0 } });
  });

  it('is not moved by what clients and scenarios say, and has whomever an operator writes to', async () => {
    const before = await scene.listed();
    const [silent, written] = [await scene.customer(), await scene.customer()];
    await server.send(scene.project, silent.identityId, { text: 'News for all' });
    await scene.operator(written.identityId, 'messages', { text: 'This is Ann' });
    await scene.conversation(written);
    expect(await scene.listed()).toEqual([written.profileId, ...before]);
  });

  it('says what the customer said last, whoever spoke since', async () => {
    const [asking, silent] = [await scene.customer(), await scene.customer()];
    await asking.says('Is it blue?');
    await asking.says('Or green?');
    for (const { identityId } of [asking, silent])
      await scene.operator(identityId, 'messages', { text: 'I am looking' });
    const isAnswered = ({ last_message }: any) => last_message.direction === 'out';
    expect(await scene.conversation(asking, isAnswered)).toMatchObject({
      last_message: { author: 'operator', text: 'I am looking' },
      last_heard: { text: 'Or green?', created_at: expect.any(String) },
    });
    expect(await scene.conversation(silent)).toMatchObject({ last_heard: null });
  });

  it('is filtered by tag, by held and waiting dialogs, and by where the scenario stands', async () => {
    await scene.publish(handover);
    const carl = await scene.customer();
    await carl.says('help');
    const shown = await scene.conversation(carl, ({ is_held }) => is_held);
    expect(shown.waiting_since).toEqual(expect.any(String));
    for (const query of ['waiting=true', 'held=true', 'state=waiting', 'open=true&held=true&waiting=true']) {
      expect([query, await scene.listed(query)]).toEqual([query, [carl.profileId]]);
    }
    expect(await scene.listed('held=false')).not.toContain(carl.profileId);
    await scene.operator(carl.identityId, 'hold');
    await scene.conversation(carl, ({ waiting_since }) => waiting_since === null);
    expect(await scene.listed('waiting=true')).toEqual([]);
    await scene.operator(carl.identityId, 'release');
    await scene.conversation(carl, ({ is_held }) => !is_held);
    expect(await scene.listed('held=true')).toEqual([]);

    const patch = (tags: string[]) =>
      server.call('PATCH', `/api/v1/projects/${scene.project.id}/profiles/${carl.profileId}`, {
        key: scene.project.key,
        body: { tags },
      });
    expect((await patch(['vip', 'new'])).status).toBe(200);
    await until(async () => (await scene.listed('tag=vip')).length === 1);
    expect(await scene.listed('tag=vip&held=false')).toEqual([carl.profileId]);
    await patch(['new']);
    await until(async () => (await scene.listed('tag=vip')).length === 0);
    expect(await scene.listed('tag=new')).toEqual([carl.profileId]);
  });

  it('goes on at a cursor without leaving anybody out, and refuses what is no filter', async () => {
    const own = await makeInboxScene(server);
    await fill(own, 120);
    const { upkeep: database } = server.server.parts;
    const projectId = readId('project', own.project.id);
    await database.query(
      'UPDATE dialog.conversations SET unanswered_since = heard_at WHERE project_id = $1 AND is_open',
      [projectId],
    );
    const { rows } = await database.query<{ id: string }>(
      'SELECT profile_id AS id FROM dialog.conversations WHERE project_id = $1 ORDER BY place DESC',
      [projectId],
    );
    const { body: first } = await own.inbox('GET');
    const { body: rest } = await own.inbox('GET', `?cursor=${first.next_cursor}`);
    expect([first.items.length, rest.items.length, rest.next_cursor]).toEqual([100, 20, null]);
    const seen = [...first.items, ...rest.items].map(({ profile_id }: any) => readId('profile', profile_id));
    expect(seen).toEqual(rows.map(({ id }) => id));
    const { body: counts } = await own.inbox('GET', '/counts');
    expect(counts).toEqual({
      open: { count: 100, is_more: true },
      mine: { count: 2, is_more: false },
      unassigned: { count: 100, is_more: true },
      waiting: { count: 1, is_more: false },
      unanswered: { count: 100, is_more: true },
      held: { count: 1, is_more: false },
      unread: { count: 100, is_more: true },
      mine_unread: { count: 2, is_more: false },
    });
    for (const query of ['cursor=x', 'assignee=x', 'unread=false', 'open=maybe', 'state=odd', 'foo=1']) {
      expect([query, (await own.inbox('GET', `?${query}`)).status]).toEqual([query, 422]);
    }
    expect((await own.inbox('GET', '/prof_none')).body.code).toBe('conversation_not_found');
  });
});

describe('what is unread', () => {
  it('is so for each person, until that person has read it or the customer speaks again', async () => {
    const own = await makeInboxScene(server);
    const { client: helper } = await join(server, own.project.id, 'operator');
    const [ann, bob] = [await own.customer(), await own.customer()];
    for (const each of [ann, bob]) {
      await each.says('Hello');
      await own.conversation(each);
    }
    const unread = async () => [await own.listed('unread=true'), await own.listed('unread=true', helper)];
    const both = [bob.profileId, ann.profileId];
    expect(await unread()).toEqual([both, both]);
    expect((await own.inbox('POST', `/${ann.profileId}/read`)).status).toBe(204);
    expect(await unread()).toEqual([[bob.profileId], both]);
    expect((await own.conversation(ann)).is_unread).toBe(false);
    expect((await own.inbox('GET', '/counts')).body.unread).toEqual({ count: 1, is_more: false });
    await ann.says('Is anybody there?');
    await own.conversation(ann, ({ is_unread }) => is_unread);
    expect(await unread()).toEqual([
      [ann.profileId, bob.profileId],
      [ann.profileId, bob.profileId],
    ]);
    for (const each of both) await own.inbox('POST', `/${each}/read`, undefined, helper);
    expect(await unread()).toEqual([[ann.profileId, bob.profileId], []]);
    await own.inbox('POST', `/${bob.profileId}/unread`, undefined, helper);
    expect(await unread()).toEqual([[ann.profileId, bob.profileId], [bob.profileId]]);
    // What a client sends is not something to be read.
    await server.send(own.project, ann.identityId, { text: 'News' });
    await own.inbox('POST', `/${ann.profileId}/read`);
    expect(await own.listed('unread=true')).toEqual([bob.profileId]);
  });

  it('is not what the scenario sees to by itself, but what it leaves to people and what it broke off at', async () => {
    const own = await makeInboxScene(server);
    const [ann, bob, eve] = [await own.customer(), await own.customer(), await own.customer()];
    const standing = async (query: string) => (await own.listed(query)).sort();
    // Nobody answers as long as nothing is published.
    await ann.says('Hello');
    const first = await own.conversation(ann, ({ unanswered_since }) => unanswered_since !== null);
    expect(first).toMatchObject({ is_unread: true, unanswered_since: first.heard_at, waiting_since: null });
    await own.publish({
      triggers: [
        { type: 'text', texts: ['person'], match: 'contains', start: 'person' },
        { type: 'text', texts: ['break'], match: 'contains', start: 'break' },
        { type: 'text', texts: ['hello'], match: 'contains', start: 'hello' },
      ],
      steps: [
        { id: 'hello', type: 'message', text: 'Hello!' },
        { id: 'end', type: 'end' },
        { id: 'break', type: 'end', status: 'failed' },
        { id: 'person', type: 'handover' },
      ],
    });
    await bob.says('hello');
    const handled = await own.conversation(bob);
    expect(handled).toMatchObject({ is_unread: false, unanswered_since: null });
    // What the scenario answers next is answered.
    await ann.says('hello again');
    await own.conversation(ann, ({ unanswered_since }) => unanswered_since === null);
    await own.inbox('POST', `/${ann.profileId}/read`);
    expect(await standing('unread=true')).toEqual([]);
    expect(await standing('unanswered=true')).toEqual([]);
    await bob.says('Something else');
    await own.conversation(bob, ({ is_unread, unanswered_since }) => is_unread && unanswered_since !== null);
    await eve.says('break');
    await own.conversation(eve, ({ is_unread, unanswered_since }) => is_unread && unanswered_since !== null);
    await ann.says('person');
    await own.conversation(ann, ({ is_unread, waiting_since }) => is_unread && waiting_since !== null);
    const all = [ann, bob, eve].map(({ profileId }) => profileId).sort();
    expect([await standing('unread=true'), await standing('unanswered=true')]).toEqual([all, all]);
    expect((await own.inbox('GET', '/counts')).body).toMatchObject({
      ...{ waiting: { count: 1 }, unanswered: { count: 3 }, unread: { count: 3 }, mine_unread: { count: 0 } },
    });
    // An answer of a person ends it.
    await own.operator(bob.identityId, 'messages', { text: 'This is Ann' });
    await own.conversation(bob, ({ is_unread, unanswered_since }) => !is_unread && unanswered_since === null);
    expect(await standing('unanswered=true')).toEqual([ann, eve].map(({ profileId }) => profileId).sort());
  });

  it('is also what was said in the moment in which something else happened with the customer', async () => {
    const own = await makeInboxScene(server);
    const ann = await own.customer();
    await ann.says('Hello');
    await own.conversation(ann, ({ unanswered_since }) => unanswered_since !== null);
    await own.operator(ann.identityId, 'messages', { text: 'This is Ann' });
    await own.conversation(ann, ({ unanswered_since }) => unanswered_since === null);
    // As if an entry of something else was followed between the turn of what comes now and the entry of that turn.
    await server.server.parts.database.query(
      `UPDATE dialog.conversations SET heard_at = '2100-01-01' WHERE profile_id = $1`,
      [readId('profile', ann.profileId)],
    );
    await ann.says('One more thing');
    await own.conversation(ann, ({ is_unread, unanswered_since }) => is_unread && unanswered_since !== null);
  });

  it('is what was said between the note of what is unread and the list, too', async () => {
    const own = await makeInboxScene(server);
    const { owner } = await server.make('GET', '/session');
    const reader = { projectId: readId('project', own.project.id)!, personId: readId('owner', owner.id)! };
    const ann = await own.customer();
    await ann.says('Hello');
    await own.conversation(ann);
    await own.inbox('POST', `/${ann.profileId}/close`);
    const profileId = readId('profile', ann.profileId)!;
    const { database } = server.server.parts;
    let looked = false;
    // Speaks after the first statement, which notes what is unread.
    const between: Queryable = {
      async query(...given: Parameters<Queryable['query']>) {
        const result = await database.query(...given);
        if (!looked) {
          looked = true;
          await ann.says('One more thing');
          await own.conversation(ann, ({ is_open }) => is_open);
          // Only another person's look may have noted it.
          await database.query(
            `UPDATE dialog.conversation_readers SET place = place - 1 WHERE project_id = $1`,
            [reader.projectId],
          );
          await database.query(
            'UPDATE dialog.conversation_reads SET unread_place = NULL WHERE project_id = $1',
            [reader.projectId],
          );
        }
        return result as never;
      },
    };
    const shown = await findConversation(between, reader, profileId);
    expect([shown?.isOpen, shown?.isUnread]).toEqual([true, true]);
  });

  it('is at most the thousand newest conversations for whoever looks for the first time', async () => {
    const own = await makeInboxScene(server);
    await fill(own, 1500);
    expect((await own.inbox('GET', '?unread=true')).body.items).toHaveLength(100);
    const { rows } = await server.server.parts.database.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM dialog.conversation_reads WHERE project_id = $1 AND unread_place IS NOT NULL',
      [readId('project', own.project.id)],
    );
    expect(rows).toEqual([{ n: 900 }]); // a tenth of them is closed
  });
});

/** Adds conversations, each with a customer of its own, of which every hundredth is something special. */
async function fill(own: InboxScene, many: number): Promise<string> {
  const { upkeep: database } = server.server.parts;
  const projectId = readId('project', own.project.id)!;
  const channelId = readId('channel', own.channelId)!;
  const { owner } = await server.make('GET', '/session');
  const ownerId = readId('owner', owner.id)!;
  await database.query(
    `WITH made AS (
       SELECT gen_random_uuid() AS profile, gen_random_uuid() AS identity, n FROM generate_series(1, $3) AS n
     ), a AS (
       INSERT INTO dialog.profiles (project_id, id) SELECT $1, profile FROM made
     ), b AS (
       INSERT INTO dialog.identities (project_id, id, channel_id, external_id, profile_id)
       SELECT $1, identity, $2, 'of-many-' || n, profile FROM made
     ), c AS (
       INSERT INTO dialog.conversation_tags (project_id, profile_id, tag, is_open, place)
       SELECT $1, profile, CASE n % 100 WHEN 0 THEN 'rare' ELSE 'usual' END, n % 10 < 9, n FROM made
     )
     INSERT INTO dialog.conversations (project_id, profile_id, place, identity_id, channel_id, state, heard_at, is_held,
       wanted_at, is_open, assignee_id)
     SELECT $1, profile, n, identity, $2, CASE n % 100 WHEN 0 THEN 'failed' ELSE 'ended' END, now(), n % 100 = 0,
       CASE n % 100 WHEN 0 THEN now() END, n % 10 < 9, CASE n % 100 WHEN 1 THEN $4::uuid END
     FROM made`,
    [projectId, channelId, many, ownerId],
  );
  return ownerId;
}

it('what is said while two customers are made one moves their conversation up when the log tells of it', async () => {
  // Of its own: its places in the list lie in the future.
  const scene = await makeInboxScene(server);
  const [dora, emil] = [await scene.customer('dora'), await scene.customer('emil')];
  for (const each of [dora, emil]) {
    await each.says('Hello');
    await scene.conversation(each);
  }
  await server.make('POST', `/projects/${scene.project.id}/conversations/${dora.profileId}/close`, {});
  await server.make('POST', `/projects/${scene.project.id}/conversations/${emil.profileId}/close`, {});
  const fritz = await scene.customer('fritz');
  await fritz.says('Hello');
  await scene.conversation(fritz);
  // A turn and a merge have ended, and the log has not got as far as either of them.
  const { database, upkeep } = server.server.parts;
  const ids = [readId('identity', emil.identityId), readId('profile', dora.profileId)];
  await upkeep.query('UPDATE dialog.identities SET profile_id = $2 WHERE id = $1', ids);
  await upkeep.query('UPDATE dialog.dialogs SET last_heard_at = now() WHERE identity_id = $1', [ids[0]]);
  const place = (await upkeep.query('SELECT max(place) AS last FROM dialog.conversations')).rows[0]!.last;
  const entry = (more: object) =>
    ({
      projectId: readId('project', scene.project.id),
      actorType: 'system',
      identityId: null,
      ...more,
    }) as never;
  const merged = { action: 'profile.merged', subjectType: 'profile', subjectId: dora.profileId };
  const spoken = {
    action: 'dialog.moved',
    subjectType: 'dialog',
    subjectId: emil.identityId,
    identityId: ids[0],
  };
  const follow = (more: object) => database.transaction((tx) => followConversations(tx, [entry(more)]));
  await follow({ ...merged, data: { absorbed: [emil.profileId] }, id: Number(place) + 1000 });
  const afterMerge = await scene.conversation(dora);
  expect([afterMerge.is_open, (await scene.listed())[0]]).toEqual([false, fritz.profileId]);
  await follow({ ...spoken, data: null, id: Number(place) + 1001 });
  const afterWords = await scene.conversation(dora);
  expect([afterWords.is_open, (await scene.listed())[0]]).toEqual([true, dora.profileId]);
});

it('a page and its counts cost a page each, however many conversations there are', async () => {
  const own = await makeInboxScene(server);
  const { upkeep: database } = server.server.parts;
  const projectId = readId('project', own.project.id)!;
  const personId = await fill(own, 20_000);
  await database.query('ANALYZE dialog.conversations, dialog.conversation_tags, dialog.conversation_reads');
  await own.listed('unread=true');
  const filters = [
    {},
    { open: true },
    { open: false },
    { open: true, assignee: 'me' },
    { open: true, assignee: 'none' },
    { open: false, waiting: true },
    { open: true, held: false },
    { open: false, held: true },
    { open: true, channel_id: own.channelId },
    { open: false, state: 'failed' as const },
    { open: false, tag: 'rare' },
    { open: true, tag: 'usual' },
    { open: true, unread: true },
    { open: true, unanswered: true },
    { open: true, environment: 'sandbox' as const },
    { open: true, environment: 'live' as const },
    { open: false, environment: 'live' as const, assignee: 'none' },
  ];
  for (const given of filters) {
    for (const before of [undefined, 19_500]) {
      const wanted = chosen({ projectId, personId }, given, before);
      const costly = await search(
        {
          query: (config: any) =>
            database.query({ ...config, text: `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${config.text}` }),
        } as never,
        { plan: as(types.text, wanted) },
        () => wanted,
      );
      const [{ Plan: top }] = costly[0]!.plan as any;
      expect([given, before, top['Shared Hit Blocks'] + top['Shared Read Blocks'] < 600]).toEqual([
        given,
        before,
        true,
      ]);
    }
  }
});
