import type { CDPSession } from 'playwright-core';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { type PushService, startPushService } from '../fakes/push-service.ts';
import { expectAccessible } from '../harness/accessibility.ts';
import type { TestProject } from '../harness/client.ts';
import { localhost, openPage, server, useConsole, visit } from '../harness/console-scene.ts';
import { startTestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { identityOf, makeChat, openBrowser } from '../webchat/scene.ts';

// Of code that is evaluated in the page and in its worker.
declare const navigator: any, window: any, self: any, NotificationEvent: any;

let service: PushService;
let project: TestProject;
let chat: string;

useConsole({
  async start() {
    service = await startPushService();
    return startTestServer({ OUTBOUND_ALLOW: '127.0.0.1' });
  },
});
beforeEach(async () => {
  project = await server.makeProject();
  chat = (await makeChat(server, project)).id;
  for (const { id } of await browsers()) await server.make('DELETE', `/push/browsers/${id}`);
});
afterAll(() => service?.close());

/**
 * What the browser and its push service have between them, which no machine of tests can reach: everything else is the browser's own. The
 * server sends to this push service, and what arrives there the browser is given as a push.
 */
const border = `{
  const kept = 'test.subscription';
  const shown = (made) => made && {
    ...made,
    options: { applicationServerKey: Uint8Array.from(made.key).buffer },
    toJSON: () => ({ endpoint: made.endpoint, keys: made.keys }),
    unsubscribe: async () => { localStorage.removeItem(kept); return true; },
  };
  PushManager.prototype.getSubscription = async () => shown(JSON.parse(localStorage.getItem(kept)));
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly || Notification.permission !== 'granted') throw new DOMException('refused', 'NotAllowedError');
    const key = [...applicationServerKey];
    const made = { ...await window.subscribeAtService(key), key };
    localStorage.setItem(kept, JSON.stringify(made));
    return shown(made);
  };
}`;

type Permission = 'granted' | 'denied' | 'prompt';
let devtools: CDPSession;

/** Opens the settings of notifications. @param permission what the browser says of the site */
async function open(permission: Permission, script = border): Promise<void> {
  await openPage(`p/${project.id}/settings?tab=notifications`, {
    // What is done to the window cannot be undone.
    ...{ isWarm: false, faults: /status of 4\d\d/ },
    async prepare(page) {
      devtools = await page.context().newCDPSession(page);
      await devtools.send('Browser.setPermission', {
        ...{ permission: { name: 'notifications' }, setting: permission, origin: localhost() },
        browserContextId: (await devtools.send('Target.getTargetInfo')).targetInfo.browserContextId!,
      });
      await page.exposeFunction('subscribeAtService', (key: number[]) =>
        service.subscribe(Buffer.from(key).toString('base64url')),
      );
      await page.addInitScript(script);
    },
  });
  await visit.page.getByRole('heading', { name: 'Browsers' }).waitFor();
}

const button = (name: string) => visit.page.getByRole('button', { name, exact: true });
const wanted = async () => (await server.make('GET', `/projects/${project.id}/notifications`)).push;
const browsers = async () => (await server.make('GET', '/push')).items;

/** How the browser calls the worker of the console. */
async function registration(): Promise<string> {
  const found = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL === `${localhost()}/console/`);
      if (ours) resolve(ours.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  return found;
}

/** Lets the browser have what its push service would bring. */
const deliver = (registrationId: string, message: object) =>
  devtools.send('ServiceWorker.deliverPushMessage', {
    ...{ origin: localhost(), registrationId, data: JSON.stringify(message) },
  });

/** What the browser shows now. */
const notifications = (): Promise<{ title: string; body: string; lang: string }[]> =>
  visit.page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/console/');
    const shown = await registration.getNotifications();
    return shown.map(({ title, body, lang }: any) => ({ title, body, lang }));
  });

/** Presses the only notification that is shown. It stands outside of every page, so the browser tells the worker of it here. */
async function pressNotification(): Promise<void> {
  const [worker] = visit.page.context().serviceWorkers();
  await worker!.evaluate(async () => {
    const [notification] = await self.registration.getNotifications();
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  });
}

/** A customer who calls for a person. @returns the id of their profile */
async function caller(): Promise<string> {
  const visitor = await openBrowser(server, chat);
  await visitor.say('My secret is 4711');
  const identity = await identityOf(server, project, visitor.visitorId);
  const { profile_id } = await until(async () => {
    const { items } = await server.make('GET', `/projects/${project.id}/dialogs`);
    return items.find((each: any) => each.identity_id === identity);
  });
  await visitor.call('POST', '/operator');
  return profile_id;
}

it('the worker is at one address, of which browsers keep nothing, and may load nothing', async () => {
  const answer = await fetch(`${localhost()}/console/push-worker.js?language=ru`);
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    'no-cache',
  ]);
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
});

