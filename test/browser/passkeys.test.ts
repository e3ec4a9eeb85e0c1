import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Chromium, startChromium, type Visit } from '../harness/browser.ts';
import { buildConsole } from '../harness/console.ts';
import { makeOwner } from '../harness/second-owner.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';

// Globals for code that is evaluated in the page.
declare const navigator: any;
declare const PublicKeyCredential: any;

const email = 'ann@example.com';
const guest = 'ben@example.com';
const password = 'seven green umbrellas';

let server: TestServer;
let chromium: Chromium;
let visit: Visit;
let origin: string;

beforeAll(async () => {
  await buildConsole();
  [server, chromium] = await Promise.all([startTestServer(), startChromium()]);
  origin = `http://localhost:${server.server.port}`;
  await makeOwner(server, email, password);
  await makeOwner(server, guest, password);
});
afterEach(() => visit?.close());
afterAll(async () => {
  await chromium?.close();
  await server?.close();
});

const page = '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Passkeys</title></html>';

/** Opens a page of the server's origin, in a browser whose device verifies its person. */
async function open(): Promise<void> {
  visit = await chromium.visit(undefined);
  await visit.page.route('**/passkeys-page', (route) =>
    route.fulfill({ contentType: 'text/html', body: page }),
  );
  await visit.open(`${origin}/passkeys-page`);
  const devices = await visit.page.context().newCDPSession(visit.page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  });
}

/** A request of the page. */
function send(
  path: string,
  body: unknown = {},
  csrf = '',
  method = 'POST',
): Promise<{ status: number; body: any }> {
  return visit.page.evaluate(
    async (sent) => {
      const answer = await fetch(`/api/owner${sent.path}`, {
        method: sent.method,
        headers: { 'content-type': 'application/json', 'x-csrf-token': sent.csrf },
        ...(sent.method !== 'GET' && { body: JSON.stringify(sent.body) }),
      });
      const text = await answer.text();
      return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
    },
    { path, body, csrf, method },
  );
}

const create = (options: unknown): Promise<unknown> =>
  visit.page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
    return (await navigator.credentials.create({ publicKey })).toJSON();
  }, options);

const sign = (options: unknown): Promise<unknown> =>
  visit.page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json);
    return (await navigator.credentials.get({ publicKey })).toJSON();
  }, options);

it('Chromium adds a passkey, logs in with it after the password and alone, and confirms with it', async () => {
  await open();
  visit.expectFault(/status of 40[13]/);
  const first = await send('/session', { email, password });
  const csrf = first.body.csrf_token;
  const options = await send('/second-factors/passkeys/options', { password }, csrf);
  expect(options.status).toBe(200);
  const passkey = await create(options.body);
  const added = await send('/second-factors/passkeys', { name: 'This device', passkey }, csrf);
  expect([added.status, added.body.passkey.host]).toEqual([201, 'localhost']);
  // After the password.
  const asked = await send('/session', { email, password });
  expect([asked.status, asked.body.kinds]).toEqual([401, ['passkey', 'recovery_code']]);
  const { login_token } = asked.body;
  const second = await send('/session/passkey-options', { login_token });
  const finished = await send('/session/second-factor', { login_token, passkey: await sign(second.body) });
  expect([finished.status, finished.body.owner.email]).toEqual([200, email]);
  // Alone.
  const alone = await send('/session/passkey-options');
  const entered = await send('/session/passkey', { passkey: await sign(alone.body) });
  expect([entered.status, entered.body.owner.email]).toEqual([200, email]);
  const token = entered.body.csrf_token;
  // The confirmation of the login is over.
  await server.server.parts.database.query('UPDATE dialog.sessions SET confirmed_at = NULL');
  const renew = () => send('/second-factors/recovery-codes', {}, token);
  expect((await renew()).body.code).toBe('confirmation_required');
  const again = await send('/session/confirmations/passkey-options', {}, token);
  expect((await send('/session/confirmations', { passkey: await sign(again.body) }, token)).status).toBe(200);
  expect((await renew()).status).toBe(201);
});

it('the page of an invitation takes the passkey of the account after its password', async () => {
  await open();
  visit.expectFault(/status of 401/);
  const { body } = await send('/session', { email: guest, password });
  const options = await send('/second-factors/passkeys/options', { password }, body.csrf_token);
  const passkey = await create(options.body);
  await send('/second-factors/passkeys', { name: 'This device', passkey }, body.csrf_token);
  const project = await server.makeProject();
  const { token } = await server.make('POST', `/projects/${project.id}/invitations`, {
    ...{ email: guest, role: 'operator' },
  });
  await visit.open(`${origin}/console/invitation#${token}`);
  const { page: shown } = visit;
  await shown.getByText('You have an account').waitFor();
  await visit.type(password);
  await visit.press('Enter');
  await visit.click(shown.getByRole('button', { name: 'Use a passkey' }));
  await shown.getByText('You belong to the project “Test” now').waitFor();
});
