import { expect, it } from 'vitest';
import { expectAccessible } from '../harness/accessibility.ts';
import type { Screen } from '../harness/browser.ts';
import type { TestProject } from '../harness/client.ts';
import { openPage, server, useConsole, visit } from '../harness/console-scene.ts';
import { until } from '../harness/until.ts';

/** Notes, groups and the layout of the editor's canvas. */

let project: TestProject;

useConsole();

async function open(definition: unknown, screen?: Screen, language = 'en'): Promise<void> {
  project = await server.makeProject();
  await server.make('PUT', `/projects/${project.id}/scenario/draft`, { definition });
  await openPage(`p/${project.id}/scenario`, { language, ...screen });
}

const draft = async () => (await server.make('GET', `/projects/${project.id}/scenario/editor`)) as any;
const viewOf = async (): Promise<any> => (await draft()).view ?? {};
const button = (name: string | RegExp) => visit.page.getByRole('button', { name });
const field = (name: string) => visit.page.getByRole('textbox', { name, exact: true });
const status = (text: string) => visit.page.locator('[data-status]').getByText(text, { exact: true });
const tree = () => visit.page.getByRole('tree', { name: 'Steps' });
const row = (name: string) => tree().getByRole('treeitem', { name: new RegExp(`^${name}(?: |$)`) });
const node = (id: string) => visit.page.locator(`.react-flow__node[data-id="${id}"]`);
const boxOf = async (id: string) => (await node(id).boundingBox())!;

/** Presses the pointer at a point of an element, and lets it go elsewhere. */
async function drag(from: { x: number; y: number }, by: { x: number; y: number }): Promise<void> {
  const { mouse } = visit.page;
  await mouse.move(from.x, from.y);
  await mouse.down();
  // What is dragged goes from where the pointer is once it has moved.
  await mouse.move(from.x + Math.sign(by.x), from.y + Math.sign(by.y));
  await mouse.move(from.x + by.x / 2, from.y + by.y / 2, { steps: 4 });
  await mouse.move(from.x + by.x, from.y + by.y, { steps: 4 });
  await mouse.up();
}

const hello = {
  triggers: [{ type: 'command', command: '/start' }],
  steps: [
    { id: 'ask', type: 'question', text: 'Which city?', field: 'city' },
    {
      ...{ id: 'big', type: 'condition' },
      branches: [{ if: { left: '{{ state.city }}', op: 'eq', right: 'Paris' }, next: 'far' }],
    },
    { id: 'near', type: 'message', text: 'We come to you.' },
    { id: 'far', type: 'message', text: 'We send it.' },
  ],
};

it('a note is written, moved, made larger, undone and deleted, and the definition never changes', async () => {
  await open(hello);
  const before = JSON.stringify((await draft()).definition);
  await visit.click(row('ask'));
  await visit.press('Shift+N');
  await until(async () => (await visit.focused()).startsWith('textarea'));
  await visit.write('Ask the shop before it changes.');
  await status('Saved').waitFor();
  const [id, note] = Object.entries<any>((await viewOf()).notes)[0]!;
  expect(note).toMatchObject({ text: 'Ask the shop before it changes.', beside: 'ask' });
  const key = `note:${id}`;
  await node(key).getByText('Ask the shop before it changes.').waitFor();
  await visit.screenshot('canvas-note');
  await expectAccessible(visit, 'canvas-note');
  // Dragged by its words, and made larger at its corner.
  const { x, y } = await boxOf(key);
  await drag({ x: x + 40, y: y + 20 }, { x: -60, y: -30 });
  await until(async () => Math.abs((await boxOf(key)).x - x + 60) < 3);
  await until(async () => (await viewOf()).notes[id].by.join() !== note.by.join());
  const moved = await boxOf(key);
  await drag({ x: moved.x + moved.width, y: moved.y + moved.height }, { x: 80, y: 50 });
  await until(async () => (await viewOf()).notes[id].size[0] > note.size[0] + 40);
  // By keys alone: on the list, Alt and arrows.
  const size = (await viewOf()).notes[id].size;
  await visit.click(row('Ask the shop before it changes.'));
  await visit.press('Alt+Shift+ArrowRight');
  await until(async () => (await viewOf()).notes[id].size[0] === size[0] + 16);
  const by = (await viewOf()).notes[id].by;
  await visit.press('Alt+ArrowDown');
  await visit.press('Alt+ArrowDown');
  await until(async () => (await viewOf()).notes[id].by[1] === by[1] + 32);
  // One step back each, the nudges together.
  await visit.press('Control+z');
  await until(async () => (await viewOf()).notes[id].size[0] === size[0]);
  await visit.press('Control+Shift+z');
  await until(async () => (await viewOf()).notes[id].by[1] === by[1] + 32);
  // A copy of its own.
  await visit.press('Control+c');
  await visit.press('Control+v');
  await until(async () => Object.keys((await viewOf()).notes).length === 2);
  await visit.press('Delete');
  await until(async () => Object.keys((await viewOf()).notes ?? {}).length === 1);
  await visit.click(row('Ask the shop before it changes.'));
  await visit.press('Delete');
  await until(async () => (await draft()).view === null);
  expect(JSON.stringify((await draft()).definition)).toBe(before);
});

