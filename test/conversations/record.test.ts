import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conversationRecorder } from '../../src/dialog/conversations/record.ts';
import { followConversations } from '../../src/dialog/inbox/follow.ts';
import { readId } from '../../src/platform/ids.ts';
import type { Database } from '../../src/platform/postgres.ts';
import { type DialogScene, greeting, makeDialogScene } from '../dialogs/scene.ts';
import type { TestProject } from '../harness/client.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { closeScenes, makeScene } from '../messages/scene.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(async () => {
  await closeScenes();
  await server?.close();
});

interface Recorded {
  id: string;
  direction: string;
  delivery: string;
  text: string;
}

/** What is on record of a project, in the order of acceptance. */
async function recorded(project: { id: string }): Promise<Recorded[]> {
  const { rows } = await server.server.parts.database.query<Recorded>(
    `SELECT id, direction, delivery, payload->>'text' AS text FROM dialog.conversation_messages
     WHERE project_id = $1 ORDER BY seq`,
    [readId('project', project.id)],
  );
  return rows;
}

/** Deletes finished tasks, as their retention does. */
const forgetTasks = (project: { id: string }) =>
  server.server.parts.database.query(
    `DELETE FROM dialog.tasks WHERE project_id = $1 AND state IN ('succeeded', 'failed')`,
    [readId('project', project.id)],
  );

const timeLine = async (project: { id: string }, profileId: string): Promise<any[]> => {
  const items: any[] = [];
  for (let cursor = ''; ; ) {
    const page = await server.make('GET', `/projects/${project.id}/profiles/${profileId}/messages${cursor}`);
    items.push(...page.items);
    if (page.next_cursor === null) return items.reverse();
    cursor = `?cursor=${page.next_cursor}`;
  }
};

const profileOf = async (scene: DialogScene, identityId: string): Promise<string> =>
  (await scene.dialog(identityId)).profile_id;

