import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { expectAccessible, expectNothingSideways } from '../harness/accessibility.ts';
import type { Screen } from '../harness/browser.ts';
import type { TestProject } from '../harness/client.ts';
import { localhost, openPage, server, useConsole, visit } from '../harness/console-scene.ts';
import { join } from '../harness/people.ts';
import { until } from '../harness/until.ts';

let project: TestProject;

useConsole();

const booking = JSON.parse(readFileSync('examples/booking/scenario/draft.json', 'utf8')).definition;

/** Opens a page of a project of its own as the owner. @param definition the draft; absent: nobody has begun one */
async function open(path: string, definition?: unknown, screen?: Screen): Promise<void> {
  project = await server.makeProject();
  if (definition) await server.make('PUT', `/projects/${project.id}/scenario/draft`, { definition });
  await openPage(`p/${project.id}/${path}`, screen);
}

const button = (name: string | RegExp) =>
  visit.page.getByRole('button', { name, exact: typeof name === 'string' });
const field = (name: string) => visit.page.getByRole('textbox', { name, exact: true });
const status = (text: string) => visit.page.locator('[data-status]').getByText(text, { exact: true });
const draft = async () => (await server.make('GET', `/projects/${project.id}/scenario/editor`)) as any;
const tree = () => visit.page.getByRole('tree', { name: 'Steps' });
const row = (name: string) => tree().getByRole('treeitem', { name: new RegExp(`^${name}(?: |$)`) });
const stepsOf = async (): Promise<any[]> => (await draft()).definition.steps;

const focusIn = (target: ReturnType<typeof field>) =>
  until(() => target.evaluate((element: any) => element === element.ownerDocument.activeElement));

/** Presses Tab until a field has the focus. */
async function tabInto(target: ReturnType<typeof field>): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 40; presses++) {
    if (await target.evaluate((element: any) => element === element.ownerDocument.activeElement)) return;
    await visit.press('Tab');
  }
  throw new Error('Tab does not lead there');
}

it('an author sees the whole flow as a graph, its steps as a list, and the form of the one that is selected', async () => {
  await open('scenario', booking);
  await row(booking.steps[0].id).waitFor();
  await visit.screenshot('flow-whole');
  await visit.click(row(booking.steps[1].id));
  await visit.screenshot('flow-step');
  await expectAccessible(visit, 'flow-step');
});

it('what is typed into a form is saved by itself, can be undone, and is published after a question', async () => {
  await open('scenario');
  await visit.page.getByRole('heading', { name: 'What should the bot say?' }).waitFor();
  await expectAccessible(visit, 'flow-empty');
  await visit.click(button('Begin with a first message'));
  await row('hello').waitFor();
  await focusIn(field('Text (optional)'));
  await visit.press('End');
  await visit.write(' Welcome!');
  await status('Saved').waitFor();
  await until(async () => (await stepsOf())[0]?.text === 'Hello! How can we help? Welcome!');
  // Typing in one field is one step back.
  await visit.press('Control+z');
  await until(async () => (await field('Text (optional)').inputValue()) === 'Hello! How can we help?');
  await visit.press('Control+Shift+z');
  await until(async () => (await field('Text (optional)').inputValue()).endsWith('Welcome!'));
  await status('Saved').waitFor();
  await visit.click(button('Publish'));
  await visit.page.getByRole('alertdialog', { name: 'Publish version 1?' }).waitFor();
  expect(await visit.focused()).toBe('button "Cancel"');
  await visit.screenshot('flow-publish');
  await visit.press('Tab');
  await visit.press('Enter');
  await visit.page.getByText('Version 1 is published.').waitFor();
  const { published } = await server.make('GET', `/projects/${project.id}/scenario`);
  expect(published.definition.steps[0].text).toBe('Hello! How can we help? Welcome!');
});

const hello = {
  triggers: [{ type: 'command', command: '/start' }],
  steps: [
    { id: 'ask', type: 'question', text: 'Which city?', field: 'city' },
    { id: 'done', type: 'message', text: 'Thank you.' },
  ],
};