it('selected steps get a frame with a title; who moves it moves them, and who takes it away keeps them', async () => {
  await open(hello);
  await visit.click(row('near'));
  await visit.press('Shift+ArrowDown');
  await visit.page.getByText('2 selected').waitFor();
  await visit.screenshot('canvas-selected');
  await visit.press('Control+g');
  await until(async () => (await visit.focused()).startsWith('input'));
  await visit.type('Delivery');
  await status('Saved').waitFor();
  const [id, group] = Object.entries<any>((await viewOf()).groups)[0]!;
  expect(group).toEqual({ title: 'Delivery', steps: ['near', 'far'] });
  const key = `group:${id}`;
  await visit.screenshot('canvas-group');
  await expectAccessible(visit, 'canvas-group');
  const [frame, near, far] = [await boxOf(key), await boxOf('near'), await boxOf('far')];
  for (const step of [near, far]) {
    expect(step.x).toBeGreaterThan(frame.x);
    expect(step.y + step.height).toBeLessThan(frame.y + frame.height);
  }
  await drag({ x: frame.x + 40, y: frame.y + 12 }, { x: 30, y: 90 });
  await until(async () => Object.keys((await viewOf()).positions ?? {}).length === 2);
  await until(async () => Math.abs((await boxOf('far')).y - far.y - 90) < 3);
  expect(Math.abs((await boxOf('near')).x - near.x - 30)).toBeLessThan(3);
  expect(Math.abs((await boxOf(key)).x - frame.x - 30)).toBeLessThan(3);
  await visit.press('Control+z');
  await until(async () => (await viewOf()).positions === undefined);
  // By keys on the list, and arranged anew.
  await visit.click(row('Delivery'));
  await visit.press('Alt+ArrowRight');
  await until(async () => Object.keys((await viewOf()).positions ?? {}).length === 2);
  await visit.press('Alt+l');
  await until(async () => (await viewOf()).positions === undefined);
  // The group goes with its steps when it is copied.
  await visit.press('Control+c');
  await visit.press('Control+v');
  await row('far2').waitFor();
  await until(async () => Object.keys((await viewOf()).groups).length === 2);
  await visit.press('Control+z');
  await until(async () => Object.keys((await viewOf()).groups).length === 1);
  await visit.click(row('Delivery'));
  await visit.click(button('Take the frame away'));
  await until(async () => (await draft()).view === null);
  expect((await draft()).definition).toEqual(hello);
});

