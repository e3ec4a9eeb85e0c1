import { readdirSync, readFileSync, statSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Chromium, type Screen, startChromium, type Visit } from '../harness/browser.ts';
import { buildConsole, keepSecret, logIn } from '../harness/console.ts';
import { ownerEmail, ownerPassword, startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';

let server: TestServer;
let chromium: Chromium;
let visit: Visit;
let origin: string;
let project: { id: string };

beforeAll(async () => {
  await buildConsole();
  [server, chromium] = await Promise.all([startTestServer(), startChromium()]);
  origin = `http://localhost:${server.server.port}`;
  project = await server.make('POST', '/projects', { name: 'Shop' });
});
afterEach(() => visit?.close());
afterAll(async () => {
  await chromium?.close();
  await server?.close();
});

/** Opens an address of the console. Asking who is logged in is a 401 for whoever is not. */
async function open(path: string, screen?: Screen): Promise<string[]> {
  visit = await chromium.visit(undefined, screen);
  const asked: string[] = [];
  visit.page.on('request', (request) => asked.push(request.url()));
  visit.expectFault(/status of 401/);
  await visit.open(`${origin}${path}`);
  return asked;
}

const heading = (name: string) => visit.page.getByRole('heading', { name, exact: true });

it('the first address leads to the console, and whoever logs in comes to the page that they asked for', async () => {
  const asked = await open('/');
  await heading('Log in to Parley').waitFor();
  expect(visit.page.url()).toBe(`${origin}/console`);
  await visit.screenshot('console-login');
  await visit.open(`${origin}/console/p/${project.id}/overview?env=sandbox`);
  await logIn(visit);
  await heading('Overview').waitFor();
  await visit.page.getByText('Sandbox: nothing here leaves the server.').waitFor();
  await visit.page.getByText('Nobody waits for an answer, and nothing has failed.').waitFor();
  await heading('Readiness').waitFor();
  await visit.screenshot('console-overview-sandbox');
  // All that the page asked for came from the server.
  expect([...new Set(asked.map((url) => new URL(url).origin))]).toEqual([origin]);
});

it('the environment stays in the address, and the back button goes back', async () => {
  await open(`/console/p/${project.id}/overview`);
  await logIn(visit);
  await heading('Overview').waitFor();
  await visit.click(visit.page.getByRole('button', { name: 'Sandbox' }));
  await visit.page.waitForURL(/env=sandbox/);
  await visit.page.goBack();
  await visit.page.waitForURL((url) => !url.search.includes('env'));
  expect(await visit.page.getByRole('button', { name: 'Live' }).getAttribute('aria-pressed')).toBe('true');
});

it('by keyboard alone somebody finds a page, and gets to the content', async () => {
  await open('/console');
  await logIn(visit);
  await heading('Overview').waitFor();
  await visit.press('Control+k');
  const field = visit.page.getByRole('combobox', { name: 'Find', exact: true });
  await field.waitFor();
  await visit.screenshot('console-find');
  // One press closes it, whatever was typed.
  await visit.type('x');
  await visit.press('Escape');
  await field.waitFor({ state: 'detached' });
  await visit.press('Control+k');
  await field.waitFor();
  await visit.type('all proj');
  await visit.press('ArrowDown');
  await visit.press('Enter');
  await heading('Projects').waitFor();
});

it('a page is also found by other words for it, and stays in its environment', async () => {
  await open(`/console/p/${project.id}/overview?env=sandbox`);
  await logIn(visit);
  await heading('Readiness').waitFor();
  await visit.press('Control+k');
  await visit.page.getByRole('combobox', { name: 'Find', exact: true }).waitFor();
  await visit.type('invite');
  await visit.page.getByRole('menuitem', { name: 'People', exact: true }).waitFor();
  await visit.press('ArrowDown');
  await visit.press('Enter');
  await heading('People').waitFor();
  expect(visit.page.url()).toContain('env=sandbox');
  // The focus goes along: the closed window would give it back to the link of the page before.
  const focused = () => visit.page.evaluate(`document.activeElement.closest('a, main')?.id`);
  const link = visit.page.getByRole('link', { name: 'Keys', exact: true });
  await visit.click(link);
  await heading('Keys').waitFor();
  expect(await link.evaluate((each) => each === each.ownerDocument.activeElement)).toBe(true);
  await visit.press('Control+k');
  await visit.page.getByRole('combobox', { name: 'Find', exact: true }).waitFor();
  await visit.type('invite');
  await visit.page.getByRole('menuitem', { name: 'People', exact: true }).waitFor();
  await visit.press('ArrowDown');
  await visit.press('Enter');
  await heading('People').waitFor();
  await until(async () => (await focused()) === 'content');
});

it('records are found by their names, ids and words, and so is what the open page offers', async () => {
  await server.make('PUT', `/projects/${project.id}/tables/prices`, {
    name: 'Prices of haircuts',
    columns: [{ name: 'what', type: 'text' }],
  });
  const channel = await server.make('POST', `/projects/${project.id}/channels`, {
    ...{ type: 'telegram', name: 'Bot', environment: 'sandbox' },
  });
  const customer = await server.make('POST', `/projects/${project.id}/identities`, {
    ...{ channel_id: channel.id, external_id: '5554321', name: 'Ludmila Petrova' },
  });
  await open(`/console/p/${project.id}/customers`);
  await logIn(visit);
  await heading('Customers').waitFor();
  const find = async (words: string, name: string | RegExp) => {
    await visit.press('Control+k');
    await visit.page.getByRole('combobox', { name: 'Find', exact: true }).waitFor();
    await visit.type(words);
    const hit = visit.page.getByRole('menuitem', { name });
    await hit.waitFor();
    await visit.screenshot(`console-find-${words}`);
    await visit.press('ArrowDown');
    await visit.press('Enter');
  };
  await find('ludm', /^Ludmila Petrova/);
  await visit.page.waitForURL((url) => url.pathname.endsWith(`/customers/${customer.profile_id}`));
  await find('flickers', 'Search what was said for “flickers”');
  await visit.page.waitForURL((url) => url.searchParams.get('q') === 'flickers');
  await find('hairc', /^Prices of haircuts/);
  await visit.page.waitForURL((url) => url.pathname.endsWith('/tables/prices'));
  await find(channel.id, /^Bot/);
  await visit.page.waitForURL((url) => url.pathname.endsWith(`/channels/${channel.id}`));
  await find(customer.profile_id, new RegExp(`^${customer.profile_id}`));
  await visit.page.waitForURL((url) => url.pathname.endsWith(`/customers/${customer.profile_id}`));
  await visit.open(`${origin}/console/p/${project.id}/keys`);
  await heading('Keys').waitFor();
  await find('new k', 'New key');
  await visit.page.getByRole('dialog', { name: 'New key' }).waitFor();
});

it('every page stands in the navigation, the open one in sight, and a group that somebody closes stays closed', async () => {
  await open(`/console/p/${project.id}/overview`, { width: 1280, height: 800 });
  await logIn(visit);
  await heading('Readiness').waitFor();
  const navigation = visit.page.getByRole('navigation', { name: 'Main', exact: true });
  const group = (name: string) => navigation.getByRole('button', { name, exact: true });
  const link = (name: string) => navigation.getByRole('link', { name, exact: true });
  const pages = [
    ...['Overview', 'Inbox', 'Customers', 'Scenario', 'Workflows', 'Channels', 'Tables', 'Connections'],
    ...['Operations', 'Payments', 'Runs', 'Log', 'Keys', 'People', 'Settings', 'Catalog'],
  ];
  for (const name of pages) expect(await link(name).count(), name).toBe(1);
  for (const [path, name] of [
    ['scenario', 'Scenario'],
    ['settings', 'Settings'],
  ] as const) {
    await visit.open(`${origin}/console/p/${project.id}/${path}`);
    const current = navigation.locator('[aria-current=page]');
    await current.getByText(name).waitFor();
    const isInSight = () =>
      current.evaluate((element: any) => {
        const [one, all] = [element, element.closest('nav')].map((each) => each.getBoundingClientRect());
        return one.top >= all.top && one.bottom <= all.bottom;
      });
    await until(isInSight);
  }
  await link('Audit log').waitFor();
  await group('Watch').focus();
  await visit.press('Enter');
  await link('Audit log').waitFor({ state: 'hidden' });
  await visit.page.reload();
  await heading('Settings').waitFor();
  expect(await group('Watch').getAttribute('aria-expanded')).toBe('false');
  expect(await link('Audit log').isVisible()).toBe(false);
  await group('Watch').focus();
  await visit.press('Space');
  await link('Audit log').waitFor();
});

it('the first address opens the project that was used last; the account has the theme, the language and the way out', async () => {
  const other = await server.make('POST', '/projects', { name: 'Second shop' });
  await open(`/console/p/${other.id}/overview`);
  await logIn(visit);
  await visit.page.getByRole('region', { name: 'Needs you', exact: true }).waitFor();
  await visit.page.getByRole('region', { name: 'Readiness', exact: true }).waitFor();
  const opened = async () => {
    await visit.open(`${origin}/console`);
    await heading('Overview').waitFor();
    return new URL(visit.page.url()).pathname;
  };
  expect(await opened()).toBe(`/console/p/${other.id}/overview`);
  await visit.open(`${origin}/console/p/${project.id}/channels`);
  await heading('Channels').waitFor();
  expect(await opened()).toBe(`/console/p/${project.id}/overview`);
  const item = (name: string) => visit.page.getByRole('menuitem', { name, exact: true });
  await visit.click(visit.page.getByRole('button', { name: /^Project: / }));
  await visit.click(item('New project'));
  const making = visit.page.getByRole('dialog', { name: 'New project' });
  await making.waitFor();
  await visit.press('Escape');
  await making.waitFor({ state: 'detached' });
  expect(visit.page.url()).toBe(`${origin}/console/projects`);
  await visit.page.goBack();
  await heading('Readiness').waitFor();
  await visit.click(visit.page.getByRole('button', { name: 'Account', exact: true }));
  await item('Theme').waitFor();
  await item('Language').waitFor();
  await visit.screenshot('console-account-menu');
  await visit.click(item('Log out'));
  await heading('Log in to Parley').waitFor();
  // The project that was open last may be gone.
  await server.make('DELETE', `/projects/${other.id}`);
});

it('a session that ended asks for the password, and the page is still there afterwards', async () => {
  await open(`/console/p/${project.id}/overview`);
  await logIn(visit);
  await heading('Readiness').waitFor();
  await server.server.parts.database.query('DELETE FROM dialog.sessions');
  await server.logIn(ownerEmail, ownerPassword);
  await visit.page.reload();
  await heading('Log in to Parley').waitFor();
  await logIn(visit);
  await heading('Readiness').waitFor();
  expect(visit.page.url()).toContain('/overview');
});

it('a session that ends in mid-work covers the page, and gives it back with what was typed and asked for', async () => {
  await open(`/console/p/${project.id}/keys`);
  visit.expectFault(/status of 403/);
  await logIn(visit);
  await visit.click(visit.page.getByRole('button', { name: 'New key' }));
  const form = visit.page.getByRole('dialog', { name: 'New key' });
  await form.waitFor();
  await visit.type('Backend of the shop');
  await visit.click(form.getByRole('checkbox', { name: /^messages:write/ }));
  // It ends while the press is on its way: before that, another request of the page would notice.
  let isOver = false;
  await visit.page.route('**/keys', async (route) => {
    if (route.request().method() === 'POST' && !isOver) {
      isOver = true;
      await server.server.parts.database.query('DELETE FROM dialog.sessions');
      await server.logIn(ownerEmail, ownerPassword);
    }
    return route.continue();
  });
  await visit.click(form.getByRole('button', { name: 'Make key' }));
  const over = visit.page.getByRole('dialog', { name: 'Your session has ended' });
  await over.waitFor();
  await visit.screenshot('console-session-over');
  expect(await over.getByRole('textbox', { name: 'E-mail' }).inputValue()).toBe(ownerEmail);
  await visit.press('Escape');
  await visit.type('not the password');
  await visit.press('Enter');
  await over.getByRole('alert').waitFor();
  await visit.click(over.getByRole('textbox', { name: 'Password' }));
  await visit.press('Control+a');
  await visit.type(ownerPassword);
  await visit.press('Enter');
  await over.waitFor({ state: 'detached' });
  // The press before the login counts.
  await keepSecret(visit);
  // Another page of this browser logs out and in again: this one goes on with the session that is there now.
  const { page } = visit;
  await page.evaluate(`(async () => {
    const { csrf_token } = await (await fetch('/api/owner/session')).json();
    await fetch('/api/owner/session', { method: 'DELETE', headers: { 'x-csrf-token': csrf_token } });
    const body = JSON.stringify(${JSON.stringify({ email: ownerEmail, password: ownerPassword })});
    await fetch('/api/owner/session', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    new BroadcastChannel('parley-session').postMessage('in');
  })()`);
  // What this page asked for in between has ended its session, until it hears of the other login.
  await over.waitFor({ state: 'detached' });
  await visit.click(visit.page.getByRole('button', { name: 'New key' }));
  await form.waitFor();
  await visit.type('Importer');
  await visit.click(form.getByRole('checkbox', { name: /^messages:write/ }));
  await visit.press('Enter');
  await keepSecret(visit);
  const keys = await server.make('GET', `/projects/${project.id}/keys`);
  const names = keys.items.map(({ name }: { name: string }) => name);
  expect(names.toSorted()).toEqual(['Backend of the shop', 'Importer']);
});

it('on a phone the pages are in a bar at the bottom, and nothing moves sideways', async () => {
  await open(`/console/p/${project.id}/overview`, { width: 390, height: 844, touch: true, theme: 'dark' });
  await logIn(visit);
  await heading('Overview').waitFor();
  await heading('Readiness').waitFor();
  await visit.screenshot('console-overview-phone');
  const wide = await visit.page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect(wide).toBe(0);
  await visit.click(visit.page.getByRole('navigation').getByRole('button', { name: 'More' }));
  await visit.page.getByRole('dialog', { name: 'More' }).waitFor();
});

it('on a phone a list that drops down is as wide as its field, and a button that copies keeps its width', async () => {
  await open(`/console/p/${project.id}/keys`, { width: 390, height: 844, touch: true });
  await logIn(visit);
  await visit.click(visit.page.getByRole('button', { name: 'New key' }));
  const form = visit.page.getByRole('dialog', { name: 'New key' });
  await form.waitFor();
  const box = async (shown: ReturnType<typeof form.locator>) => {
    const { x, width } = (await shown.boundingBox())!;
    return { x: Math.round(x), width: Math.round(width) };
  };
  const field = form.locator('button[aria-haspopup=listbox]').first();
  await visit.click(field);
  const options = visit.page.locator('[data-trigger=Select]');
  await options.waitFor();
  await visit.screenshot('console-options-phone');
  expect(await box(options)).toEqual(await box(field));
  await visit.click(options.getByRole('option').first());
  await options.waitFor({ state: 'detached' });
  await visit.click(form.getByRole('textbox').first());
  await visit.type('Till');
  await visit.press('Enter');
  const copy = visit.page.getByRole('button', { name: /^(Copy|Copied)$/ });
  await copy.waitFor();
  const before = await box(copy);
  await visit.click(copy);
  await copy.filter({ hasText: 'Copied' }).waitFor();
  expect(await box(copy)).toEqual(before);
});

it('what a first visit loads stays below 250 kB of compressed script, and every file names its content', async () => {
  const loaded = await open('/console');
  await logIn(visit);
  await heading('Readiness').waitFor();
  const scripts = [...new Set(loaded)]
    .filter((url) => url.endsWith('.js'))
    .map((url) => url.split('/').at(-1)!);
  expect(scripts.length).toBeGreaterThan(2);
  const size = (name: string) => statSync(`dist/console/assets/${name}.gz`).size;
  const total = scripts.map(size).reduce((sum, each) => sum + each, 0);
  expect(total).toBeLessThan(250_000);
  await visit.page.reload();
  await heading('Readiness').waitFor();
  await visit.figures('overview, opened again');
  for (const name of readdirSync('dist/console/assets')) expect(name).toMatch(/-[\w-]{8}\.\w+(\.gz|\.br)?$/);
  // Each has the name of its build, so browsers keep it; the page itself is asked for each time.
  const answer = await fetch(`${origin}/console/assets/${scripts[0]}`, {
    headers: { 'accept-encoding': 'br' },
  });
  expect(answer.headers.get('cache-control')).toContain('immutable');
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect((await fetch(`${origin}/console`)).headers.get('cache-control')).toBe('no-store');
  expect(readFileSync('dist/console/index.html', 'utf8')).not.toContain('https://');
});
