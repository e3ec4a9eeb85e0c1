import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Chromium, startChromium, type Visit } from '../harness/browser.ts';
import type { TestProject } from '../harness/client.ts';
import { passHold } from '../harness/pass-hold.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { makeSiteChat, publish, type Site, shopPage, startSite } from './scene.ts';

let server: TestServer;
let project: TestProject;
let site: Site;
let chromium: Chromium;
let visit: Visit;

beforeAll(async () => {
  [server, site, chromium] = await Promise.all([startTestServer(), startSite(), startChromium()]);
  project = await server.makeProject();
  const chat = await makeSiteChat(server, project, site);
  for (const lang of ['en', 'ru']) {
    const script = `<script async data-lang="${lang}" src="${server.url}/chat/${chat}.js"></script>`;
    site.pages.set(`/${lang}`, { body: shopPage(script) });
  }
  await publish(server, project, {
    triggers: [{ type: 'any', start: 'ask' }],
    steps: [
      { id: 'ask', type: 'choice', text: 'Which size?', options: [{ text: 'Small' }, { text: 'Large' }] },
      { id: 'end', type: 'end' },
    ],
  });
});

afterEach(() => visit?.close());
afterAll(async () => {
  await chromium?.close();
  await site?.close();
  await server?.close();
});

const lines = () =>
  visit.page.locator('[role=log] :is(.info, .said)').evaluateAll((all) => all.map((one) => one.textContent));
const shows = (wanted: string[]) => expect.poll(lines, { timeout: 20_000 }).toEqual(wanted);
const leads = /^dialog\.(?:handover|released)$/;
const identityOf = async () =>
  (await server.make('GET', `/projects/${project.id}/dialogs`)).items[0].identity_id;
const held = async () =>
  (await server.make('GET', `/projects/${project.id}/dialogs?held=true`)).items[0]?.identity_id;

describe.each([
  [
    'en',
    { open: 'Open the chat', call: 'Talk to a person' },
    {
      called: 'We have called somebody. What you write waits for them; no automatic answers come meanwhile.',
      here: 'Anna is here. No automatic answers come meanwhile.',
      left: 'Anna has left. Automatic answers come again.',
      nobody: 'Nobody could come. Automatic answers come again.',
    },
  ],
  [
    'ru',
    { open: 'Открыть чат', call: 'Позвать человека' },
    {
      called: 'Мы позвали человека. Ваши сообщения ждут его; автоматических ответов пока нет.',
      here: 'Anna на связи. Автоматических ответов пока нет.',
      left: 'Anna больше не на связи. Снова приходят автоматические ответы.',
      nobody: 'Никто не смог подключиться. Снова приходят автоматические ответы.',
    },
  ],
] as const)('in the language %s', (lang, names, { called, here, left, nobody }) => {
  it('a visitor is told that somebody was called, who came, that they left and that nobody could come, also after a reload', async () => {
    await server.make('PUT', `/projects/${project.id}/presence`, { is_available: true, name: 'Anna' });
    visit = await chromium.visit(
      `${site.url}/${lang}`,
      lang === 'ru' ? { width: 390, height: 844, theme: 'dark' } : {},
    );
    /** @param changes of the lead until now: a reload shows those that the audit log has */
    const again = async (wanted: string[], changes: number) => {
      await shows(wanted);
      const dialog = await identityOf();
      await until(async () => {
        const entries = await server.audit(project);
        return (
          entries.filter(({ action, subject }) => leads.test(action) && subject.id === dialog).length ===
          changes
        );
      });
      await visit.screenshot(`lead-${lang}-${wanted.length}`);
      await visit.open(`${site.url}/${lang}`);
      await visit.click(visit.page.getByRole('button', { name: names.open }));
      await shows(wanted);
    };
    await visit.click(visit.page.getByRole('button', { name: names.open }));
    await visit.type('Hello');
    await visit.press('Enter');
    const said = ['Hello', 'Which size?'];
    await shows(said);
    const call = visit.page.getByRole('button', { name: names.call });
    await call.focus();
    await visit.press('Enter');
    await again([...said, called], 1);
    const identity = await until(held);
    const base = `/projects/${project.id}/dialogs/${identity}`;
    await server.make('POST', `${base}/hold`, {});
    await again([...said, called, here], 2);
    await server.make('POST', `${base}/messages`, { text: 'I am Anna' });
    await shows([...said, called, here, 'I am Anna']);
    await server.make('POST', `${base}/release`);
    const asked = [...said, called, here, 'I am Anna', left, 'Which size?'];
    await again(asked, 3);
    expect(await visit.page.getByRole('button', { name: 'Large' }).count()).toBe(1);
    await visit.click(call);
    await until(held);
    await shows([...asked, called]);
    await passHold(server, identity);
    await again([...asked, called, nobody, 'Which size?'], 5);
  });
});
