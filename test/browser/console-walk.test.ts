import { expect, it } from 'vitest';
import type { TestProject } from '../harness/client.ts';
import { openPage, server, useConsole, visit } from '../harness/console-scene.ts';
import { until } from '../harness/until.ts';

/** The editor by keys alone, in a scenario as large as they may be. */

let project: TestProject;

useConsole();

/** Questions, choices of two, messages, and conditions that lead back. */
const large = {
  triggers: [{ type: 'command', command: '/start' }],
  steps: Array.from({ length: 499 }, (_, i) => {
    if (i === 498) return { id: 'last', type: 'message', text: 'Goodbye.' };
    if (i % 10 === 4)
      return {
        ...{ id: `s${i}`, type: 'choice', text: `Which of ${i}?` },
        options: [
          { text: 'This', next: `s${i + 1}` },
          { text: 'That', next: `s${Math.min(i + 4, 497)}` },
        ],
      };
    if (i % 10 === 9)
      return {
        ...{ id: `s${i}`, type: 'condition' },
        branches: [{ if: { tag: 'x' }, next: `s${i - 9}` }],
      };
    if (i % 10 === 2) return { id: `s${i}`, type: 'question', text: `Question ${i}?`, field: `f${i}` };
    return { id: `s${i}`, type: 'message', text: `Message ${i}.` };
  }),
};

const draft = async () => (await server.make('GET', `/projects/${project.id}/scenario/editor`)) as any;
const stepsOf = async (): Promise<any[]> => (await draft()).definition.steps;
const stepOf = async (id: string) => (await stepsOf()).find((step) => step.id === id);
const isAt = (id: string) => until(() => new URL(visit.page.url()).searchParams.get('step') === id);
const dialog = (name: string) => visit.page.getByRole('dialog', { name }).waitFor();
const isInText = () => until(async () => (await visit.focused()).startsWith('textarea'));
/** A node is drawn where one can see it. */
const isDrawn = (id: string) => visit.page.locator(`.react-flow__node[data-id="${id}"]`).waitFor();

it('by keys alone somebody walks through five hundred steps, changes, adds, connects, deletes and finds them, and publishes', async () => {
  project = await server.makeProject();
  await server.make('PUT', `/projects/${project.id}/scenario/draft`, { definition: large });
  await openPage(`p/${project.id}/scenario`, { width: 1440, height: 900 });
  await visit.page.locator('.react-flow__node').first().waitFor();
  const canvas =
    'div "Graph of “Scenario”: arrows go along its edges, a number takes the way out with that number, Enter opens the form"';
  const isOnCanvas = () => until(async () => (await visit.focused()).startsWith(canvas));
  await visit.tabTo(canvas);
  // Along the edges.
  for (const id of ['@0', 's0', 's1', 's2', 's3', 's4']) {
    await visit.press('ArrowRight');
    await isAt(id);
  }
  // A reader of screens is told where somebody is, and where the ways lead.
  await visit.page.getByText('s4. Choice. Which of 4?', { exact: false }).first().waitFor();
  await visit.page.getByText('Leads to 1 s5, 2 s8', { exact: false }).waitFor();
  // The second way out of the choice, and back the way somebody came, not against the first edge that leads there.
  await visit.press('2');
  await isAt('s8');
  await visit.press('ArrowLeft');
  await isAt('s4');
  await visit.press('ArrowLeft');
  await isAt('s3');
  // Its form, its text, and back on the canvas at the same step.
  await visit.press('Enter');
  await isInText();
  await visit.press('End');
  await visit.type(' Go on?');
  await visit.press('Escape');
  await isOnCanvas();
  await isAt('s3');
  await until(async () => (await stepOf('s3')).text === 'Message 3. Go on?');
  // A step behind it, which is called by what it says.
  await visit.press('n');
  await dialog('Add a step');
  await visit.type('message');
  await visit.press('Enter');
  await isInText();
  await visit.type('Look');
  await visit.press('Escape');
  await isOnCanvas();
  await isAt('look');
  await isDrawn('look');
  // It leads to one that is far away, and the arrow goes there.
  await visit.press('c');
  await dialog('Where “look” leads');
  await visit.write('Message 300');
  await visit.press('Enter');
  await isOnCanvas();
  await until(async () => (await stepOf('look'))?.next === 's300');
  await visit.press('ArrowRight');
  await isAt('s300');
  await isDrawn('s300');
  await visit.press('ArrowLeft');
  await isAt('look');
  // Deleted and brought back.
  await visit.press('Delete');
  await until(async () => (await stepOf('look')) === undefined);
  await isOnCanvas();
  await visit.press('Control+z');
  await until(async () => (await stepOf('look'))?.next === 's300');
  await isOnCanvas();
  // Found by what it says: somebody who walks goes on from there.
  await visit.press('Control+f');
  await dialog('Find a step');
  await visit.page.getByText('450 more: type to find them.').waitFor();
  await visit.type('goodbye');
  await visit.press('Enter');
  await isAt('last');
  await isOnCanvas();
  await isDrawn('last');
  // Farther away and closer, what is selected stays in sight.
  const zoom = () => visit.page.locator('[data-zoom]').getAttribute('data-zoom');
  await visit.press('Shift+Digit1');
  await until(async () => (await zoom()) !== 'all');
  await until(async () => {
    await visit.press('Equal');
    return (await zoom()) === 'all';
  });
  await isDrawn('last');
  await visit.press('ArrowUp');
  await until(() => new URL(visit.page.url()).searchParams.get('step') !== 'last');
  await visit.screenshot('walk-500');
  // Published.
  await visit.page.locator('[data-status]').getByText('Saved', { exact: true }).waitFor();
  await visit.press('p');
  await visit.page.getByRole('alertdialog', { name: 'Publish version 1?' }).waitFor();
  await visit.press('Tab');
  await visit.press('Enter');
  await visit.page.getByText('Version 1 is published.').waitFor();
  await isOnCanvas();
  expect(
    (await server.make('GET', `/projects/${project.id}/scenario`)).published.definition.steps,
  ).toHaveLength(500);
  await visit.figures('walk-500');
});
