import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import type { Answer, TestProject } from '../harness/client.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { withinOneDay } from '../harness/within-one-day.ts';
import { closeScenes, makeScene, type Scene } from './scene.ts';

let server: TestServer;
/** Another instance on the same database. */
let twin: TestServer;
let project: TestProject;
let scene: Scene;

beforeAll(async () => {
  server = await useTestServer();
  twin = await startTestServer({}, server.database);
  project = await server.makeProject();
  scene = await makeScene(server, project);
});

afterAll(async () => {
  await twin?.close();
  await server?.close();
  await closeScenes();
});

function post(raw: string, key: string, at: TestServer = server, by: TestProject = project): Promise<Answer> {
  return at.call('POST', `/api/v1/projects/${by.id}/messages`, {
    key: by.key,
    raw,
    headers: { 'idempotency-key': key },
  });
}

const replayed = (answer: Answer) => answer.headers.get('idempotency-replayed');

/** Returns when all messages that were accepted for this identity are sent, since they are sent in order. */
async function drain(identityId: string): Promise<void> {
  const last = await server.send(project, identityId, { text: 'the last one' });
  expect(await server.outcome(project, last.body.message_id)).toBe('message.sent');
}

const entriesOf = async (messageId: string) =>
  (await server.audit(project)).filter((e) => e.subject.id === messageId).map((e) => e.action);

describe('the same Idempotency-Key and body', () => {
  it('get the first status and body again, with a header that says so, and send one message', async () => {
    const identityId = await scene.identity('again');
    const body = JSON.stringify({ identity_id: identityId, text: 'once' });
    const key = randomUUID();
    const first = await post(body, key);
    expect([first.status, replayed(first)]).toEqual([202, null]);
    for (const at of [server, twin, server]) {
      const again = await post(body, key, at);
      expect([again.status, again.text, replayed(again)]).toEqual([202, first.text, 'true']);
    }
    await drain(identityId);
    expect((await post(body, key)).text).toBe(first.text);
    expect(scene.texts('again')).toEqual(['once', 'the last one']);
    expect(await entriesOf(first.body.message_id)).toEqual(['message.accepted', 'message.sent']);
  });

  it('are the same in another spelling: order of members, white space, escapes, a BOM', async () => {
    const identityId = await scene.identity('spelling');
    const key = randomUUID();
    const first = await post(
      `{"identity_id":"${identityId}","text":"né","buttons":[{"text":"a","payload":{"x":1,"y":[]}}]}`,
      key,
    );
    expect(first.status).toBe(202);
    for (const raw of [
      `{"buttons":[{"payload":{"y":[],"x":1},"text":"a"}],"text":"né","identity_id":"${identityId}"}`,
      ` {\n\t"identity_id" : "${identityId}" ,\r\n "text":"n\\u00e9", "buttons":[ {"text":"a","payload":{ "x" :1,"y":[ ]}} ] } `,
      `\ufeff{"identity_id":"${identityId}","text":"n\\u00E9","buttons":[{"text":"\\u0061","payload":{"x":1,"y":[]}}]}`,
    ]) {
      const again = await post(raw, key);
      expect([again.status, again.text, replayed(again)]).toEqual([202, first.text, 'true']);
    }
    await drain(identityId);
    expect(scene.texts('spelling')).toEqual(['né', 'the last one']);
  });

  it('get the same answer with another key of the project', async () => {
    const identityId = await scene.identity();
    const body = JSON.stringify({ identity_id: identityId, text: 'shared' });
    const key = randomUUID();
    const first = await post(body, key);
    const other = await server.makeKey(project.id, ['messages:write']);
    const again = await post(body, key, twin, { ...project, key: other.key });
    expect([again.status, again.text, replayed(again)]).toEqual([202, first.text, 'true']);
  });

  it('sent 50 times at once to two instances, make one message and 50 equal answers', async () => {
    const identityId = await scene.identity('burst');
    for (const round of [1, 2, 3]) {
      const key = randomUUID();
      const body = JSON.stringify({ identity_id: identityId, text: `round ${round}` });
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, i) => post(body, key, i % 2 ? server : twin)),
      );
      expect(new Set(answers.map((a) => a.status))).toEqual(new Set([202]));
      expect(new Set(answers.map((a) => a.text)).size).toBe(1);
      expect(answers.filter((a) => replayed(a) === null)).toHaveLength(1);
      expect(answers.filter((a) => replayed(a) === 'true')).toHaveLength(49);
    }
    await drain(identityId);
    expect(scene.texts('burst')).toEqual(['round 1', 'round 2', 'round 3', 'the last one']);
  });
});

