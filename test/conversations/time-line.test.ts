import { afterAll, beforeAll, expect, it } from 'vitest';
import { readTimeLine } from '../../src/dialog/conversations/time-line.ts';
import { readId, showId } from '../../src/platform/ids.ts';
import { allStatements } from '../../src/platform/statement.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';

let server: TestServer;

beforeAll(async () => {
  // Without a worker, so that only these tests write the record.
  server = await startTestServer({ ROLE: 'api' });
});

afterAll(() => server?.close());

/** Puts messages on record whose tasks were deleted. */
async function addRecorded(projectId: string, identityId: string, count: number): Promise<void> {
  await server.server.parts.database.query(
    `INSERT INTO dialog.conversation_messages
       (project_id, id, seq, identity_id, environment, direction, delivery, payload, created_at)
     SELECT $1, gen_random_uuid(), nextval('dialog.tasks_seq_seq'), $2, 'sandbox', 'in', 'received',
       json_build_object('text', n::text, 'data', json_build_object()), now()
     FROM generate_series(1, $3::int) AS n`,
    [projectId, identityId, count],
  );
  await server.server.parts.database.query('ANALYZE dialog.conversation_messages');
}

async function customer() {
  const project = await server.makeProject();
  const channel = await server.makeChannel(project.id);
  const identity = await server.makeIdentity(project.id, channel.id);
  return {
    project,
    channel,
    identity,
    projectId: readId('project', project.id)!,
    identityId: readId('identity', identity.id)!,
    profileId: readId('profile', identity.profile_id)!,
    path: `/projects/${project.id}/profiles/${identity.profile_id}/messages`,
  };
}

it('one time line has the messages of all channels, in the order of their acceptance', async () => {
  const { project, identity, path } = await customer();
  const other = await server.makeChannel(project.id);
  const second = await server.makeIdentity(project.id, other.id);
  await server.make('POST', `/projects/${project.id}/profiles/link`, {
    profile_ids: [identity.profile_id, second.profile_id],
  });
  for (const [n, id] of [identity.id, second.id, identity.id, second.id].entries()) {
    await server.send(project, id, { text: `${n}` });
  }
  const { items } = await server.make('GET', path);
  expect(items.map(({ text, identity_id }: any) => [text, identity_id])).toEqual([
    ['3', second.id],
    ['2', identity.id],
    ['1', second.id],
    ['0', identity.id],
  ]);
  expect(new Set(items.map(({ channel }: any) => channel.id)).size).toBe(2);
});

it('pages neither repeat nor leave out a message, whether it is on record, still a task, or both', async () => {
  const { project, identity, projectId, identityId, path } = await customer();
  await addRecorded(projectId, identityId, 230);
  for (let n = 0; n < 20; n++) await server.send(project, identity.id, { text: `new ${n}` });
  const seen: string[] = [];
  for (let cursor = ''; ; ) {
    const page = await server.make('GET', path + cursor);
    expect(page.items.length).toBeLessThanOrEqual(100);
    seen.push(...page.items.map(({ text }: any) => text));
    if (page.next_cursor === null) break;
    cursor = `?cursor=${page.next_cursor}`;
  }
  const wanted = [
    ...Array.from({ length: 230 }, (_, n) => `${n + 1}`),
    ...Array.from({ length: 20 }, (_, n) => `new ${n}`),
  ];
  expect(seen).toEqual(wanted.reverse());
});

it('a page of thirty thousand messages of one customer reads as few blocks as a page of a thousand, wherever it begins', async () => {
  const { projectId, identityId, profileId } = await customer();
  const { database } = server.server.parts;
  const { text } = [...allStatements()].find(({ name }) => name === 'time-line')!;
  /** The blocks that a page reads, at several places of a conversation of this length. */
  const blocksIn = async (length: number) => {
    const [newest] = await readTimeLine(database, projectId, profileId);
    const blocks = [];
    for (const back of [0, length / 2, length - 150]) {
      const { rows } = await database.query<{ 'QUERY PLAN': any }>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
        [projectId, profileId, newest!.seq - back],
      );
      const [{ Plan: plan }] = rows[0]!['QUERY PLAN'];
      blocks.push(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']);
    }
    return Math.max(...blocks);
  };
  await addRecorded(projectId, identityId, 1000);
  const few = await blocksIn(1000);
  await addRecorded(projectId, identityId, 29_000);
  // The index is a level deeper, and rows lie apart from each other at most as far as their blocks.
  const many = await blocksIn(30_000);
  expect([few, many]).toEqual([few, expect.toSatisfy((n: number) => n < Math.max(few, 50) + 50)]);
});

it('a cursor that no page gave is refused with a sentence', async () => {
  const { path } = await customer();
  const answer = await server.owner('GET', `${path}?cursor=x`);
  expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['query', 'cursor']]);
});

it('an unknown profile has no time line', async () => {
  const { project } = await customer();
  const unknown = showId('profile', '01900000-0000-7000-8000-000000000000');
  const answer = await server.owner('GET', `/projects/${project.id}/profiles/${unknown}/messages`);
  expect([answer.status, answer.body.code]).toEqual([404, 'profile_not_found']);
});
