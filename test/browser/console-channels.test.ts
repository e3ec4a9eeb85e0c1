import { createHmac } from 'node:crypto';
import type { FileChooser, Locator } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { startReceiver } from '../fakes/receiver.ts';
import { startTelegram } from '../fakes/telegram.ts';
import { expectAccessible, expectNothingSideways } from '../harness/accessibility.ts';
import type { TestProject } from '../harness/client.ts';
import { keepSecret } from '../harness/console.ts';
import {
  chromium,
  localhost,
  type Opening,
  openPage,
  server,
  useConsole,
  visit,
} from '../harness/console-scene.ts';
import { until } from '../harness/until.ts';

// A global of the page, for the code that is evaluated there.
declare const getComputedStyle: any;

useConsole();

/** Opens the channels of a project. */
const open = (project: TestProject, path = '', opening?: Opening) =>
  openPage(`p/${project.id}/channels${path}`, opening);

const heading = (name: string) => visit.page.getByRole('heading', { name, exact: true });
const button = (name: string) => visit.page.getByRole('button', { name, exact: true });
const dialog = () => visit.page.getByRole('dialog');
const field = (name: string) => visit.page.getByRole('textbox', { name, exact: true });
const step = (name: string) =>
  visit.page.getByRole('listitem').filter({ has: visit.page.getByRole('heading', { name }) });
const preview = () => visit.page.frameLocator('iframe');

const radio = (name: string) => dialog().getByRole('radio', { name, exact: true });

/** Opens the window for a new channel, and chooses its type. */
async function add(type: string): Promise<void> {
  await visit.click(button('Add channel'));
  await dialog().waitFor();
  await visit.click(radio(type));
  await until(() => radio(type).isChecked());
}

/** Replaces what stands in a field. */
async function fill(name: string, text: string): Promise<void> {
  const wanted = field(name);
  await wanted.scrollIntoViewIfNeeded();
  await visit.click(wanted);
  await visit.press('Control+a');
  await visit.write(text);
}

it('a web chat is made, dressed in its preview, saved as it was seen, and its first message shows by itself', async () => {
  const project = await server.makeProject();
  await open(project, '', { height: 1500 });
  await visit.page.getByText('No channel yet').waitFor();
  await expectAccessible(visit, 'channels-empty');
  await visit.click(button('Add channel'));
  await dialog().waitFor();
  expect(await radio('Website').isChecked()).toBe(true);
  expect(await radio('Live').isChecked()).toBe(true);
  // As people copy it from the address line.
  await visit.click(field('Allowed domains'));
  await visit.write('https://shop.example/cart?a=1');
  await visit.screenshot('channels-new-website');
  await visit.click(button('Add'));
  await heading('Website').waitFor();
  await step('Websites that may show it').getByText('shop.example', { exact: true }).waitFor();
  const code = await field('Embed code').inputValue();
  expect(code).toMatch(/^<script async src="http:\/\/\S+\/chat\/ch_\w+\.js"><\/script>$/);
  const test = visit.page.getByRole('link', { name: 'Open test page', exact: true });
  expect(`<script async src="${await test.getAttribute('href')}.js"></script>`).toBe(code);

  await fill('Greeting', 'Roses or tulips?');
  await preview().getByText('Roses or tulips?').waitFor();
  // A colour that is half typed changes nothing.
  await fill('Colour', '#0e7');
  await visit.type('c86');
  await visit.screenshot('channels-website-dirty');
  await visit.click(button('Save'));
  await visit.page.getByText('Saved. Websites show it within five minutes.').waitFor();
  const { items } = await server.make('GET', `/projects/${project.id}/channels`);
  expect(items[0].settings).toMatchObject({
    allowed_domains: ['shop.example'],
    greeting: 'Roses or tulips?',
    accent: '#0e7c86',
  });
  await expectAccessible(visit, 'channels-website');

  const visitor = await chromium.visit(`${server.url}/chat/${items[0].id}`);
  await visitor.page.getByText('Roses or tulips?').waitFor();
  const colours = await visitor.page.evaluate(
    "[...document.querySelectorAll('*')].map((each) => getComputedStyle(each).getPropertyValue('--head').trim())",
  );
  expect(colours).toContain('#0e7c86');
  await visitor.click(visitor.page.getByLabel('Your message'));
  await visitor.type('Tulips, please');
  await visitor.press('Enter');
  await step('First message').getByText('the last one came').waitFor();
  await visitor.close();
  await visit.click(visit.page.getByRole('link', { name: 'Answer it in the inbox' }));
  // It is the very conversation, and the cursor stands in the field.
  await visit.page.getByRole('log').getByText('Tulips, please').waitFor();
  await expect.poll(() => visit.focused()).toBe('textarea "Reply"');
});