it('by keyboard alone a step is added, named, completed with a template, connected, moved and deleted', async () => {
  await open('scenario', hello);
  await row('ask').waitFor();
  await visit.tabTo('div "Steps"');
  await visit.press('ArrowDown');
  await visit.press('ArrowDown');
  await until(async () => (await row('ask').getAttribute('aria-selected')) === 'true');
  // Behind it a condition.
  await visit.press('n');
  await visit.page.getByRole('dialog', { name: 'Add a step' }).waitFor();
  await visit.type('Condi');
  await visit.screenshot('flow-new-step');
  await visit.press('ArrowDown');
  await visit.press('Enter');
  await row('condition').waitFor();
  // What it does comes first: its first side, with what templates can read.
  const value = visit.page.getByRole('textbox', { name: 'Value', exact: true });
  await focusIn(value);
  await visit.press('Shift+Tab');
  await visit.press('Control+a');
  await visit.type('in_paris');
  await visit.press('Enter');
  await row('in_paris').waitFor();
  await tabInto(value);
  await visit.type('{{ci');
  await visit.page.getByRole('option', { name: 'state.city' }).waitFor();
  await visit.screenshot('flow-completion');
  await visit.press('Enter');
  await until(async () => (await value.inputValue()) === '{{ state.city }}');
  await status('Saved').waitFor();
  const [, condition] = await stepsOf();
  expect(condition).toMatchObject({
    id: 'in_paris',
    branches: [{ if: { left: '{{ state.city }}' }, next: 'done' }],
  });
  // Connected by name, from the list.
  await visit.tabTo('div "Steps"', 'Shift+Tab');
  await visit.press('c');
  await visit.page.getByRole('dialog', { name: 'Where “in_paris” leads' }).waitFor();
  await visit.write('Which city');
  await visit.press('Enter');
  await visit.page.getByRole('dialog').waitFor({ state: 'detached' });
  await until(async () => (await stepsOf())[1]?.next === 'ask');
  // The list has the focus again. Moved to the end, and taken away.
  await until(async () => (await visit.focused()) === 'div "Steps"');
  await visit.press('Alt+ArrowDown');
  await until(async () => (await stepsOf())[2]?.id === 'in_paris');
  await visit.press('Delete');
  await until(async () => (await stepsOf()).length === 2);
  // All of it is undone.
  for (let steps = 0; steps < 20; steps++) await visit.press('Control+z');
  await status('Saved').waitFor();
  await until(async () => JSON.stringify((await draft()).definition) === JSON.stringify(hello));
});

it('what two people change in different steps is joined; of one step the author chooses, and nothing is saved over; what is typed without a connection is there after the tab was closed', async () => {
  await open('scenario', hello);
  visit.expectFault(/status of 412/);
  await visit.click(row('ask'));
  // Somebody else saves meanwhile.
  const other = structuredClone(hello);
  other.steps[1]!.text = 'See you soon.';
  await server.make('PUT', `/projects/${project.id}/scenario/draft`, { definition: other });
  await visit.click(field('Text'));
  await visit.press('End');
  await visit.type('!');
  await visit.page.getByText('owner@example.com has changed the draft, too.').waitFor();
  await status('Saved').waitFor();
  await until(async () => (await stepsOf())[0].text === 'Which city?!');
  expect((await stepsOf())[1].text).toBe('See you soon.');
  // The same step.
  other.steps[0]!.text = 'Where are you?';
  await server.make('PUT', `/projects/${project.id}/scenario/draft`, { definition: other });
  await visit.type('?');
  await visit.page.getByRole('dialog', { name: 'Two people changed the same steps' }).waitFor();
  await visit.screenshot('flow-clash');
  expect((await stepsOf())[0].text).toBe('Where are you?');
  await visit.click(visit.page.getByText('Yours', { exact: true }));
  await visit.click(button('Save this choice'));
  await until(async () => (await stepsOf())[0].text === 'Which city?!?');
  // Undoing does not take away what the other one did.
  await visit.press('Control+z');
  await status('Saved').waitFor();
  expect((await stepsOf())[1].text).toBe('See you soon.');

  // Without a connection.
  await visit.click(row('done'));
  visit.expectFault(/ERR_FAILED/);
  await visit.page.route('**/scenario/draft', (route) => route.abort());
  await visit.click(field('Text (optional)'));
  await visit.press('End');
  await visit.type(' Bye.');
  await visit.page.getByText('Not saved, trying again.').waitFor();
  await visit.screenshot('flow-not-saved');
  await visit.page.unroute('**/scenario/draft');
  await visit.open('about:blank');
  expect((await stepsOf())[1].text).toBe('See you soon.');
  await visit.open(`${localhost()}/console/p/${project.id}/scenario?step=done`);
  await until(async () => (await stepsOf())[1].text === 'See you soon. Bye.');
  expect(await field('Text (optional)').inputValue()).toBe('See you soon. Bye.');
});

