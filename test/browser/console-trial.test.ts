import { beforeAll, expect, it } from 'vitest';
import { expectAccessible, expectNothingSideways } from '../harness/accessibility.ts';
import type { TestProject } from '../harness/client.ts';
import { localhost, openPage, role, server, useConsole, visit } from '../harness/console-scene.ts';

let project: TestProject;

const make = (method: string, path: string, body?: unknown) =>
  server.make(method, `/projects/${project.id}${path}`, body);

const draft = (hello: string) => ({
  triggers: [{ type: 'any', start: 'hello' }],
  steps: [
    { id: 'hello', type: 'message', text: hello },
    {
      ...{ id: 'size', type: 'choice', text: 'Which size?', field: 'size' },
      options: [
        { text: 'Small', value: 's' },
        { text: 'Large', value: 'l' },
      ],
    },
    { id: 'thanks', type: 'message', text: 'We send {{ state.size }}.' },
    { id: 'done', type: 'end' },
  ],
});

useConsole();
beforeAll(async () => {
  project = await server.makeProject();
});

it('an author talks with the draft by words and buttons, sees why it answers so, and begins again with a changed draft', async () => {
  await make('PUT', '/scenario/draft', { definition: draft('Welcome!') });
  await openPage(`p/${project.id}/trial?env=sandbox`);
  visit.expectFault(/status of 409/);
  // Without a channel of the sandbox the page says what to do.
  await visit.click(role('button', 'Begin a conversation'));
  await visit.page.getByText('The project has no channel of the sandbox').waitFor();
  await expectAccessible(visit, 'trial-no-channel');
  await make('POST', '/channels', {
    ...{ type: 'webhook', name: 'Trial', environment: 'sandbox' },
    settings: { url: 'http://127.0.0.1:9/hook' },
  });
  await visit.click(role('button', 'Begin a conversation'));
  await role('textbox', 'What the customer says').waitFor();
  await visit.click(role('textbox', 'What the customer says'));
  await visit.type('Hi');
  await visit.press('Enter');
  const log = role('log', 'What was said');
  await log.getByRole('paragraph').filter({ hasText: 'Welcome!' }).waitFor();
  await log.getByRole('paragraph').filter({ hasText: 'Which size?' }).waitFor();
  await visit.click(log.getByText('Why? 2 steps'));
  await log.getByText('It fired a trigger.').waitFor();
  await log.getByText('Choice', { exact: true }).waitFor();
  await expectAccessible(visit, 'trial-talk');
  await visit.click(log.getByText('Why? 2 steps'));
  await visit.click(log.getByRole('button', { name: 'Large' }));
  await log.getByRole('paragraph').filter({ hasText: 'We send l.' }).waitFor();
  await visit.page.getByText('ended', { exact: true }).waitFor();
  // Whoever has answered presses no button again.
  expect(await log.getByRole('button', { name: 'Large' }).isDisabled()).toBe(true);
  await visit.screenshot('trial-ended');
  await visit.page.setViewportSize({ width: 390, height: 844 });
  await expectNothingSideways(visit);
  await visit.screenshot('trial-phone');
  await visit.page.setViewportSize({ width: 1280, height: 800 });
  // The conversation stays with the draft that it began with; a new one has the draft as it is now.
  await make('PUT', '/scenario/draft', { definition: draft('Good morning!') });
  await visit.click(role('button', 'Begin again'));
  await log.getByText('Say something').waitFor();
  await visit.click(role('textbox', 'What the customer says'));
  await visit.type('Hi');
  await visit.press('Enter');
  await log.getByRole('paragraph').filter({ hasText: 'Good morning!' }).waitFor();
  // A draft with a fault is not tried, and the page says why.
  await make('PUT', '/scenario/draft', {
    definition: { triggers: [{ type: 'any', start: 'nowhere' }], steps: [{ id: 'done', type: 'end' }] },
  });
  await visit.click(role('button', 'Begin again'));
  await visit.page.getByText('The draft cannot be tried before this is mended').waitFor();
  await visit.page.getByText(/nowhere/).waitFor();
  await visit.screenshot('trial-faults');
});

it('an author who waits for days skips the wait, with the clock as it is, and what they see goes on', async () => {
  const steps = [
    { id: 'later', type: 'delay', seconds: 2 * 86_400 },
    {
      ...{ id: 'ask', type: 'question', text: 'Still there?', field: 'there' },
      ...{ timeout_seconds: 3600, on_timeout: 'bye' },
    },
    { id: 'bye', type: 'message', text: 'Bye for now.' },
  ];
  await make('POST', '/channels', {
    ...{ type: 'webhook', name: 'Patience', environment: 'sandbox' },
    settings: { url: 'http://127.0.0.1:9/hook' },
  });
  await make('PUT', '/scenario/draft', { definition: { triggers: [{ type: 'any' }], steps } });
  await openPage(`p/${project.id}/trial?env=sandbox`);
  await visit.click(role('button', 'Begin a conversation'));
  await visit.click(role('textbox', 'What the customer says'));
  await visit.type('Hi');
  await visit.press('Enter');
  await role('button', 'Skip the wait (2 days)').waitFor();
  await expectAccessible(visit, 'trial-waits');
  await visit.click(role('button', 'Skip the wait (2 days)'));
  const log = role('log', 'What was said');
  await log.getByRole('paragraph').filter({ hasText: 'Still there?' }).waitFor();
  // The next wait is another one, and has a button of its own, here for the keyboard.
  await role('button', /Skip the wait \((?:1 hr|60 min)\)/).focus();
  await visit.press('Enter');
  await log.getByRole('paragraph').filter({ hasText: 'Bye for now.' }).waitFor();
  await visit.page.getByText('ended', { exact: true }).waitFor();
  await role('button', /Skip the wait/).waitFor({ state: 'detached' });
});