describe('the same Idempotency-Key with another body', () => {
  it.each([
    ['another text', '"text":"a"', '"text":"b"'],
    ['one more field', '"text":"a"', '"text":"a","columns":1'],
    ['1 and 1.0', '"text":"a","columns":1', '"text":"a","columns":1.0'],
    [
      'two integers that are one double',
      '"text":"a","buttons":[{"text":"x","payload":9007199254740993}]',
      '"text":"a","buttons":[{"text":"x","payload":9007199254740992}]',
    ],
    ['null and absent', '"text":"a","unknown":null', '"text":"a"'],
  ])('are a 409: %s', async (_name, first, second) => {
    const identityId = await scene.identity();
    const key = randomUUID();
    const accepted = await post(`{"identity_id":"${identityId}",${first}}`, key);
    expect(accepted.status).toBe(202);
    for (const at of [server, twin]) {
      const refused = await post(`{"identity_id":"${identityId}",${second}}`, key, at);
      expect([refused.status, refused.body.code]).toEqual([409, 'idempotency_key_reused']);
      expect(replayed(refused)).toBeNull();
    }
    const again = await post(`{"identity_id":"${identityId}",${first}}`, key);
    expect([again.status, again.text]).toEqual([202, accepted.text]);
  });

  it('at the same instant at two instances let one body win, and only its repetitions get the answer', async () => {
    const identityId = await scene.identity('race');
    const key = randomUUID();
    const bodies = ['a', 'b'].map((text) => JSON.stringify({ identity_id: identityId, text }));
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        post(bodies[(i >> 1) % 2]!, key, i % 2 ? server : twin).then((answer) => ({
          body: bodies[(i >> 1) % 2]!,
          answer,
        })),
      ),
    );
    const winners = answers.filter(({ answer }) => answer.status === 202);
    const losers = answers.filter(({ answer }) => answer.status !== 202);
    expect(new Set(winners.map(({ body }) => body)).size).toBe(1);
    expect(new Set(winners.map(({ answer }) => answer.text)).size).toBe(1);
    expect(winners).toHaveLength(20);
    expect(new Set(losers.map(({ answer }) => answer.body.code))).toEqual(
      new Set(['idempotency_key_reused']),
    );
    await drain(identityId);
    expect(scene.texts('race')).toHaveLength(2);
  });
});

describe('a repeated request gets the first answer whatever has changed since', () => {
  it('after the channel was deleted', async () => {
    const own = await makeScene(server, project);
    const identityId = await own.identity();
    const body = JSON.stringify({ identity_id: identityId, text: 'hello' });
    const key = randomUUID();
    const first = await post(body, key);
    expect(await server.outcome(project, first.body.message_id)).toBe('message.sent');
    await server.make('DELETE', `/projects/${project.id}/channels/${own.channelId}`);
    const fresh = await post(body, randomUUID());
    expect([fresh.status, fresh.body.code]).toEqual([404, 'identity_not_found']);
    const again = await post(body, key);
    expect([again.status, again.text, replayed(again)]).toEqual([202, first.text, 'true']);
    const other = await post(body.replace('hello', 'bye'), key);
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused']);
  });

  it('after the identity was deleted, and after its channel accepts less than before', async () => {
    const { database } = server.server.parts;
    const own = await makeScene(server, project);
    const identityId = await own.identity();
    // 4098 UTF-16 units: more than Telegram takes.
    const body = JSON.stringify({ identity_id: identityId, text: '😀'.repeat(2049) });
    const key = randomUUID();
    const first = await post(body, key);
    expect(await server.outcome(project, first.body.message_id)).toBe('message.sent');

    await database.query("UPDATE dialog.channels SET type = 'telegram' WHERE id = $1", [
      readId('channel', own.channelId),
    ]);
    expect((await post(body, randomUUID())).status).toBe(422);
    expect([await post(body, key)].map((a) => [a.status, a.text])).toEqual([[202, first.text]]);

    await database.query('DELETE FROM dialog.identities WHERE id = $1', [readId('identity', identityId)]);
    expect((await post(body, randomUUID())).status).toBe(404);
    expect([await post(body, key)].map((a) => [a.status, a.text])).toEqual([[202, first.text]]);
  });

  it('when the project has reached its daily limit', async () => {
    const identityId = await scene.identity();
    await withinOneDay();
    const body = JSON.stringify({ identity_id: identityId, text: 'today' });
    const key = randomUUID();
    const first = await post(body, key);
    const strict = await startTestServer({ PROJECT_DAILY_LIMIT: '1' }, server.database);
    try {
      const fresh = await post(body, randomUUID(), strict);
      expect([fresh.status, fresh.body.code]).toEqual([429, 'daily_limit']);
      const again = await post(body, key, strict);
      expect([again.status, again.text, replayed(again)]).toEqual([202, first.text, 'true']);
    } finally {
      await strict.close();
    }
  });

  it('when the queue of the project is full', async () => {
    // A separate database, where no worker drains the queue.
    const full = await startTestServer({ ROLE: 'api', PROJECT_QUEUE_LIMIT: '1' });
    try {
      const by = await full.makeProject();
      const channel = await full.makeChannel(by.id);
      const identity = await full.makeIdentity(by.id, channel.id);
      const body = JSON.stringify({ identity_id: identity.id, text: 'first' });
      const key = randomUUID();
      const first = await post(body, key, full, by);
      expect(first.status).toBe(202);
      const fresh = await post(body, randomUUID(), full, by);
      expect([fresh.status, fresh.body.code]).toEqual([429, 'queue_full']);
      const again = await post(body, key, full, by);
      expect([again.status, again.text, replayed(again)]).toEqual([202, first.text, 'true']);
    } finally {
      await full.close();
    }
  });
});

