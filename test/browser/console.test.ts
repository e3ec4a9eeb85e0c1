import { readdirSync, readFileSync, statSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Chromium, type Screen, startChromium, type Visit } from '../harness/browser.ts';
import { buildConsole, logIn } from '../harness/console.ts';
import { ownerEmail, ownerPassword, startTestServer, type TestServer } from '../harness/server.ts';

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
  await visit.click(visit.page.getByRole('link', { name: 'Shop' }));
  await heading('Overview').waitFor();
  await visit.press('Control+k');
  const field = visit.page.getByRole('searchbox', { name: 'Find or do' });
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
  await visit.page.getByRole('searchbox', { name: 'Find or do' }).waitFor();
  await visit.type('invite');
  await visit.page.getByRole('menuitem', { name: 'Team' }).waitFor();
  await visit.press('ArrowDown');
  await visit.press('Enter');
  await heading('Team').waitFor();
  expect(visit.page.url()).toContain('env=sandbox');
});

it('on a screen of 800 px all of the navigation is seen on every page, and what somebody opens stays open', async () => {
  await open(`/console/p/${project.id}/overview`, { width: 1280, height: 800 });
  await logIn(visit);
  await heading('Readiness').waitFor();
  const navigation = visit.page.getByRole('navigation', { name: 'Main navigation' }).first();
  const hidden = () => navigation.evaluate((nav: any) => nav.scrollHeight - nav.clientHeight);
  const group = (name: string) => navigation.getByRole('button', { name, exact: true });
  const link = (name: string) => navigation.getByRole('link', { name, exact: true });
  for (const [path, name] of [
    ['overview', 'Overview'],
    ['scenario', 'Scenario'],
    ['methods', 'Methods'],
    ['runs', 'Runs'],
    ['settings', 'Settings'],
  ] as const) {
    await visit.open(`${origin}/console/p/${project.id}/${path}`);
    await navigation.locator('[aria-current=page]').getByText(name).waitFor();
    expect(await hidden(), path).toBe(0);
  }
  expect(await link('Audit log').isVisible()).toBe(false);
  await group('Watch').focus();
  await visit.press('Enter');
  await link('Audit log').waitFor();
  await visit.page.reload();
  await link('Audit log').waitFor();
  expect(await group('Watch').getAttribute('aria-expanded')).toBe('true');
  await group('Watch').focus();
  await visit.press('Space');
  await link('Audit log').waitFor({ state: 'hidden' });
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

it('what a first visit loads stays below 250 kB of compressed script, and every file names its content', async () => {
  const loaded = await open('/console');
  await logIn(visit);
  await heading('Projects').waitFor();
  await visit.click(visit.page.getByRole('link', { name: /Shop/ }));
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
