import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chromium, startChromium, type Visit } from '../harness/browser.ts';
import { buildConsole, logIn } from '../harness/console.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { makeChat, openBrowser } from '../webchat/scene.ts';
import { bubbles, publish, type Site, startSite } from './scene.ts';

/** `npm run pictures` names the folder. The rest is tested elsewhere, so nothing happens here without it. */
const folder = process.env.TEST_PICTURES;

const people = [
  ['Jonas Weber', 'Can I still change my order from this morning?', ['order'], 'Berlin'],
  ['Mia Hofmann', 'Do you deliver on Sundays as well?', [], 'Potsdam'],
  ['Paul Krüger', 'The tulips have arrived, thank you!', ['regular'], 'Berlin'],
  ['Lena Fischer', 'Is the bouquet in the picture still there?', ['wedding'], 'Leipzig'],
] as const;

describe.skipIf(folder === undefined)('the pictures of the README', () => {
  let server: TestServer;
  let site: Site;
  let chromium: Chromium;
  let project: any;
  let chat: string;

  beforeAll(async () => {
    await buildConsole();
    [server, site, chromium] = await Promise.all([startTestServer(), startSite(), startChromium()]);
    project = await server.make('POST', '/projects', { name: 'Flower shop' });
    const settings = {
      ...{ title: 'Flower shop', allowed_domains: ['shop.example', site.domain] },
      ...{ greeting: 'Hello! How can we help?', accent: '#17754a' },
    };
    chat = (await makeChat(server, project, { settings })).id;
    await publish(server, project, {
      triggers: [{ type: 'any' }],
      steps: [
        {
          id: 'ask_size',
          type: 'question',
          field: 'size',
          text: 'With pleasure. How large shall the bouquet be?',
          buttons: ['Small', 'Medium', 'Large'],
        },
        { id: 'ask_day', type: 'question', field: 'day', text: 'And for which day?' },
        { id: 'person', type: 'handover' },
      ],
    });
    mkdirSync(folder!, { recursive: true });
  });
  afterAll(async () => {
    await chromium?.close();
    await site?.close();
    await server?.close();
  });

  /** Gives a visitor a name, as a channel would that knows it, and what else is known. @returns the id of the profile */
  async function know(visitorId: string, name: string, known: object): Promise<string> {
    const { profile_id: profile } = await until(async () => {
      const { items } = await server.make('GET', `/projects/${project.id}/conversations`);
      return items.find(({ customer }: any) => customer.external_id === visitorId);
    });
    const { upkeep } = server.server.parts;
    await upkeep.query('UPDATE dialog.identities SET name = $1 WHERE external_id = $2', [name, visitorId]);
    await server.make('PATCH', `/projects/${project.id}/profiles/${profile}`, known);
    return profile;
  }
  const save = (visit: Visit, name: string) => visit.page.screenshot({ path: join(folder!, `${name}.png`) });

  it('show the inbox as an operator sees it', async () => {
    for (const [name, words, tags, city] of people) {
      const visitor = await openBrowser(server, chat);
      await visitor.say(words);
      await know(visitor.visitorId, name, { tags, state: { city } });
    }
    const anna = await openBrowser(server, chat);
    await anna.say('I would like a bouquet for my mother.');
    await until(async () => (await anna.messages()).length === 2);
    await anna.say('Large');
    await until(async () => (await anna.messages()).length === 4);
    await anna.say('Saturday morning, if that works');
    const profile = await know(anna.visitorId, 'Anna Schmidt', {
      tags: ['regular', 'birthday'],
      state: { city: 'Berlin', phone: '+49 30 901820' },
    });
    const visit = await chromium.visit(undefined);
    visit.expectFault(/status of 401/);
    await visit.open(`http://localhost:${server.server.port}/console/p/${project.id}/inbox/${profile}`);
    await logIn(visit);
    await visit.page.getByRole('log').getByText('Saturday morning').waitFor();
    await visit.press('r');
    await visit.type('Saturday works. Shall we write a card for her?');
    await visit.press('Control+Enter');
    await until(async () => (await anna.messages()).some(({ text }) => /write a card/.test(text)));
    await visit.page
      .getByRole('log')
      .getByRole('img', { name: /^(?:Sent|Read)/ })
      .last()
      .waitFor();
    await save(visit, 'inbox');
    await visit.close();
  });

  it('show the chat as a visitor sees it', async () => {
    const script = `<script src="${server.url}/chat/${chat}.js"></script>`;
    const style =
      '<style>body{margin:0;padding:48px 64px;font:18px/28px Georgia,serif;background:#f7f3ee;color:#2b2420}h1{font-size:44px;line-height:52px}a{color:#17754a}</style>';
    const title =
      '<title>Flower shop</title><meta name="viewport" content="width=device-width, initial-scale=1">';
    const words =
      '<h1>Flower shop</h1><p>Bouquets for every day, tied this morning.<br>Delivered in Berlin and Potsdam.</p>';
    const body = `<!doctype html><html lang="en"><head>${title}${style}</head><body>${words}${script}</body></html>`;
    site.pages.set('/', { body });
    const visit = await chromium.visit(site.url, { width: 960, height: 720 });
    await visit.click(visit.page.getByRole('button', { name: 'Open the chat' }));
    await visit.page.getByText('How can we help?').waitFor();
    await visit.type('I would like a bouquet for my mother.');
    await visit.press('Enter');
    await until(async () => (await bubbles(visit.page)).some((text) => text.includes('How large')));
    await visit.click(visit.page.getByRole('button', { name: 'Large', exact: true }));
    await until(async () => (await bubbles(visit.page)).at(-1) === 'And for which day?');
    expect(await bubbles(visit.page)).toHaveLength(4);
    await save(visit, 'chat');
    await visit.close();
  });
});