it('a browser that somebody switches on shows that a customer waits, and a press on it leads to their conversation', async () => {
  await open('granted');
  expect([await browsers(), await wanted()]).toEqual([[], { waiting: false, mine: false }]);
  expect(await visit.page.evaluate(() => window.navigator.serviceWorker.controller)).toBe(null);
  await visit.click(button('Show them in this browser'));
  await visit.page.getByText('In this browser they are shown.').waitFor();
  expect(await wanted()).toEqual({ waiting: true, mine: true });
  const [{ device }] = await browsers();
  await visit.page.getByRole('list', { name: 'Browsers in which you are told' }).getByText(device).waitFor();
  await visit.page.getByText('this one').waitFor();
  await visit.screenshot('push-on');
  await expectAccessible(visit, 'push-on');

  const worker = await registration();
  const tried = service.arrived.length;
  // It is shown for some seconds only.
  const told = visit.page.getByText('One was sent.').waitFor();
  await Promise.all([told, visit.click(button('Show one now'))]);
  await deliver(worker, service.arrived[tried]!.message);
  await until(async () => (await notifications()).length === 1);
  expect(await notifications()).toMatchObject([{ title: 'Notifications are shown here', lang: 'en' }]);
  await pressNotification();
  await until(async () => (await notifications()).length === 0);

  const before = service.arrived.length;
  const profile = await caller();
  const arrived = await until(() => service.arrived[before]);
  expect(arrived.message.profile_id).toBe(profile);
  await deliver(worker, arrived.message);
  await until(async () => (await notifications()).length === 1);
  const { name } = await server.make('GET', `/projects/${project.id}`);
  expect(await notifications()).toEqual([{ title: 'A customer is waiting', body: name, lang: 'en' }]);
  // The same one again takes its place.
  await deliver(worker, arrived.message);
  expect(await notifications()).toHaveLength(1);
  await pressNotification();
  await visit.page.waitForURL(`**/console/p/${project.id}/inbox/${profile}`);
  await visit.page.getByText('My secret is 4711').first().waitFor();
  expect(service.wrong).toEqual([]);
});

it('a page that is opened later names its browser again, and other browsers are removed from the list', async () => {
  await open('granted');
  await visit.click(button('Show them in this browser'));
  await visit.page.getByText('this one').waitFor();
  const [own] = await browsers();
  expect(own.device).toContain('Linux');
  // As if all sessions had ended: the server has forgotten it.
  await server.make('DELETE', `/push/browsers/${own.id}`);
  const { public_key } = await server.make('GET', '/push');
  const other = await server.make('POST', '/push/browsers', service.subscribe(public_key));
  await visit.page.reload();
  await until(async () => (await browsers()).length === 2);
  await visit.page.reload();
  await visit.page.getByText('this one').waitFor();
  await button('Remove').scrollIntoViewIfNeeded();
  await visit.click(button('Remove'));
  await until(async () => (await browsers()).length === 1);
  expect((await browsers())[0].id).not.toBe(other.id);
  await visit.click(button('Stop in this browser'));
  await button('Show them in this browser').waitFor();
  expect(await browsers()).toEqual([]);
});

it('a trial says what the push service answered where it does not take it', async () => {
  await open('granted');
  await visit.click(button('Show them in this browser'));
  await visit.page.getByText('this one').waitFor();
  const endpoint = await visit.page.evaluate(
    () => JSON.parse(window.localStorage['test.subscription']).endpoint,
  );
  service.answer(endpoint, { status: 403 }, { status: 410 });
  await visit.click(button('Show one now'));
  await visit.page.getByText('it answered with 403').waitFor();
  await visit.screenshot('push-refused');
  await expectAccessible(visit, 'push-refused');
  await visit.click(button('Show one now'));
  await visit.page.getByText('registered no more').waitFor();
  await button('Show them in this browser').waitFor();
  expect(await browsers()).toEqual([]);
});

it('it says so where the browser blocks notifications, cannot show them, or reaches no push service', async () => {
  await open('denied');
  await visit.page.getByText('This browser blocks notifications of localhost').waitFor();
  expect(await button('Show them in this browser').count()).toBe(0);
  await visit.screenshot('push-blocked');
  await expectAccessible(visit, 'push-blocked');
  await visit.close();

  await open('granted', 'delete window.PushManager');
  await visit.page.getByText('This browser cannot do it here').waitFor();
  await visit.close();

  // Its own push service, which it cannot reach here. Chromium says so, too.
  await open('granted', '');
  visit.expectFault(/Push API|push service/);
  await visit.click(button('Show them in this browser'));
  await visit.page.getByText('The push service of this browser did not answer').waitFor();
  await button('Show them in this browser').waitFor();
  expect(await browsers()).toEqual([]);
});
