import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownerRoutes } from '../../src/dialog/owner-api.ts';
import { readSettings } from '../../src/settings.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { Person, password, told } from '../owner/second-factor-person.ts';

let server: TestServer;
let people = 0;

beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' });
});
afterAll(() => server?.close());

const makePerson = () => Person.make(server, `person${people++}@example.com`, `198.18.${people}.1`);

const routes = ownerRoutes(readSettings({})).map(({ method, path, isConfirmed = false, gate }) => ({
  method: method as string,
  path,
  isConfirmed,
  gate,
}));
/** Removals of factors come last, since without one nothing needs to be confirmed. */
const marked = routes
  .filter(({ isConfirmed }) => isConfirmed)
  .sort((a, b) => Number(/^DELETE/.test(a.method)) - Number(/^DELETE/.test(b.method)));

/** What makes access, changes secrets or people, or cannot be undone: said a second time. */
const meant = [
  'DELETE /projects/{project_id}',
  'DELETE /projects/{project_id}/channels/{channel_id}',
  'DELETE /projects/{project_id}/connections/{slug}',
  'DELETE /projects/{project_id}/people/{person_id}',
  'DELETE /projects/{project_id}/receivers/{slug}',
  'DELETE /projects/{project_id}/subscriptions/{slug}',
  'DELETE /projects/{project_id}/tables/{slug}',
  'DELETE /second-factors/passkeys/{passkey_id}',
  'DELETE /second-factors/totp',
  'PATCH /projects/{project_id}/channels/{channel_id}',
  'PATCH /projects/{project_id}/keys/{key_id}',
  'PATCH /projects/{project_id}/method-keys/{key_id}',
  'PATCH /projects/{project_id}/people/{person_id}',
  'PATCH /projects/{project_id}/settings',
  'POST /projects/{project_id}/channels',
  'POST /projects/{project_id}/channels/{channel_id}/connect',
  'POST /projects/{project_id}/channels/{channel_id}/rotate',
  'POST /projects/{project_id}/invitations',
  'POST /projects/{project_id}/keys',
  'POST /projects/{project_id}/keys/{key_id}/rotate',
  'POST /projects/{project_id}/method-keys',
  'POST /projects/{project_id}/method-keys/{key_id}/rotate',
  'POST /projects/{project_id}/payments/{order_id}/refund',
  'POST /projects/{project_id}/receivers/{slug}/rotate',
  'POST /projects/{project_id}/subscriptions/{slug}/rotate',
  'POST /second-factors/passkeys/options',
  'POST /second-factors/recovery-codes',
  'POST /second-factors/totp',
  'POST /second-factors/totp/confirm',
  'POST /tokens',
  'PUT /projects/{project_id}/connections/{slug}',
  'PUT /projects/{project_id}/receivers/{slug}',
  'PUT /projects/{project_id}/subscriptions/{slug}',
];

it('what makes access, changes secrets or people, or cannot be undone is marked', () => {
  const names = marked.map(({ method, path }) => `${method} ${path}`);
  expect(meant.filter((name) => !names.includes(name))).toEqual([]);
});

type Call = Awaited<ReturnType<Person['addTotp']>>;

/** Calls routes in the person's project, with ids that do not exist. @returns those that ask for a confirmation */
async function asking(call: Call, lines: typeof routes): Promise<string[]> {
  const { body } = await call('POST', '/projects', { name: 'Walk' });
  const names: string[] = [];
  for (const { method, path } of lines) {
    const filled = path.replace('{project_id}', body.id).replaceAll(/\{\w+\}/g, 'nothing');
    const answer = await call(method, filled, method === 'GET' ? undefined : {});
    expect(answer.status, `${method} ${path}`).toBeLessThan(500);
    if (answer.body?.code === 'confirmation_required') names.push(`${method} ${path}`);
  }
  return names;
}

const nameOf = ({ method, path }: (typeof routes)[number]) => `${method} ${path}`;
/** The session and its cookie end with these. */
const endsSessions = /^(?:DELETE \/session|POST \/session$|PUT \/password)/;
const others = routes.filter(
  (line) => !line.isConfirmed && line.gate !== 'open' && !endsSessions.test(nameOf(line)),
);

describe('a person with a second factor', () => {
  it('is asked to confirm before each marked route, and before no other', async () => {
    const ann = await makePerson();
    const call = await ann.addTotp();
    await ann.sql("UPDATE dialog.sessions SET confirmed_at = now() - interval '601 s' WHERE owner_id = $1");
    expect((await asking(call, marked)).sort()).toEqual(marked.map(nameOf).sort());
    expect(await asking(call, others)).toEqual([]);
  });

  it('is not asked for ten minutes after confirming, in that session only', async () => {
    const ann = await makePerson();
    const [one, two] = [await ann.addTotp(), await ann.enter()];
    await ann.sql('UPDATE dialog.sessions SET confirmed_at = NULL WHERE owner_id = $1');
    expect(told(await one('POST', '/session/confirmations', { code: '0' }))).toEqual([403, 'factor_refused']);
    const confirmed = await one('POST', '/session/confirmations', { code: await ann.freshCode() });
    const left = Date.parse(confirmed.body.confirmed_until) - Date.now();
    expect([confirmed.status, Math.round(left / 60_000)]).toEqual([200, 10]);
    expect(told(await two('POST', '/second-factors/recovery-codes'))).toEqual([403, 'confirmation_required']);
    await ann.sql(
      "UPDATE dialog.sessions SET confirmed_at = confirmed_at - interval '590 s' WHERE owner_id = $1",
    );
    expect(await asking(one, marked)).toEqual([]);
  });

  it('has confirmed by the login with it', async () => {
    const ann = await makePerson();
    await ann.addTotp();
    expect(await asking(await ann.enter(), marked)).toEqual([]);
  });

  it('cannot confirm with a code of somebody else, nor twice with one code', async () => {
    const [ann, ben] = [await makePerson(), await makePerson()];
    const call = await ann.addTotp();
    await ben.addTotp();
    const theirs = await call('POST', '/session/confirmations', { code: await ben.freshCode() });
    expect(told(theirs)).toEqual([403, 'factor_refused']);
    const code = await ann.freshCode();
    expect((await call('POST', '/session/confirmations', { code })).status).toBe(200);
    expect(told(await call('POST', '/session/confirmations', { code }))).toEqual([403, 'factor_refused']);
  });
});

it('a person without a second factor is never asked, and has nothing to confirm with', async () => {
  const ann = await makePerson();
  const call = ann.in(await ann.logIn());
  expect(await asking(call, [...others, ...marked])).toEqual([]);
  const answer = await call('POST', '/session/confirmations', { code: '123456' });
  expect(told(answer)).toEqual([409, 'no_second_factor']);
  expect((await call('POST', '/second-factors/totp', { password })).status).toBe(201);
});
