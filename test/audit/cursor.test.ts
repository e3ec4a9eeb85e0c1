import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeAudit } from '../../src/dialog/audit/entry.ts';
import { numberAllAudit } from '../../src/dialog/audit/numbering.ts';
import { readId } from '../../src/platform/ids.ts';
import { type Database, openDatabase } from '../../src/platform/postgres.ts';
import type { TestProject } from '../harness/client.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';

let server: TestServer;
let twin: TestServer;
/** Connections for writers, so that slow transactions do not take those of the server. */
let database: Database;

beforeAll(async () => {
  server = await useTestServer();
  twin = await startTestServer({ ROLE: 'api' }, server.database);
  database = openDatabase(server.database.address, { connections: 14, onError: () => {} });
});

afterAll(async () => {
  await database?.close();
  await twin?.close();
  await server?.close();
});

const page = (project: TestProject, after: number | string, at: TestServer = server) =>
  at.call('GET', `/api/v1/projects/${project.id}/audit?after=${after}`, { key: project.key });

function entry(project: TestProject, name: string) {
  return {
    projectId: readId('project', project.id)!,
    actor: { type: 'system', id: null, name: null } as const,
    action: 'test.written',
    subject: { type: 'test', id: name },
  };
}

describe('a client that polls with next_cursor', () => {
  it('sees every entry exactly once and in order, while 50 writers commit out of order', async () => {
    const project = await server.makeProject();
    let done = false;
    const written: string[] = [];
    const rolledBack: string[] = [];
    const write = async (writer: number) => {
      for (let round = 0; round < 6; round++) {
        const names = Array.from({ length: 1 + (writer % 4) }, (_, n) => `${writer}/${round}/${n}`);
        const fails = (writer + round) % 7 === 0;
        await database
          .transaction(async (tx) => {
            for (const name of names) {
              await writeAudit(tx, entry(project, name));
              await sleep(Math.random() * 15);
            }
            if (fails) throw new Error('rolled back');
          })
          .catch((error: Error) => {
            if (error.message !== 'rolled back') throw error;
          });
        (fails ? rolledBack : written).push(...names);
      }
    };
    const poll = async (at: TestServer) => {
      const seen: any[] = [];
      let after = 0;
      let empty = 0;
      let pages = 0;
      // Once the writers have ended, one empty page means that everything was seen.
      for (let last = false; ; ) {
        if (done) last = true;
        const { status, body } = await page(project, after, at);
        expect(status).toBe(200);
        pages++;
        if (body.items.length === 0) {
          empty++;
          expect(body.next_cursor).toBe(after);
          if (last) return { seen, empty, pages };
        } else expect(body.next_cursor).toBe(body.items.at(-1).id);
        expect(body.items.length).toBeLessThanOrEqual(100);
        seen.push(...body.items);
        after = body.next_cursor;
      }
    };
    const writing = Promise.all(Array.from({ length: 50 }, (_, writer) => write(writer))).finally(() => {
      done = true;
    });
    const polls = await Promise.all([poll(server), poll(twin), poll(server), writing]);
    expect(written.length).toBeGreaterThan(500);
    for (const { seen, pages } of polls.slice(0, 3) as Awaited<ReturnType<typeof poll>>[]) {
      // There must be many pages meanwhile, or the test would prove nothing.
      expect(pages).toBeGreaterThan(10);
      const ids = seen.map(({ id }) => id as number);
      expect(ids).toEqual(ids.toSorted((a, b) => a - b));
      expect(new Set(ids).size).toBe(ids.length);
      const names = seen.filter(({ action }) => action === 'test.written').map(({ subject }) => subject.id);
      expect(names.toSorted()).toEqual(written.toSorted());
      expect(names.filter((name) => rolledBack.includes(name))).toEqual([]);
      // Within one transaction the order is that of writing.
      for (const name of names) {
        const [writer, round, n] = name.split('/').map(Number);
        if (n > 0) expect(names.indexOf(`${writer}/${round}/${n - 1}`)).toBeLessThan(names.indexOf(name));
      }
    }
  });

  it('misses no entry of a transaction that began before others and committed after them', async () => {
    const project = await server.makeProject();
    let finish: (() => void) | undefined;
    const slow = database.transaction(async (tx) => {
      await writeAudit(tx, entry(project, 'slow'));
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
    });
    await until(() => finish !== undefined);
    await database.transaction((tx) => writeAudit(tx, entry(project, 'quick')));
    const names = async (after: number) => {
      const { body } = await page(project, after);
      return { names: body.items.map((item: any) => item.subject.id), next: body.next_cursor as number };
    };
    try {
      const before = await names(0);
      expect(before.names).toContain('quick');
      expect(before.names).not.toContain('slow');
      // The worker numbers waiting entries twice a second; it must not skip the open transaction either.
      await sleep(800);
      finish?.();
      await slow;
      expect((await names(before.next)).names).toEqual(['slow']);
    } finally {
      finish?.();
      await slow;
    }
  });

  it('sees every entry that was committed before it asked, even while the worker numbers entries', async () => {
    const project = await server.makeProject();
    let after = (await page(project, 0)).body.next_cursor;
    for (let i = 0; i < 100; i++) {
      await database.transaction((tx) => writeAudit(tx, entry(project, String(i))));
      const [{ body }] = await Promise.all([
        page(project, after),
        ...Array.from({ length: 3 }, (_, n) => sleep(n / 2).then(() => numberAllAudit(database))),
      ]);
      expect(body.items.map((item: any) => item.subject.id)).toEqual([String(i)]);
      after = body.next_cursor;
    }
  });
});