describe('a rejected request', () => {
  it('does not use up its key, whatever the reason', async () => {
    const identityId = await scene.identity('free');
    const key = randomUUID();
    const good = JSON.stringify({ identity_id: identityId, text: 'at last' });
    const narrow = await server.makeKey(project.id, ['audit:read']);
    const rejected = [
      await post('{', key),
      await post(JSON.stringify({ identity_id: identityId, text: '' }), key),
      await post(JSON.stringify({ identity_id: 'idn_nobody', text: 'hello' }), key),
      await post(good, key, server, { ...project, key: narrow.key }),
      await post(good, key, server, { ...project, key: 'pk_wrong' }),
      await post(`{"identity_id":"${identityId}","text":"${'x'.repeat(2 ** 20)}"}`, key),
    ];
    expect(rejected.map((answer) => answer.status)).toEqual([422, 422, 404, 403, 401, 413]);
    const accepted = await post(good, key);
    expect([accepted.status, replayed(accepted)]).toEqual([202, null]);
  });

  it('does not take the key of a good one at the same instant', async () => {
    const identityId = await scene.identity();
    const key = randomUUID();
    const bad = JSON.stringify({ identity_id: 'idn_nobody', text: 'hello' });
    const good = JSON.stringify({ identity_id: identityId, text: 'hello' });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => post(i % 2 ? good : bad, key, i % 4 < 2 ? server : twin)),
    );
    const accepted = answers.filter((_, i) => i % 2);
    expect(new Set(accepted.map((a) => `${a.status} ${a.text}`)).size).toBe(1);
    expect(accepted[0]!.status).toBe(202);
    for (const { status } of answers.filter((_, i) => i % 2 === 0)) expect([404, 409]).toContain(status);
  });
});

describe('an Idempotency-Key', () => {
  it('belongs to one project only', async () => {
    const other = await server.makeProject();
    const channel = await server.makeChannel(other.id);
    const theirs = await server.makeIdentity(other.id, channel.id);
    const ours = await scene.identity();
    const key = randomUUID();
    const first = await post(JSON.stringify({ identity_id: ours, text: 'ours' }), key);
    const second = await post(JSON.stringify({ identity_id: theirs.id, text: 'theirs' }), key, server, other);
    expect([first.status, second.status, replayed(second)]).toEqual([202, 202, null]);
    expect(second.body.message_id).not.toBe(first.body.message_id);
  });

  it('is required, and has 8 to 100 characters', async () => {
    const identityId = await scene.identity();
    const body = { identity_id: identityId, text: 'hello' };
    const path = `/api/v1/projects/${project.id}/messages`;
    const without = await server.call('POST', path, { key: project.key, body });
    expect([without.status, without.body.detail]).toEqual([
      422,
      [{ type: 'missing', loc: ['header', 'idempotency-key'], msg: 'Field required', input: null }],
    ]);
    for (const [length, status, type] of [
      [7, 422, 'string_too_short'],
      [8, 202, undefined],
      [100, 202, undefined],
      [101, 422, 'string_too_long'],
    ] as const) {
      const key = randomUUID().repeat(3).slice(0, length);
      const answer = await post(JSON.stringify(body), key);
      expect([length, answer.status, answer.body.detail?.[0].type]).toEqual([length, status, type]);
    }
  });

  it('is reported together with errors of the body', async () => {
    const answer = await post('{"text":""}', 'short');
    expect(answer.body.detail.map((item: any) => item.loc)).toEqual([
      ['header', 'idempotency-key'],
      ['body', 'identity_id'],
      ['body', 'text'],
    ]);
  });
});