it('an author sends a file as a customer would, tries what is published, and pins what a step gives while it is tried', async () => {
  project = await server.makeProject();
  await make('POST', '/channels', {
    ...{ type: 'webhook', name: 'Trial', environment: 'sandbox' },
    settings: { url: 'http://127.0.0.1:9/hook' },
  });
  await make('PUT', '/scenario/draft', { definition: draft('As it is live.') });
  await make('POST', '/scenario/publish');
  const steps = [
    { id: 'age', type: 'question', text: 'How old?', field: 'age' },
    { id: 'say', type: 'message', text: 'You are {{ steps.age.value }}; {{ event.attachments[0].name }}' },
  ];
  await make('PUT', '/scenario/draft', { definition: { triggers: [{ type: 'any' }], steps } });
  await openPage(`p/${project.id}/trial?env=sandbox`, { height: 1100 });
  const log = role('log', 'What was said');
  const says = (words: string) => log.getByRole('paragraph').filter({ hasText: words });
  // What is published.
  await visit.click(role('button', /What is tried/));
  await visit.click(role('option', 'The published version'));
  await visit.click(role('button', 'Begin a conversation'));
  await visit.click(role('textbox', 'What the customer says'));
  await visit.type('Hi');
  await visit.press('Enter');
  await says('As it is live.').waitFor();
  // The draft, and an answer of which the output is pinned.
  await visit.click(role('button', /What is tried/));
  await visit.click(role('option', 'The draft'));
  await visit.click(role('button', 'Begin again'));
  await log.getByText('Say something').waitFor();
  await visit.click(role('textbox', 'What the customer says'));
  await visit.type('Hi');
  await visit.press('Enter');
  await says('How old?').waitFor();
  await visit.click(role('textbox', 'What the customer says'));
  await visit.type('44');
  await visit.press('Enter');
  await says('You are 44').waitFor();
  await visit.open(`${localhost()}/console/p/${project.id}/scenario?step=age`);
  await visit.click(visit.page.locator('summary').getByText('Pinned output'));
  await visit.click(role('button', 'Pin its last output'));
  const output = role('textbox', 'Output as JSON');
  await output.waitFor();
  await expect.poll(() => output.inputValue()).toContain('"44"');
  await visit.page.locator('.react-flow__node[data-id="age"]').getByLabel('Its output is pinned').waitFor();
  await visit.screenshot('pinned');
  await expectAccessible(visit, 'pinned');
  // It is edited as JSON; what is none stays in the field.
  await expect
    .poll(() => output.evaluate((field: any) => field === field.ownerDocument.activeElement))
    .toBe(true);
  await visit.press('Control+a');
  await visit.type('{"value": "99"');
  await visit.page.getByText('This is no JSON object yet').waitFor();
  await visit.type('}');
  await visit.page.getByText('This is no JSON object yet').waitFor({ state: 'detached' });
  const pins = async () => (await server.make('GET', `/projects/${project.id}/scenario/editor`)).view?.pins;
  await expect.poll(async () => (await pins())?.age?.value).toBe('99');
  await visit.open(`${localhost()}/console/p/${project.id}/trial?env=sandbox`);
  await visit.click(role('button', 'Begin a conversation'));
  await visit.page.getByText('The output of this step is pinned').waitFor();
  await visit.page.locator('input[type=file]').setInputFiles({
    ...{ name: 'order.txt', mimeType: 'text/plain' },
    buffer: Buffer.from('One pizza'),
  });
  await role('list', 'Files').getByText('order.txt').waitFor();
  await visit.screenshot('trial-files');
  await expectAccessible(visit, 'trial-files');
  await visit.click(role('button', 'Say it'));
  await says('You are 99; order.txt').waitFor();
  await log.getByRole('list', { name: 'Files' }).getByText('order.txt').waitFor();
  // Nothing of it goes live.
  const published = await make('POST', '/scenario/publish');
  expect(JSON.stringify(published)).not.toContain('99');
  await visit.open(`${localhost()}/console/p/${project.id}/scenario?step=age`);
  await visit.click(role('button', 'Unpin'));
  await visit.page.locator('summary').getByText('Pinned output').waitFor();
  await expect.poll(pins).toBeUndefined();
});