describe('a page of the audit log', () => {
  it('holds 100 entries, and the next page continues after them', async () => {
    const project = await server.makeProject();
    await database.transaction((tx) =>
      writeAudit(tx, ...Array.from({ length: 248 }, (_, i) => entry(project, String(i)))),
    );
    const sizes: number[] = [];
    const ids: number[] = [];
    for (let after = 0; ; ) {
      const { body } = await page(project, after);
      sizes.push(body.items.length);
      ids.push(...body.items.map((item: any) => item.id));
      if (body.next_cursor === after) break;
      after = body.next_cursor;
    }
    // The project's own entry and its key's come first.
    expect(sizes).toEqual([100, 100, 50, 0]);
    expect(ids).toEqual(Array.from({ length: 250 }, (_, i) => i + 1));
    // A cursor may be used again, and one in the middle of a page is as good as any.
    const again = await page(project, 7);
    expect(again.body.items[0].id).toBe(8);
    expect((await page(project, 7)).text).toBe(again.text);
  });

  it('returns the same cursor if there is nothing new', async () => {
    const project = await server.makeProject();
    const { body } = await page(project, 0);
    const end = body.next_cursor;
    for (let i = 0; i < 3; i++)
      expect((await page(project, end)).body).toEqual({ items: [], next_cursor: end });
    await database.transaction((tx) => writeAudit(tx, entry(project, 'new')));
    const { body: more } = await page(project, end);
    expect([more.items.length, more.next_cursor]).toEqual([1, end + 1]);
  });

  it.each([
    ['1000000', 1_000_000],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['9223372036854775807', Number.MAX_SAFE_INTEGER],
    ['99999999999999999999999999', Number.MAX_SAFE_INTEGER],
    [`1${'0'.repeat(400)}`, Number.MAX_SAFE_INTEGER],
  ])('after a cursor that was never issued (%s) is empty', async (after, next) => {
    const project = await server.makeProject();
    const answer = await page(project, after);
    expect([answer.status, answer.body]).toEqual([200, { items: [], next_cursor: next }]);
  });

  it.each([
    ['-1', 'greater_than_equal'],
    ['x', 'int_parsing'],
    ['', 'int_parsing'],
    ['1.5', 'int_parsing'],
    ['%00', 'int_parsing'],
  ])('after %j is a 422', async (after, type) => {
    const project = await server.makeProject();
    const answer = await page(project, after);
    expect([answer.status, answer.body.detail[0].loc, answer.body.detail[0].type]).toEqual([
      422,
      ['query', 'after'],
      type,
    ]);
  });

  it('numbers the entries of each project separately', async () => {
    const [first, second] = [await server.makeProject(), await server.makeProject()];
    await database.transaction((tx) =>
      writeAudit(tx, entry(first, 'a'), entry(second, 'b'), entry(first, 'c')),
    );
    const ids = async (project: TestProject) =>
      (await page(project, 0)).body.items.map((item: any) => [item.id, item.subject.type]);
    expect(await ids(first)).toEqual([
      [1, 'project'],
      [2, 'key'],
      [3, 'test'],
      [4, 'test'],
    ]);
    expect(await ids(second)).toEqual([
      [1, 'project'],
      [2, 'key'],
      [3, 'test'],
    ]);
  });
});

describe('the audit entries of one record', () => {
  it('are in the order of the events: accepted before sent, for 100 messages at once', async () => {
    const project = await server.makeProject();
    const channel = await server.makeChannel(project.id);
    const identities = await Promise.all(
      Array.from({ length: 20 }, () => server.makeIdentity(project.id, channel.id)),
    );
    const messages = await Promise.all(
      Array.from({ length: 100 }, (_, i) => (i % 2 ? server : twin).send(project, identities[i % 20]!.id)),
    );
    const ids = messages.map(({ body }) => body.message_id as string);
    const entries = await until(async () => {
      const all = await server.audit(project);
      return all.filter(({ action }) => action === 'message.sent').length === 100 && all;
    });
    for (const id of ids) {
      const own = entries.filter(({ subject }) => subject.id === id);
      expect(own.map(({ action }) => action)).toEqual(['message.accepted', 'message.sent']);
    }
  });

  it('have the documented fields, and never the text of a message', async () => {
    const project = await server.makeProject();
    const channel = await server.makeChannel(project.id);
    const identity = await server.makeIdentity(project.id, channel.id);
    const sent = await server.send(project, identity.id, { text: 'between you and me' });
    await server.outcome(project, sent.body.message_id);
    const entries = await server.audit(project);
    expect(entries.find(({ action }) => action === 'message.accepted')).toEqual({
      id: expect.any(Number),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      actor: { type: 'key', id: project.keyId, name: 'Test key' },
      action: 'message.accepted',
      subject: { type: 'message', id: sent.body.message_id },
      environment: 'sandbox',
      request_id: sent.headers.get('x-request-id'),
      data: { identity_id: identity.id },
    });
    expect(entries.map(({ action }) => action)).toEqual([
      'project.created',
      'key.created',
      'channel.created',
      'identity.created',
      'message.accepted',
      'message.sent',
    ]);
    expect(JSON.stringify(entries)).not.toContain('between you and me');
    expect(JSON.stringify(entries)).not.toContain(project.key);
  });
});