it('JSON is edited beside the graph: what cannot be read stays in its pane, what can is in the graph at once', async () => {
  await open('scenario', hello);
  await visit.click(visit.page.getByRole('button', { name: 'JSON' }));
  const text = visit.page.getByRole('textbox', { name: 'The definition as JSON' });
  await visit.click(text);
  await visit.press('Control+a');
  await visit.type('{"triggers": [], "steps": [{"id": "only", "type": "message", "text": "Hi"');
  await visit.page.getByText('This cannot be read as JSON yet.').waitFor();
  await row('ask').waitFor();
  await visit.screenshot('flow-json');
  await visit.press('Control+End');
  await visit.type('}]}');
  await row('only').waitFor();
  await until(async () => (await stepsOf()).length === 1);
  await expectAccessible(visit, 'flow-json');
});

it('steps that are copied are pasted with ids of their own; texts for what does not fit are ready to be taken; a new step says what is missing', async () => {
  await open('scenario', hello);
  await visit.click(row('ask'));
  await visit.press('Shift+ArrowDown');
  await visit.press('Control+c');
  await visit.press('Control+v');
  await row('done2').waitFor();
  await until(async () => (await stepsOf()).map(({ id }) => id).join() === 'ask,done,ask2,done2');
  await visit.press('Control+z');
  await row('done2').waitFor({ state: 'detached' });

  // What a question says if the answer does not fit.
  await visit.click(row('ask'));
  await visit.click(select(/Has to be|Type/));
  await visit.click(option('A phone number'));
  await field('If the answer does not fit (optional)').waitFor();
  await visit.screenshot('flow-again');
  await visit.click(button(/^\+ Please send a phone number/));
  await until(async () => (await stepsOf())[0].validate?.message?.startsWith('Please send a phone number'));
  // So does whoever hands over to a person.
  await visit.click(row('done'));
  await visit.press('n');
  await visit.write('Hand over');
  await visit.press('Enter');
  await visit.click(button('+ A person will answer you here.'));
  await until(async () => (await stepsOf())[2]?.text === 'A person will answer you here.');

  await visit.click(button('Add a step').first());
  await visit.type('question');
  await visit.press('Enter');
  await visit.page.getByText('Nothing is written in “Text” yet.').first().waitFor();
  expect(await visit.page.getByText('should have at least').count()).toBe(0);
});

it('a phone shows a draft for reading, and says so', async () => {
  await open('scenario', booking, { width: 390, height: 844, touch: true });
  await visit.page.getByText('On a small screen drafts can only be read.').waitFor();
  await visit.page.locator('.react-flow__node').first().waitFor();
  expect(await button('Publish').count()).toBe(0);
  expect(await button('Add a step').count()).toBe(0);
  await expectNothingSideways(visit);
  await expectAccessible(visit, 'flow-phone');
});

const select = (name: RegExp) => visit.page.locator('[data-form]').getByRole('button', { name });
const option = (name: string) => visit.page.getByRole('option', { name, exact: true });

