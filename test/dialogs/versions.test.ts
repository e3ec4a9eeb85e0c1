import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import { wholeSeconds } from '../harness/patience.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { makeDialogScene } from './scene.ts';

let server: TestServer;

beforeAll(async () => {
  server = await useTestServer();
});

afterAll(async () => {
  await server?.close();
});

/** Asks once, and then says which version it is. */
const version = (name: string) => ({
  triggers: [{ type: 'event' }],
  steps: [
    { id: 'ask', type: 'question', text: `Question of ${name}`, field: 'answer' },
    { id: 'say', type: 'message', text: `Answer of ${name}` },
  ],
});

describe('a dialog in progress when another version is published', () => {
  it('ends on the version that it began with, and the next one begins on the newest', async () => {
    const scene = await makeDialogScene(server);
    expect(await scene.publish(version('one'))).toBe(1);
    const identity = await scene.identity();
    await scene.event(identity, 'begin');
    await scene.waitForTold(identity, 1);
    expect(await scene.publish(version('two'))).toBe(2);
    expect((await scene.dialog(identity)).version).toBe(1);
    await scene.event(identity, 'an answer');
    expect(await scene.waitForTold(identity, 2)).toEqual(['Question of one', 'Answer of one']);
    await scene.event(identity, 'begin again');
    expect((await scene.waitForTold(identity, 3))[2]).toBe('Question of two');
    expect((await scene.dialog(identity)).version).toBe(2);
  });

  it('is not affected by a draft or by a restored version', async () => {
    const scene = await makeDialogScene(server);
    const base = `/projects/${scene.project.id}/scenario`;
    await scene.publish(version('one'));
    await scene.publish(version('two'));
    const identity = await scene.identity();
    await scene.event(identity, 'begin');
    await scene.waitForTold(identity, 1);
    await server.make('PUT', `${base}/draft`, { definition: version('draft') });
    const restored = await server.make('POST', `${base}/versions/1/restore`);
    expect(restored).toMatchObject({ version: 3, restored_from: 1, definition: version('one') });
    await scene.event(identity, 'an answer');
    expect((await scene.waitForTold(identity, 2))[1]).toBe('Answer of two');
    await scene.event(identity, 'begin again');
    expect((await scene.waitForTold(identity, 3))[2]).toBe('Question of one');
  });
});

it('the dialogs that are under way are counted by version, those of other projects and the ended ones not', async () => {
  const [scene, other] = [await makeDialogScene(server), await makeDialogScene(server)];
  const counts = async ({ project }: typeof scene) =>
    server.make('GET', `/projects/${project.id}/scenario/versions/dialogs`);
  await scene.publish(version('one'));
  expect(await counts(scene)).toEqual({ items: [], is_complete: true });
  const identities = [await scene.identity(), await scene.identity(), await scene.identity()];
  for (const identity of identities) {
    await scene.event(identity, 'begin');
    await scene.waitForTold(identity, 1);
  }
  await scene.publish(version('two'));
  await scene.event(identities[0]!, 'an answer');
  await scene.waitForTold(identities[0]!, 2);
  await scene.event(identities[1]!, 'an answer');
  await scene.waitForTold(identities[1]!, 2);
  await scene.event(identities[1]!, 'begin again');
  await scene.waitForTold(identities[1]!, 3);
  expect(await counts(scene)).toEqual({
    items: [
      { version: 2, dialogs: 1 },
      { version: 1, dialogs: 1 },
    ],
    is_complete: true,
  });
  expect(await counts(other)).toEqual({ items: [], is_complete: true });
});

describe('in a scenario that waits', () => {
  it('a question that is not answered in time goes to its on_timeout', async () => {
    const scene = await makeDialogScene(server);
    await scene.publish({
      triggers: [{ type: 'event' }],
      steps: [
        { id: 'ask', type: 'question', text: 'Quick?', field: 'a', timeout_seconds: 1, on_timeout: 'late' },
        { id: 'done', type: 'end' },
        { id: 'late', type: 'message', text: 'Too late' },
      ],
    });
    const identity = await scene.identity();
    await scene.event(identity, 'begin');
    expect(await scene.waitForTold(identity, 2)).toEqual(['Quick?', 'Too late']);
    // A later message starts the dialog again.
    await scene.event(identity, 'an answer after all');
    expect(await scene.settled(identity)).toEqual(['started', 'started']);
  });

  it('a delay lasts for its time, and messages meanwhile do not end it', async () => {
    const scene = await makeDialogScene(server);
    // Long enough for something to be said meanwhile.
    const seconds = wholeSeconds(2);
    await scene.publish({
      triggers: [{ type: 'event' }],
      steps: [
        { id: 'wait', type: 'delay', seconds },
        { id: 'say', type: 'message', text: 'Later' },
      ],
    });
    const identity = await scene.identity();
    const begun = Date.now();
    await scene.event(identity, 'begin');
    await scene.event(identity, 'hurry');
    expect(await scene.settled(identity)).toEqual(['started', 'ignored']);
    expect(await scene.waitForTold(identity, 1)).toEqual(['Later']);
    expect(Date.now() - begun).toBeGreaterThanOrEqual(seconds * 1000);
  });
});

it('all dialogs of a customer share one state: a field set through one channel is read through another', async () => {
  const scene = await makeDialogScene(server);
  await scene.publish({
    triggers: [{ type: 'event' }],
    steps: [
      { id: 'count', type: 'set', values: { n: '{{state.n | default: 0 | plus: 1}}' } },
      { id: 'say', type: 'message', text: 'n = {{state.n}}' },
    ],
  });
  const other = await makeDialogScene(server, scene.project, (await server.makeChannel(scene.project.id)).id);
  const [here, there] = [await scene.identity(), await other.identity()];
  // Two accounts of one customer, as linking makes them.
  await server.server.parts.database.query(
    `UPDATE dialog.identities AS i SET profile_id = first.profile_id FROM dialog.identities AS first
     WHERE i.project_id = $1 AND first.project_id = $1 AND first.id = $2`,
    [readId('project', scene.project.id), readId('identity', here)],
  );
  await Promise.all(Array.from({ length: 20 }, (_, i) => scene.event(i % 2 ? here : there, 'count')));
  await scene.settled(here);
  await scene.settled(there);
  const told = [...(await scene.told(here)), ...(await scene.told(there))];
  expect(told.map((text) => Number(text.slice(4))).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, i) => i + 1),
  );
});
