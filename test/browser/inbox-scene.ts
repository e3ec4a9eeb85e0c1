import type { Locator } from 'playwright-core';
import { beforeAll } from 'vitest';
import type { Visit } from '../harness/browser.ts';
import { type Opening, openPage, server, useConsole, visit } from '../harness/console-scene.ts';
import { until } from '../harness/until.ts';
import { type InboxScene, makeInboxScene } from '../inbox/scene.ts';
import { type Browser, makeChat, openBrowser } from '../webchat/scene.ts';

/** There once the tests of a file begin: a project whose bot asks one question, and the web chat of its website. */
export let scene: InboxScene;
let chat: string;

/** Gives the tests of a file a server with the console, a browser, and that project. */
export function useInbox(): void {
  useConsole();
  beforeAll(async () => {
    scene = await makeInboxScene(server);
    await scene.publish({
      triggers: [{ type: 'any' }],
      steps: [
        {
          id: 'ask_size',
          type: 'question',
          field: 'size',
          text: 'Which size do you want?',
          buttons: ['S', 'M', 'L'],
        },
        { id: 'person', type: 'handover' },
      ],
    });
    chat = (await makeChat(server, scene.project)).id;
  });
}

/** Opens a page of the project. A busy server asks to repeat an upload in a moment, which the console does; browsers tell of it. */
export const open = (below: string, opening: Opening = {}) =>
  openPage(`p/${scene.project.id}/${below}`, { faults: /status of (?:401|503)/, ...opening });

export const by = (role: Parameters<Visit['page']['getByRole']>[0], name: string | RegExp): Locator =>
  visit.page.getByRole(role, { name, exact: typeof name === 'string' });
export const thread = () => visit.page.getByRole('log');
export const said = (text: string) => thread().getByText(text, { exact: true });
export const row = (words: string) => visit.page.getByRole('option').filter({ hasText: words });
/** How a visitor is called who has given no name. */
export const nameOf = ({ visitorId }: Browser) => `Visitor ${visitorId.slice(-4).toUpperCase()}`;
export const reply = () => by('textbox', 'Reply');

export type Visitor = Browser & { profileId: string; identityId: string };

/** A visitor of the website who has said something. */
export async function visitor(words: string): Promise<Visitor> {
  const browser = await openBrowser(server, chat);
  await browser.say(words);
  const found = await until(async () => {
    const { body } = await scene.inbox('GET');
    return body.items.find(({ customer }: any) => customer.external_id === browser.visitorId);
  });
  return { ...browser, profileId: found.profile_id, identityId: found.customer.identity_id };
}