it('every look of a web chat is seen while it is chosen, its logo too, and is kept; the secret for users is shown once', async () => {
  const project = await server.makeProject();
  const made = await server.make('POST', `/projects/${project.id}/channels`, {
    ...{ type: 'webchat', name: 'Website', environment: 'live', settings: {} },
  });
  await open(project, `/${made.id}`, { height: 2600 });
  await preview().getByText('Hello! How can we help?').waitFor();
  await visit.click(button('Add a greeting'));
  await fill('Words', 'Roses are 10% off');
  await preview().getByText('Roses are 10% off').waitFor();
  // Before there is a form, behind which nobody can be asked for.
  const asks = preview().getByRole('button', { name: 'Talk to a person' });
  expect(await asks.isVisible()).toBe(true);
  await visit.click(visit.page.getByRole('button', { name: /“Talk to a person”/ }));
  await visit.click(visit.page.getByRole('option', { name: 'Never' }));
  await asks.waitFor({ state: 'hidden' });
  await visit.click(button('Add a question'));
  await fill('Question', 'How shall we call you?');
  await preview().getByLabel('How shall we call you?').waitFor();
  await fill('Words on the button', 'Ask us');
  await fill('A person usually answers within', '7');
  await visit.press('Tab');
  await preview().getByText('People here usually answer within 7 min.').waitFor();
  await fill('Corners of the window', '4');
  await visit.press('Tab');
  await until(async () =>
    preview()
      .getByRole('dialog')
      .evaluate((element: any) => getComputedStyle(element).borderRadius === '4px'),
  );
  await visit.click(visit.page.locator('label').filter({ hasText: 'Sound of new messages' }));
  await visit.click(visit.page.locator('label').filter({ hasText: 'Say until when people are there' }));
  await visit.click(button('Save'));
  await visit.page.getByText('Saved. Websites show it within five minutes.').waitFor();
  const { settings } = await server.make('GET', `/projects/${project.id}/channels/${made.id}`);
  expect(settings).toMatchObject({
    ...{ launcher: 'Ask us', radius: 4, answer_minutes: 7, person_button: 'never', sound: true, hours: true },
    greetings: [{ after_seconds: 0, text: 'Roses are 10% off' }],
    form: [{ type: 'name', label: 'How shall we call you?', required: false }],
  });

  // A logo is chosen from the pictures of this computer.
  const logo = () => preview().locator('header .face img');
  const widthOf = (shown: Locator) => shown.evaluate((image: any) => image.naturalWidth as number);
  const choose = async (verb: string, files: Parameters<FileChooser['setFiles']>[0]) => {
    const choosing = visit.page.waitForEvent('filechooser');
    await button(verb).scrollIntoViewIfNeeded();
    await visit.click(button(verb));
    await (await choosing).setFiles(files);
  };
  const save = async () => {
    await visit.click(button('Save'));
    await button('Save').waitFor({ state: 'detached' });
    return (await server.make('GET', `/projects/${project.id}/channels/${made.id}`)).settings.logo;
  };
  await choose('Choose a picture', {
    name: 'a.png',
    mimeType: 'image/png',
    buffer: Buffer.from('No picture'),
  });
  await visit.page.getByText('This is no picture in PNG, JPEG, WebP or GIF.').waitFor();
  // One that is larger than a logo has to be is made smaller here.
  await choose('Choose a picture', 'docs/images/inbox.png');
  await until(async () => (await logo().count()) === 1 && (await widthOf(logo())) >= 256);
  expect(await visit.page.getByText('This is no picture').count()).toBe(0);
  await visit.screenshot('channels-logo');
  const first = await save();
  const file = await server.make('GET', `/projects/${project.id}/files/${first}`);
  expect(file).toMatchObject({ environment: 'live', type: 'image/webp', identity_id: null });
  expect(Math.min(file.width, file.height)).toBe(256);

  const visitor = await chromium.visit(`${server.url}/chat/${made.id}`);
  const seen = visitor.page.locator('header .face img');
  await until(async () => (await widthOf(seen)) === file.width);
  expect(await seen.getAttribute('src')).toMatch(new RegExp(`/chat/${made.id}/logo/${first}$`));
  await visitor.close();

  await choose('Choose another', 'src/widget/demo.png');
  const second = await save();
  expect(second).toMatch(/^file_/);
  expect(second).not.toBe(first);
  await until(async () => (await logo().getAttribute('src'))?.endsWith(second) === true);
  await visit.click(button('Remove'));
  await logo().waitFor({ state: 'detached' });
  // The keyboard goes on where the button was.
  await until(() => button('Choose a picture').evaluate((element: any) => element.matches(':focus')));
  expect(await save()).toBeUndefined();
  // Whoever types an address asks only the server that it names.
  await visit.page.route('https://shop.example/*', (route) =>
    route.fulfill({ contentType: 'image/png', path: 'src/widget/demo.png' }),
  );
  await fill('Or the address of one', 'https://shop.example/logo.png');
  await until(async () => (await logo().getAttribute('src')) === 'https://shop.example/logo.png');
  expect(await save()).toBe('https://shop.example/logo.png');

  // The secret for users whom the website names.
  const refusalOf = async (secret: string) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const signed = `${part({ alg: 'HS256' })}.${part({ sub: '42', exp: Math.floor(Date.now() / 1000) + 60 })}`;
    const user = `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
    const { body } = await server.call('POST', `/api/chat/${made.id}/sessions`, {
      ...{ body: { user }, headers: { origin: server.url } },
    });
    return body.detail ?? body.visitor_id;
  };
  const users = () => visit.page.locator('section').filter({ has: heading('Users whom your website names') });
  const once = field('Secret for users');
  await users().getByText('No secret yet').waitFor();
  expect(await refusalOf('whsec_guess')).toContain('no secret yet');
  await button('Make a secret').scrollIntoViewIfNeeded();
  await visit.click(button('Make a secret'));
  await once.waitFor();
  const former = await once.inputValue();
  await expectAccessible(visit, 'channels-users-once');
  await keepSecret(visit);
  await users().getByText('There is a secret').waitFor();
  await until(async () => (await visit.focused()) === 'button "Replace the secret"');
  expect(await refusalOf(former)).toBe('user:42');

  await visit.press('Enter');
  await visit.page.getByRole('alertdialog', { name: 'Replace the secret?' }).waitFor();
  await visit.page.getByText('The former one works for a day.').waitFor();
  await visit.press('Escape');
  await visit.page.getByRole('alertdialog').waitFor({ state: 'detached' });
  expect(await once.count()).toBe(0);
  await visit.click(button('Replace the secret'));
  await visit.page.getByRole('alertdialog').waitFor();
  await visit.press('Tab');
  await visit.press('Enter');
  await once.waitFor();
  const present = await once.inputValue();
  expect(present).not.toBe(former);
  await keepSecret(visit);
  expect([await refusalOf(former), await refusalOf(present)]).toEqual(['user:42', 'user:42']);
  expect(await visit.page.content()).not.toContain(present);
  await expectAccessible(visit, 'channels-website-looks');

  // What a visitor of the preview closes is the button with its words.
  await visit.click(preview().getByRole('button', { name: 'Close the chat' }));
  await preview().getByRole('button', { name: 'Ask us: Open the chat' }).waitFor();
  await visit.click(visit.page.getByRole('link', { name: 'To the working hours' }));
  await visit.page.getByRole('tab', { name: 'Working hours', selected: true }).waitFor();
});

it('a Telegram bot goes from a wrong token to its first message, and is disconnected and connected again', async () => {
  const telegram = await startTelegram();
  onTestFinished(() => telegram.close());
  const project = await server.makeProject();
  // Telegram calls https:// addresses only, and the one of this machine that the fake one makes an exception for.
  await open(project, '', { height: 1300, at: server.url });
  await add('Telegram');
  await visit.click(field('Token of the bot'));
  await visit.write(`${telegram.token.slice(0, -2)}zz`);
  await visit.click(visit.page.getByText('Own Bot API server'));
  await visit.press('Tab');
  await visit.write(telegram.url);
  await visit.screenshot('channels-new-telegram');
  await visit.press('Enter');
  await visit.page.getByText('Telegram does not know this token').waitFor();
  await expectAccessible(visit, 'channels-telegram-refused');

  await visit.click(step('Your bot').getByRole('button', { name: 'Change token' }));
  await dialog().waitFor();
  await visit.write(telegram.token);
  await visit.press('Enter');
  await step('Your bot').getByText('@parley_test_bot').waitFor();
  const updates = step('Telegram delivers here');
  await updates.getByText('connected').waitFor();
  await visit.page.getByText('Waiting for it. This page shows it by itself.').waitFor();
  telegram.meet({ id: 77, first_name: 'Anna' });
  await telegram.say(77, 'Good evening');
  await step('First message').getByText('the last one came').waitFor();
  await expectAccessible(visit, 'channels-telegram');

  await visit.click(button('Disconnect'));
  await visit.page.getByRole('alertdialog').waitFor();
  expect(await visit.focused()).toBe('button "Cancel"');
  // As long as Telegram has not said how it stands now, there is no button that its answer would push away from under a press.
  let answer = () => {};
  const isHeld = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await visit.page.route('**/test', async (route) => {
    await isHeld;
    await route.continue();
  });
  await visit.press('Tab');
  await visit.press('Enter');
  await updates.getByText('Asking Telegram…').waitFor();
  expect(await updates.getByRole('button', { name: 'Connect' }).count()).toBe(0);
  answer();
  await updates.getByRole('button', { name: 'Connect' }).waitFor();
  await visit.page.unroute('**/test');
  expect(telegram.webhook).toBeUndefined();
  await visit.click(updates.getByRole('button', { name: 'Connect' }));
  await updates.getByText('connected').waitFor();
  expect(telegram.webhook?.url).toContain('/telegram');
});

it('an own endpoint gets its secret once, is told what its test delivery met, and is deleted by a word', async () => {
  const project = await server.makeProject();
  await open(project, '', { height: 1300 });
  visit.expectFault(/status of 422/);
  await add('Webhook');
  await visit.click(field('Address of your endpoint'));
  await visit.write('not an address');
  await visit.press('Enter');
  await until(() => visit.page.evaluate('document.activeElement.getAttribute("aria-invalid") === "true"'));
  await visit.press('Control+a');
  await visit.write('http://127.0.0.1:9/hook');
  await visit.press('Enter');
  const once = field('Signing secret');
  await once.waitFor();
  const secret = await once.inputValue();
  await expectAccessible(visit, 'channels-secret-once');
  await keepSecret(visit);
  await heading('Webhook').waitFor();
  await visit.click(button('Send a test message'));
  await visit.page.getByText('The other side cannot be reached').waitFor();
  await visit.screenshot('channels-webhook-not-reached');

  const receiver = await startReceiver(secret);
  onTestFinished(() => receiver.close());
  await fill('Address of your endpoint', receiver.url);
  await visit.click(button('Save'));
  await visit.page.getByText('Saved', { exact: true }).waitFor();
  await visit.click(button('Send a test message'));
  await visit.page.getByText('Status 204').waitFor();
  expect([receiver.received.length, receiver.refused]).toEqual([1, []]);
  expect(await visit.page.content()).not.toContain(secret);
  await expectAccessible(visit, 'channels-webhook');

  await visit.click(button('Delete'));
  await visit.page.getByRole('alertdialog', { name: 'Delete Webhook?' }).waitFor();
  await visit.press('Tab');
  await visit.press('Enter');
  await visit.page.getByText('No channel yet').waitFor();
});

it('by keys alone a channel is added in the other environment, with what it cannot do there, several domains and the faulty one named', async () => {
  const project = await server.makeProject();
  await open(project, '', { height: 1000, faults: /status of 422/ });
  await button('Add channel').waitFor();
  await visit.tabTo('button "Add channel"');
  await visit.press('Enter');
  await dialog().waitFor();
  // The chosen type has the focus; arrows move on, and what is asked for follows, and the name with it.
  await until(() => radio('Website').evaluate((element: any) => element.matches(':focus')));
  expect(await field('Name').inputValue()).toBe('Website');
  await visit.press('ArrowDown');
  await field('Token of the bot').waitFor();
  expect(await field('Name').inputValue()).toBe('Telegram');
  await visit.press('ArrowDown');
  await field('Address of your endpoint').waitFor();
  expect(await radio('Webhook').isChecked()).toBe(true);
  await expectAccessible(visit, 'channels-add-webhook');
  await visit.press('Tab');
  await until(() => radio('Live').evaluate((element: any) => element.matches(':focus')));
  await visit.press('ArrowDown');
  await until(() => radio('Sandbox').isChecked());
  // What each is for describes it, and is no part of its name.
  const describes = (name: string) =>
    radio(name).evaluate((element: any) =>
      element
        .getAttribute('aria-describedby')
        .split(' ')
        .map((id: string) => element.ownerDocument.getElementById(id).textContent)
        .join(' '),
    );
  expect(await describes('Sandbox')).toContain('Nothing is sent to your program.');
  await visit.press('Shift+Tab');
  await visit.press('ArrowDown');
  await until(() => radio('Website').isChecked());
  expect(await describes('Website')).toContain('A chat on your pages.');
  expect(await describes('Sandbox')).toContain('operations call no other system');
  await visit.press('Tab');
  await visit.press('Tab');
  await visit.write('https://shop.example/cart, www.shop.example');
  await visit.press('Enter');
  await visit.type('*.com');
  // Whoever has named it keeps the name with every type.
  await visit.press('Tab');
  await visit.press('Control+a');
  await visit.write('Trial shop');
  await visit.click(radio('Telegram'));
  await field('Token of the bot').waitFor();
  expect(await field('Name').inputValue()).toBe('Trial shop');
  await visit.click(radio('Website'));
  await visit.click(field('Allowed domains'));
  await visit.press('Control+Enter');
  await dialog().getByText('*.com: a domain is a host such as example.com').waitFor();
  await until(() => visit.page.evaluate('document.activeElement.getAttribute("aria-invalid") === "true"'));
  // A fault of one type is none of another.
  await visit.click(radio('Telegram'));
  await field('Token of the bot').waitFor();
  expect(await dialog().getByText('a domain is a host').count()).toBe(0);
  await visit.click(radio('Website'));
  await expectAccessible(visit, 'channels-add-refused');
  await fill('Allowed domains', 'https://shop.example/cart, www.shop.example shop.example');
  await visit.press('Control+Enter');
  await heading('Trial shop').waitFor();
  const sites = step('Websites that may show it');
  for (const site of ['shop.example', 'www.shop.example'])
    await sites.getByText(site, { exact: true }).waitFor();
  expect(new URL(visit.page.url()).searchParams.get('env')).toBe('sandbox');
  const { items } = await server.make('GET', `/projects/${project.id}/channels`);
  expect(items).toMatchObject([{ type: 'webchat', environment: 'sandbox', name: 'Trial shop' }]);

  // The list of that environment has it, and one button for the next. The switch of the page chooses where it is made.
  await visit.open(`${localhost()}/console/p/${project.id}/channels?env=sandbox`);
  await visit.page.getByRole('link', { name: 'Trial shop' }).waitFor();
  expect(await button('Add channel').count()).toBe(1);
  await visit.open(`${localhost()}/console/p/${project.id}/channels?env=sandbox&new=telegram`);
  await dialog().waitFor();
  expect([await radio('Telegram').isChecked(), await radio('Sandbox').isChecked()]).toEqual([true, true]);
  await until(() => field('Token of the bot').evaluate((element: any) => element.matches(':focus')));
  await visit.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  expect(new URL(visit.page.url()).searchParams.has('new')).toBe(false);
});

it('on a phone and in Russian every page of channels fits', async () => {
  const telegram = await startTelegram();
  onTestFinished(() => telegram.close());
  const project = await server.makeProject();
  const path = `/projects/${project.id}/channels`;
  const made = [];
  for (const [type, settings] of [
    ['webchat', { allowed_domains: ['a-shop-with-a-rather-long-name.example'] }],
    ['telegram', { token: telegram.token, base_url: telegram.url }],
    ['webhook', { url: 'https://shop.example/parley' }],
  ] as const) {
    made.push(
      await server.make('POST', path, { type, name: `Канал ${type}`, environment: 'live', settings }),
    );
  }
  await open(project, '', { width: 390, height: 844, touch: true, language: 'ru' });
  await visit.page.getByRole('link', { name: 'Канал webchat' }).waitFor();
  await expectNothingSideways(visit);
  await expectAccessible(visit, 'channels-phone');
  await visit.click(button('Добавить канал'));
  await dialog().waitFor();
  await visit.click(radio('Вебхук'));
  await visit.click(radio('Песочница'));
  await until(() => radio('Песочница').isChecked());
  for (const choice of await dialog().getByRole('radio').all()) {
    expect((await choice.boundingBox())!.height).toBeGreaterThanOrEqual(42);
  }
  await expectNothingSideways(visit);
  await expectAccessible(visit, 'channels-phone-add');
  await visit.click(button('Отмена'));
  for (const { id, name, type } of made) {
    await visit.open(`${localhost()}/console/p/${project.id}/channels/${id}`);
    await heading(name).waitFor();
    await visit.page.getByRole('heading', { name: 'Настройка по шагам', exact: true }).first().waitFor();
    await expectNothingSideways(visit);
    await expectAccessible(visit, `channels-phone-${type}`);
    if (type !== 'webchat') continue;
    await button('Создать секрет').scrollIntoViewIfNeeded();
    await visit.screenshot('channels-phone-users');
  }
});