describe('the record of conversations', () => {
  it('has everything that was said, by whom exactly, and what became of it', async () => {
    const scene = await makeDialogScene(server);
    const version = await scene.publish(greeting);
    const identity = await scene.identity();
    await scene.event(identity, 'begin');
    await scene.settled(identity);
    await scene.operator(identity, 'messages', { text: 'This is Ann' });
    const sent = await server.send(scene.project, identity, {
      text: 'Your parcel left',
      buttons: ['Where?'],
    });
    await server.outcome(scene.project, sent.body.message_id);
    const rows = await until(async () => {
      const found = await recorded(scene.project);
      return found.length === 3 && found.every(({ delivery }) => delivery === 'sent') && found;
    });
    expect(rows.map(({ direction, text }) => [direction, text])).toEqual([
      ['out', 'Your name?'],
      ['out', 'This is Ann'],
      ['out', 'Your parcel left'],
    ]);
    const said = await timeLine(scene.project, await profileOf(scene, identity));
    expect(said.map(({ author, by, delivery }) => ({ author, by, delivery }))).toEqual([
      { author: 'scenario', by: { workflow: null, version, step: 'name' }, delivery: 'sent' },
      { author: 'operator', by: { email: 'owner@example.com' }, delivery: 'sent' },
      { author: 'client', by: { key: scene.project.keyId }, delivery: 'sent' },
    ]);
    expect(said[2]).toMatchObject({
      id: sent.body.message_id,
      content: { buttons: [{ text: 'Where?' }], keyboard: 'reply', format: 'plain' },
    });
  });

  it('stays when tasks are deleted: for the time line, the history of a dialog, and a client that asks', async () => {
    const scene = await makeDialogScene(server);
    await scene.publish(greeting);
    const identity = await scene.identity();
    await scene.event(identity, 'begin');
    await scene.settled(identity);
    await scene.event(identity, 'Bob');
    const sent = await server.send(scene.project, identity, { text: 'Bye' });
    await server.outcome(scene.project, sent.body.message_id);
    await scene.waitForTold(identity, 3);
    const profile = await profileOf(scene, identity);
    await until(
      async () => (await recorded(scene.project)).filter(({ delivery }) => delivery === 'sent').length === 3,
    );
    const before = await timeLine(scene.project, profile);
    const told = await scene.told(identity);
    await until(async () => {
      await forgetTasks(scene.project);
      return (await scene.history(identity)).every(({ direction }) => direction !== 'event');
    });
    expect(await timeLine(scene.project, profile)).toEqual(before);
    expect(await scene.told(identity)).toEqual(told);
    const path = `/api/v1/projects/${scene.project.id}/messages/${sent.body.message_id}`;
    expect(await server.call('GET', path, scene.project)).toMatchObject({
      status: 200,
      body: { message_id: sent.body.message_id, identity_id: identity, status: 'sent', error: null },
    });
  });

  it('agrees with the audit log, message by message, when everything is finished', async () => {
    const project = await server.makeProject();
    const scene = await makeScene(server, project, ({ body }, response) => {
      response.statusCode = body.text.includes('bad') ? 400 : 200;
      response.end();
    });
    const identities = await Promise.all([scene.identity(), scene.identity(), scene.identity()]);
    const sent = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        server.send(project, identities[n % 3]!, { text: n % 7 === 0 ? `bad ${n}` : `good ${n}` }),
      ),
    );
    await Promise.all(sent.map(({ body }) => server.outcome(project, body.message_id)));
    const fromLog = new Map(
      (await server.audit(project))
        .filter(({ action }) => /^message\.(sent|failed|unknown)$/.test(action))
        .map(({ subject, action }) => [readId('message', subject.id)!, action.slice('message.'.length)]),
    );
    expect(fromLog.size).toBe(60);
    await until(async () => {
      const rows = await recorded(project);
      return rows.length === 60 && rows.every(({ id, delivery }) => fromLog.get(id) === delivery);
    });
  });

  it('is written once however many processes write it', async () => {
    const api = await startTestServer({ ROLE: 'api' });
    try {
      const project = await api.makeProject();
      const channel = await api.makeChannel(project.id);
      const identity = await api.makeIdentity(project.id, channel.id);
      await Promise.all(
        Array.from({ length: 40 }, (_, n) => api.send(project, identity.id, { text: `${n}` })),
      );
      await api.audit(project);
      const { database } = api.server.parts;
      await Promise.all(
        Array.from({ length: 4 }, () => conversationRecorder(database, followConversations).run()),
      );
      const { rows } = await database.query(
        `SELECT count(*)::int AS n, count(DISTINCT seq)::int AS seqs FROM dialog.conversation_messages`,
      );
      expect(rows).toEqual([{ n: 40, seqs: 40 }]);
    } finally {
      await api.close();
    }
  });

  it('of many projects is written together, and one that cannot be written does not stop the others', async () => {
    const api = await startTestServer({ ROLE: 'api' });
    try {
      const { database } = api.server.parts;
      const projects = await Promise.all(
        Array.from({ length: 12 }, async () => {
          const project = await api.makeProject();
          const channel = await api.makeChannel(project.id);
          const identity = await api.makeIdentity(project.id, channel.id);
          await api.send(project, identity.id);
          await api.send(project, identity.id);
          await api.audit(project);
          return project;
        }),
      );
      const recordedOf = async () => {
        const { rows } = await database.query<{ id: string; n: number }>(
          `SELECT project_id AS id, count(*)::int AS n FROM dialog.conversation_messages GROUP BY project_id`,
        );
        return new Map(rows.map(({ id, n }) => [id, n]));
      };
      const ids = projects.map(({ id }) => readId('project', id)!);
      const faulty = ids[5]!;
      await database.query(
        `ALTER TABLE dialog.conversation_messages ADD CONSTRAINT refused CHECK (project_id <> '${faulty}')`,
      );
      let transactions = 0;
      const counted: Database = {
        ...database,
        transaction: (work, options) => {
          transactions++;
          return database.transaction(work, options);
        },
      };
      await expect(conversationRecorder(counted, followConversations).run()).rejects.toThrow('refused');
      expect(await recordedOf()).toEqual(
        new Map(ids.filter((id) => id !== faulty).map((id) => [id, 2] as const)),
      );
      await database.query('ALTER TABLE dialog.conversation_messages DROP CONSTRAINT refused');
      transactions = 0;
      await database.query('TRUNCATE dialog.conversation_messages, dialog.conversation_cursors CASCADE');
      await conversationRecorder(counted, followConversations).run();
      expect(await recordedOf()).toEqual(new Map(ids.map((id) => [id, 2] as const)));
      expect(transactions).toBeLessThanOrEqual(2);
    } finally {
      await api.close();
    }
  });

  it('shows a message that is not on record yet, so no reader is ever behind', async () => {
    const api = await startTestServer({ ROLE: 'api' });
    try {
      const project = await api.makeProject();
      const channel = await api.makeChannel(project.id);
      const identity = await api.makeIdentity(project.id, channel.id);
      const sent = await api.send(project, identity.id, { text: 'Hello' });
      const path = `/projects/${project.id}/profiles/${identity.profile_id}/messages`;
      expect((await api.make('GET', path)).items).toMatchObject([
        { id: sent.body.message_id, delivery: 'queued', finished_at: null },
      ]);
      const asked = await api.call(
        'GET',
        `/api/v1/projects/${project.id}/messages/${sent.body.message_id}`,
        project,
      );
      expect(asked).toMatchObject({
        status: 200,
        body: { status: 'queued', error: null, finished_at: null },
      });
    } finally {
      await api.close();
    }
  });
});

describe('a client that asks what became of a message', () => {
  let project: TestProject;
  let path: string;

  beforeAll(async () => {
    project = await server.makeProject();
    const channel = await server.makeChannel(project.id);
    const { id } = await server.makeIdentity(project.id, channel.id);
    path = `/api/v1/projects/${project.id}/messages/${(await server.send(project, id)).body.message_id}`;
  });

  it('needs one of two scopes', async () => {
    for (const [scope, status] of [
      ['messages:write', 200],
      ['audit:read', 200],
      ['profiles:read', 403],
    ] as const) {
      const { key } = await server.makeKey(project.id, [scope]);
      const answer = await server.call('GET', path, { key });
      expect([scope, answer.status]).toEqual([scope, status]);
      if (status === 403) expect(answer.body.detail).toContain('messages:write or audit:read');
    }
  });

  it('gets 404 for what is no message of this project to a customer', async () => {
    for (const id of ['msg_01m7w93vqpe8gtb6x0z4m2r9ka', 'nonsense', 'job_01m7w93vqpe8gtb6x0z4m2r9ka']) {
      const answer = await server.call('GET', `/api/v1/projects/${project.id}/messages/${id}`, project);
      expect([answer.status, answer.body.code]).toEqual([404, 'message_not_found']);
    }
  });
});