it('a step that is added by another word for it is in sight, is written first, and is called by what it says', async () => {
  const steps = Array.from({ length: 30 }, (_, i) => ({ id: `s${i}`, type: 'message', text: `Step ${i}` }));
  await open('scenario', { ...hello, steps });
  await visit.click(row('s20'));
  await visit.press('n');
  await visit.page.getByRole('dialog', { name: 'Add a step' }).waitFor();
  await visit.write('phone ask');
  await visit.screenshot('flow-alias');
  await visit.press('ArrowDown');
  await visit.press('Enter');
  await row('question').waitFor();
  await focusIn(field('Text'));
  await visit.write('What is your phone number, please?');
  const node = visit.page.locator('.react-flow__node [data-selected]');
  const isInSight = async () => {
    const canvas = (await visit.page.getByRole('application', { name: /^Graph/ }).boundingBox())!;
    if ((await node.count()) !== 1) return false;
    const box = (await node.boundingBox())!;
    return box.x >= canvas.x && box.x + box.width <= canvas.x + canvas.width && box.y >= canvas.y;
  };
  await until(isInSight);
  await visit.press('Tab');
  await row('what_is_your_phone_number').waitFor();
  await status('Saved').waitFor();
  expect((await stepsOf())[21]).toMatchObject({ id: 'what_is_your_phone_number', type: 'question' });
  // Naming is no step back of its own.
  await visit.press('Control+z');
  await row('question').waitFor();
  expect(await field('Text').inputValue()).toBe('');
  // Once it has a name, what it says no longer changes it.
  await visit.press('Control+Shift+z');
  await row('what_is_your_phone_number').waitFor();
  await visit.click(field('Text'));
  await visit.press('End');
  await visit.type(' Thanks.');
  await visit.press('Tab');
  await until(async () => (await stepsOf())[21].text.endsWith('Thanks.'));
  expect((await stepsOf())[21].id).toBe('what_is_your_phone_number');
  // Everything is laid out anew: it is still in sight.
  await visit.press('Alt+l');
  await until(isInSight);
});

it('letters typed at a field that chooses lead to no other page; a way out is ended by a word: the last step needs nothing for it, another one leads to an end that is made once', async () => {
  await open('scenario', {
    ...hello,
    steps: [
      ...hello.steps,
      { id: 'more', type: 'condition', branches: [{ if: { tag: 'x' }, next: 'ask' }] },
      { id: 'last', type: 'message', text: 'Bye.' },
    ],
  });
  await visit.click(row('last'));
  await select(/^End here Then/).waitFor();
  await visit.click(row('ask'));
  await until(async () => (await field('Id').inputValue()) === 'ask');
  await visit.click(select(/Then/));
  await visit.page.getByRole('listbox').waitFor();
  await visit.press('Escape');
  await visit.page.getByRole('listbox').waitFor({ state: 'detached' });
  expect(await visit.focused()).toMatch(/^button/);
  await visit.type('ga');
  expect(new URL(visit.page.url()).pathname).toMatch(/\/scenario$/);
  await visit.click(select(/Then/));
  await visit.screenshot('flow-end-here');
  await visit.click(option('End here'));
  await row('end').waitFor();
  await visit.click(row('done'));
  await until(async () => (await field('Id').inputValue()) === 'done');
  await visit.click(select(/Then/));
  await visit.click(option('End here'));
  await until(async () => {
    const [ask, done] = await stepsOf();
    return ask.next === 'end' && done.next === 'end';
  });
  expect((await stepsOf()).map(({ id }) => id)).toEqual(['ask', 'done', 'more', 'last', 'end']);
  // A new step at the end stands before it: the last step goes on with the new one.
  await visit.open(`${localhost()}/console/p/${project.id}/scenario`);
  await visit.click(button('Add a step').first());
  await visit.type('message');
  await visit.press('Enter');
  await until(async () => (await stepsOf()).map(({ id }) => id).join() === 'ask,done,more,last,message,end');
  // What was built is tried from here.
  await visit.click(visit.page.getByRole('link', { name: 'Try it' }));
  await visit.page.getByRole('heading', { name: 'Test chat' }).waitFor();
});

