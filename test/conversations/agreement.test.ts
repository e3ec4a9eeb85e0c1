import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDialogScene } from '../dialogs/scene.ts';
import { png } from '../files/scene.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { type Browser, identityOf, makeChat, openBrowser } from '../webchat/scene.ts';

let server: TestServer;

beforeAll(async () => {
  server = await useTestServer();
});
afterAll(() => server?.close());

interface Told {
  id: string;
  direction: string;
  text: string;
  files: string[];
}

/** The time line has what the customer sent beside the content, and what was sent to them in it. */
const filesOf = ({ attachments = [], content }: any): string[] =>
  [...attachments, ...(content?.attachments ?? [])].map((file: any) => file.file_id);

/** Uploads a picture as the visitor. @returns the id of its file */
async function uploadOf(visitor: Browser, channelId: string): Promise<string> {
  const answer = await server.call('POST', `/api/chat/${channelId}/files?name=cat.png`, {
    raw: png(4, 3),
    headers: {
      ...{ origin: 'https://shop.example', authorization: `Bearer ${visitor.token}` },
      'content-type': 'image/png',
    },
  });
  expect(answer.status).toBe(201);
  return answer.body.file_id;
}

it('the record, the history, the transcript of the web chat and the audit log tell of the same messages', async () => {
  const project = await server.makeProject();
  const chat = await makeChat(server, project);
  const scene = await makeDialogScene(server, project, chat.id);
  await scene.publish({
    triggers: [{ type: 'any' }],
    steps: [
      { id: 'hello', type: 'message', text: 'Hello' },
      { id: 'ask', type: 'question', text: 'Your name?', field: 'name' },
      { id: 'thanks', type: 'message', text: 'Thanks, {{ state.name }}' },
    ],
  });
  const visitors = await Promise.all([openBrowser(server, chat.id), openBrowser(server, chat.id)]);
  const identities: string[] = [];
  for (const [n, visitor] of visitors.entries()) {
    expect((await visitor.say(`Visitor ${n}`)).status).toBe(202);
    const identity = await identityOf(server, project, visitor.visitorId);
    identities.push(identity);
    await scene.settled(identity);
    const picture = await uploadOf(visitor, chat.id);
    const withPicture = { message_id: randomUUID(), attachments: [{ type: 'image', file_id: picture }] };
    expect((await visitor.call('POST', '/messages', withPicture)).status).toBe(202);
    expect((await visitor.say(`Ann ${n}`)).status).toBe(202);
    await scene.settled(identity);
    expect((await scene.operator(identity, 'messages', { text: 'An operator here' })).status).toBe(202);
    const sent = await server.send(project, identity, {
      text: 'From the shop',
      attachments: [{ type: 'image', file_id: picture }],
    });
    await server.outcome(project, sent.body.message_id);
  }

  const entries = await server.audit(project);
  const logged = (identity: string) =>
    entries.filter(
      ({ action, data }) =>
        ['message.received', 'message.accepted'].includes(action) && data.identity_id === identity,
    );
  for (const [n, visitor] of visitors.entries()) {
    const identity = identities[n]!;
    const { profile_id } = await scene.dialog(identity);
    const told = await until(async () => {
      const page = await server.make('GET', `/projects/${project.id}/profiles/${profile_id}/messages`);
      const items: any[] = page.items.toReversed();
      return items.length === 8 && items.every(({ delivery }) => delivery !== 'queued') && items;
    });
    const record: Told[] = told.map((item) => ({
      ...{ id: item.id, direction: item.direction, text: item.text ?? item.content.text },
      files: filesOf(item),
    }));
    expect(record.map(({ text }) => text)).toEqual([
      ...[`Visitor ${n}`, 'Hello', 'Your name?', '', `Ann ${n}`, `Thanks, Ann ${n}`],
      ...['An operator here', 'From the shop'],
    ]);
    expect(record.map(({ files }) => files.length)).toEqual([0, 0, 0, 1, 0, 0, 0, 1]);

    const history: Told[] = (await scene.history(identity)).map((item) => ({
      ...{ id: item.id, direction: item.direction, text: item.text },
      files: filesOf(item),
    }));
    expect(history).toEqual(record);

    const transcript = (await visitor.messages()).map((message) => ({
      ...{ id: message.message_id, direction: message.direction, text: message.text },
      files: filesOf(message),
    }));
    expect(transcript.toSorted(byId)).toEqual(record.toSorted(byId));

    expect(
      logged(identity)
        .map(({ subject, action, data }) => ({
          ...{ id: subject.id, direction: action === 'message.received' ? 'in' : 'out' },
          files: filesOf(data),
        }))
        .toSorted(byId),
    ).toEqual(record.map(({ text: _, ...rest }) => rest).toSorted(byId));
  }
});

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