it('selected steps become a sub-scenario that is called in their place, one step back undoes it, and what cannot be is said', async () => {
  await open({
    ...hello,
    steps: [
      { id: 'hi', type: 'message', text: 'Hello.' },
      ...hello.steps.slice(0, 1),
      { id: 'street', type: 'question', text: 'Which street in {{ steps.ask.value }}?', field: 'street' },
      { id: 'done', type: 'message', text: '{{ steps.street.value }}, noted.' },
    ],
  });
  const before = (await draft()).definition;
  await visit.click(row('ask'));
  await visit.press('Shift+ArrowDown');
  await visit.page.getByText('2 selected').waitFor();
  await visit.press('Control+Shift+g');
  await visit.page.getByRole('dialog', { name: 'Make a sub-scenario of 2 steps' }).waitFor();
  await until(async () => (await visit.focused()).startsWith('input'));
  await visit.press('Control+a');
  await visit.type('address');
  await visit.screenshot('canvas-sub-flow-ask');
  await expectAccessible(visit, 'canvas-sub-flow-ask');
  await visit.press('Enter');
  await node('address').waitFor();
  await until(async () => (await visit.focused()) === 'div "Steps"');
  await status('Saved').waitFor();
  const made = (await draft()).definition;
  expect(made.steps.map(({ id }: any) => id)).toEqual(['hi', 'address', 'done']);
  expect(made.steps[2].text).toBe('{{ steps.address.output.street.value }}, noted.');
  expect(made.flows.address.steps.map(({ id }: any) => id)).toEqual(['ask', 'street', 'end']);
  await visit.page.getByText('Flow “address”').waitFor();
  await visit.press('Alt+l');
  await visit.screenshot('canvas-sub-flow');
  // The server takes it as it is.
  await visit.press('p');
  await visit.page.getByRole('alertdialog', { name: 'Publish version 1?' }).waitFor();
  await visit.press('Escape');
  await visit.press('Control+z');
  await until(async () => JSON.stringify((await draft()).definition) === JSON.stringify(before));
  // Two places from which it would go on.
  await open(hello);
  await visit.click(row('big'));
  await visit.press('Control+Shift+g');
  await visit.page.getByText('These steps go on to several places: far, near.', { exact: false }).waitFor();
  await visit.screenshot('canvas-sub-flow-refused');
  await visit.press('Enter');
  await visit.page.getByRole('dialog').waitFor({ state: 'detached' });
  await until(async () => (await visit.focused()) === 'div "Steps"');
});

it('five hundred steps are drawn as far as they are seen, and laid out beside the page: what is typed meanwhile is not held up by it, and is saved', async () => {
  const steps = Array.from({ length: 500 }, (_, i) =>
    i % 3 === 2
      ? { id: `s${i}`, type: 'condition', branches: [{ if: { tag: 'x' }, next: `s${(i * 7) % 500}` }] }
      : { id: `s${i}`, type: 'message', text: `Step ${i}` },
  );
  await open({ ...hello, steps });
  await row('s3').waitFor();
  expect(await visit.page.locator('.react-flow__node').count()).toBeLessThan(200);
  const figures = () =>
    visit.page.evaluate(() => {
      const { performance, tasks } = globalThis as any;
      const layouts = performance.getEntriesByName('parley.layout').map((each: any) => ({
        ...{ start: each.startTime, ms: each.duration },
        longestTask: Math.max(
          0,
          ...tasks
            .filter((task: any) => task.startTime < each.startTime + each.duration)
            .filter((task: any) => task.startTime + task.duration > each.startTime)
            .map(({ duration }: any) => duration),
        ),
      }));
      return layouts as { start: number; ms: number; longestTask: number }[];
    });
  await until(
    async () =>
      (await visit.page.evaluate(
        () => (globalThis as any).performance.getEntriesByName('parley.layout').length,
      )) === 1,
  );
  await visit.page.evaluate(() => {
    const page = globalThis as any;
    page.tasks = [];
    new page.PerformanceObserver((list: any) => page.tasks.push(...list.getEntries())).observe({
      type: 'longtask',
    });
  });
  // Another step is another layout; what is typed into it at once is none.
  await visit.click(row('s2'));
  await visit.press('Control+d');
  await visit.click(row('s3'));
  await visit.click(field('Text (optional)'));
  await visit.press('End');
  await visit.type(' and some words that somebody types meanwhile');
  await until(async () => (await figures()).length === 2);
  const [, second] = await figures();
  // If the page had laid it out itself, its task would have lasted as long.
  expect(second!.longestTask).toBeLessThan(second!.ms);
  await status('Saved').waitFor();
  await until(async () =>
    (await draft()).definition.steps.some(({ text }: any) => text?.endsWith('types meanwhile')),
  );
  expect(await figures()).toHaveLength(2);
  await visit.figures('canvas-500');
  await visit.screenshot('canvas-500');
});