it('a template that reads what there is not says what was meant, and one press writes it; the head says what is live, and the question before publishing what changes', async () => {
  const steps = [
    hello.steps[0],
    { id: 'done', type: 'message', text: 'Welcome to {{ city }}, city of light.' },
  ];
  await open('scenario', { ...hello, steps });
  await visit.click(row('done'));
  await visit.page.locator('[data-form]').getByText('Did you mean {{ state.city }}?').first().waitFor();
  await visit.screenshot('flow-meant');
  await visit.click(button('Write state.city'));
  await until(async () => (await stepsOf())[1].text === 'Welcome to {{ state.city }}, city of light.');
  await visit.page.getByText('Did you mean').first().waitFor({ state: 'detached' });
  await visit.press('Control+z');
  await visit.page.getByText('Did you mean').first().waitFor();
  await visit.press('Control+Shift+z');
  await until(async () => (await stepsOf())[1].text === 'Welcome to {{ state.city }}, city of light.');

  await visit.page.getByText('Not published', { exact: true }).waitFor();
  await server.make('POST', `/projects/${project.id}/scenario/publish`);
  await visit.open(`${localhost()}/console/p/${project.id}/scenario?step=done`);
  await visit.page.getByText('Version 1 is live, and the draft is the same').waitFor();
  await visit.click(field('Text (optional)'));
  await visit.press('End');
  await visit.type(' Bye.');
  await visit.page.getByText('Version 1 is live; the draft differs').waitFor();
  await visit.click(button('Publish'));
  const dialog = visit.page.getByRole('alertdialog', { name: 'Publish version 2?' });
  await dialog.getByRole('heading', { name: 'What changes' }).waitFor();
  await dialog.getByText('city of light. Bye.').waitFor();
  await dialog.getByText('New dialogs use it; none is under way now.').waitFor();
  expect(await dialog.getByText('ask', { exact: true }).count()).toBe(0);
  await visit.screenshot('flow-publish-changes');
  await expectAccessible(visit, 'flow-publish-changes');
  await visit.click(dialog.getByRole('button', { name: 'Publish' }));
  await visit.page.getByText('Version 2 is live, and the draft is the same').waitFor();
});

it('a workflow is checked while it is written, before it is saved', async () => {
  project = await server.makeProject();
  const flow = { triggers: [], steps: [{ id: 'note', type: 'set', values: { a: '1' } }] };
  await server.make('PUT', `/projects/${project.id}/workflows/lead`, { name: 'Lead', definition: flow });
  await openPage(`p/${project.id}/workflows/lead?step=note`);
  await visit.page.route('**/workflows/lead', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  visit.expectFault(/ERR_FAILED/);
  await visit.click(button('JSON'));
  const text = visit.page.getByRole('textbox', { name: 'The definition as JSON' });
  await visit.click(text);
  await visit.press('Control+a');
  await visit.type('{"triggers": [], "steps": [{"id": "note", "type": "end", "output": "{{ staet.a }}"}]}');
  await visit.click(visit.page.getByRole('button', { name: 'Form' }));
  await visit.page.locator('[data-form]').getByText('staet').first().waitFor();
  const saved = await server.make('GET', `/projects/${project.id}/workflows/lead/editor`);
  expect(saved.definition).toEqual(flow);
});

it('in a Russian console the check says in Russian what it finds, and names what is meant', async () => {
  project = await server.makeProject();
  const steps = [{ ...hello.steps[0]!, next: 'nowhere' }, hello.steps[1]!];
  await server.make('PUT', `/projects/${project.id}/scenario/draft`, { definition: { ...hello, steps } });
  await openPage(`p/${project.id}/scenario?step=ask`, { language: 'ru' });
  await visit.page.getByText('Шага «nowhere» нет. Исправьте имя или добавьте шаг.').first().waitFor();
  await visit.screenshot('flow-findings-ru');
});

it('an operator reads the scenario that is in force, with the reason why they cannot change it', async () => {
  project = await server.makeProject();
  await server.make('PUT', `/projects/${project.id}/scenario/draft`, { definition: hello });
  const { email, password } = await join(server, project.id, 'operator');
  // Only that of whoever is not logged in yet: nothing is asked for that the role may not have.
  await openPage(`p/${project.id}/scenario`, {
    as: { email, password },
    faults: /status of 401/,
  });
  await visit.page.getByText('Once it is published, you can read it here.').waitFor();
  await server.make('POST', `/projects/${project.id}/scenario/publish`);
  await visit.page.getByText('This is version 1, which is in force.').waitFor();
  await visit.click(row('ask'));
  await until(async () => (await field('Text').inputValue()) === 'Which city?');
  expect(await field('Text').isDisabled()).toBe(true);
  await visit.press('Delete');
  await visit.press('n');
  expect(await visit.page.getByRole('dialog').count()).toBe(0);
  await row('done').waitFor();
  for (const name of ['Publish', 'Add a step', 'Undo (Ctrl Z)', 'Pin its last output'])
    expect(await button(name).count(), name).toBe(0);
  await visit.screenshot('flow-operator');
  await expectAccessible(visit, 'flow-operator');
});
