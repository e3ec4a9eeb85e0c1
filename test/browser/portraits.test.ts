import type { FileChooser } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { expectAccessible, expectAccessibleChat, expectNothingSideways } from '../harness/accessibility.ts';
import type { Visit } from '../harness/browser.ts';
import type { TestProject } from '../harness/client.ts';
import { buildWidget } from '../harness/console.ts';
import { chromium, openPage, role, server, useConsole, visit } from '../harness/console-scene.ts';
import { until } from '../harness/until.ts';
import { makeChat } from '../webchat/scene.ts';
import { bubbles } from './scene.ts';

let project: TestProject;
let chat: string;
let visitor: Visit | undefined;

useConsole();
beforeAll(buildWidget);
beforeEach(async () => {
  project = await server.makeProject();
  chat = (await makeChat(server, project, { settings: { title: 'Shop' } })).id;
});
afterEach(() => visitor?.close());

const present = async () => (await server.make('GET', `/projects/${project.id}/presence`)).items[0];
const isInWindow = (tab: any) => {
  const { left, right } = tab.getBoundingClientRect();
  return left >= 0 && right <= (globalThis as any).innerWidth;
};
const widthOf = (image: any) => image.naturalWidth as number;

async function choose(verb: string, files: Parameters<FileChooser['setFiles']>[0]): Promise<void> {
  const choosing = visit.page.waitForEvent('filechooser');
  await role('button', verb).scrollIntoViewIfNeeded();
  await visit.click(role('button', verb));
  await (await choosing).setFiles(files);
}

async function save(): Promise<void> {
  await visit.click(role('button', 'Save'));
  await role('button', 'Save').waitFor({ state: 'detached' });
}

it.each([
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 390 },
] as const)(
  'a person chooses a picture, a visitor sees it beside what they write, and the letter once it is gone: $theme, $width pixels',
  async ({ theme, width }) => {
    const shot = (name: string) => `portraits-${name}-${theme}-${width}`;
    await openPage(`p/${project.id}/settings?tab=notifications`, { theme, width, height: 844 });
    // On a phone the open tab is in sight, however many stand before it.
    await until(() => role('tab', 'For you').evaluate(isInWindow));
    const group = role('group', 'Your picture for customers');
    await choose('Choose a picture', {
      name: 'a.png',
      mimeType: 'image/png',
      buffer: Buffer.from('No picture'),
    });
    await group.getByRole('alert').getByText('This is no picture in PNG, JPEG, WebP or GIF.').waitFor();
    await visit.click(role('textbox', 'Your name for customers'));
    await visit.press('Control+a');
    await visit.write('Anna');
    const given = visit.page.getByText('Conversations of team queues are given to me');
    await given.scrollIntoViewIfNeeded();
    await visit.click(given);
    // One that is larger than it has to be is made smaller here.
    await choose('Choose a picture', 'docs/images/inbox.png');
    const chosen = group.locator('img');
    await until(async () => (await chosen.count()) === 1 && (await chosen.evaluate(widthOf)) > 0);
    expect(await group.getByRole('alert').count()).toBe(0);
    await save();
    const { name, picture, is_available } = await present();
    expect([name, is_available]).toEqual(['Anna', true]);
    const file = await server.make('GET', `/projects/${project.id}/files/${picture}`);
    expect(file).toMatchObject({ environment: 'live', type: 'image/webp' });
    // What is stored is read from the server.
    await until(async () => (await chosen.getAttribute('src'))?.includes(picture) === true);
    await until(async () => (await chosen.evaluate(widthOf)) === file.width);
    await chosen.scrollIntoViewIfNeeded();
    await expectNothingSideways(visit);
    await expectAccessible(visit, shot('settings'));

    visitor = await chromium.visit(`${server.url}/chat/${chat}`, { theme, width, height: 844 });
    const { page } = visitor;
    await page.getByRole('textbox').waitFor();
    await visitor.type('Are roses here?');
    await visitor.press('Enter');
    const identity = await until(
      async () => (await server.make('GET', `/projects/${project.id}/dialogs`)).items[0]?.identity_id,
    );
    const say = (text: string) =>
      server.make('POST', `/projects/${project.id}/dialogs/${identity}/messages`, { text });
    await say('They are, from seven on.');
    await expect.poll(() => bubbles(page)).toContain('They are, from seven on.');
    const faces = page.locator('[role=log] .operator .face');
    const seen = faces.last().locator('img');
    await until(async () => (await seen.evaluate(widthOf)) === file.width);
    expect(await seen.getAttribute('src')).toMatch(new RegExp(`/chat/${chat}/people/${picture}$`));
    await expectAccessibleChat(visitor, shot('chat'));
    await visitor.screenshot(shot('chat'));

    // Who has none is a letter, and what was said with a picture that is gone has one, too.
    await visit.click(role('button', 'Remove'));
    await until(() =>
      role('button', 'Choose a picture').evaluate((it: any) => it.matches(':focus') as boolean),
    );
    await save();
    expect(await present()).not.toHaveProperty('picture');
    await say('And tulips.');
    await expect.poll(() => bubbles(page)).toContain('And tulips.');
    expect(await faces.last().locator('img').count()).toBe(0);
    visitor.expectFault(/status of 404/);
    // A browser that has not kept it: what is routed is asked for anew.
    await page.route('**/people/*', (route) => route.continue());
    await visitor.open(`${server.url}/chat/${chat}`);
    await expect.poll(() => bubbles(page)).toContain('And tulips.');
    await expect.poll(() => page.locator('[role=log] .operator .face img').count()).toBe(0);
    expect(await faces.first().getAttribute('data-letter')).toBe('A');
    await visitor.screenshot(shot('letter'));
  },
);
