import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Authenticator } from '../harness/authenticator.ts';
import { Client } from '../harness/client.ts';
import { makeOwner } from '../harness/second-owner.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { told } from './second-factor-person.ts';

const password = 'seven green umbrellas';

let server: TestServer;
/** Another process, which shares nothing with the first but the database. */
let twin: TestServer;
/** Where passkeys work: the address that people open, and not that of the machine. */
let origin: string;
let visitor: Client;
let count = 0;
let email: string;
let ann: Client;
let key: Authenticator;

beforeAll(async () => {
  server = await startTestServer();
  origin = `http://localhost:${server.server.port}`;
  twin = await startTestServer({ ROLE: 'api', PUBLIC_URL: origin }, server.database);
  visitor = new Client(origin);
});
afterAll(async () => {
  await twin?.close();
  await server?.close();
});

beforeEach(async () => {
  email = `ann${count++}@example.com`;
  await makeOwner(server, email, password);
  ann = new Client(origin);
  await ann.logIn(email, password);
  key = new Authenticator();
});

const sql = (text: string, ...values: unknown[]) => server.server.parts.database.query(text, values);

/** Registers a passkey. */
async function register(of = key, name = 'Phone', more: object = { password }) {
  const options = await ann.make('POST', '/second-factors/passkeys/options', more);
  return ann.owner('POST', '/second-factors/passkeys', { name, passkey: of.create(options, origin) });
}

const logIn = () => visitor.call('POST', '/api/owner/session', { body: { email, password } });
const send = (path: string, body: object, client = visitor) =>
  client.call('POST', `/api/owner/session${path}`, { body, headers: { origin } });

/** What is to be signed for a login. */
const ask = async (body: object = {}) => (await send('/passkey-options', body)).body;

describe('a passkey', () => {
  it('is added with a name, listed, renamed and removed, and the first brings recovery codes', async () => {
    const first = await register();
    expect([first.status, first.body]).toEqual([
      201,
      {
        passkey: {
          id: expect.stringMatching(/^psk_/),
          name: 'Phone',
          host: 'localhost',
          created_at: expect.any(String),
          last_used_at: null,
        },
        recovery_codes: expect.any(Array),
      },
    ]);
    expect(first.body.recovery_codes).toHaveLength(10);
    const second = await register(new Authenticator(), 'Key', {});
    expect(second.body.recovery_codes).toBeNull();
    const path = `/second-factors/passkeys/${second.body.passkey.id}`;
    expect((await ann.make('PATCH', path, { name: 'Old key' })).name).toBe('Old key');
    expect((await ann.make('GET', '/second-factors')).passkeys.map(({ name }: any) => name)).toEqual([
      'Phone',
      'Old key',
    ]);
    expect((await ann.owner('DELETE', path)).status).toBe(204);
    expect(told(await ann.owner('DELETE', path))).toEqual([404, 'second_factor_not_found']);
    expect((await ann.owner('DELETE', `/second-factors/passkeys/${first.body.passkey.id}`)).status).toBe(204);
    expect(await ann.make('GET', '/second-factors')).toMatchObject({ passkeys: [], recovery_codes_left: 0 });
    expect((await logIn()).status).toBe(200);
  });

  it('is the second factor after the password, and its signature counts once', async () => {
    await register();
    const asked = await logIn();
    expect([asked.status, asked.body.kinds]).toEqual([401, ['passkey', 'recovery_code']]);
    const { login_token } = asked.body;
    const options = await ask({ login_token });
    expect(options.allowCredentials.map(({ id }: any) => id)).toEqual([key.id.toString('base64url')]);
    const passkey = key.get(options, origin);
    const begun = await send('/second-factor', { login_token, passkey });
    expect([begun.status, begun.body.owner.email]).toEqual([200, email]);
    const again = (await logIn()).body.login_token;
    expect(told(await send('/second-factor', { login_token: again, passkey }))).toEqual([
      403,
      'factor_refused',
    ]);
  });

  it('logs in alone, since its authenticator has verified the person, and that confirms the session', async () => {
    await register();
    const options = await ask();
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(options.allowCredentials).toBeUndefined();
    const begun = await send('/passkey', { passkey: key.get(options, origin) });
    expect([begun.status, begun.body.owner.email]).toEqual([200, email]);
    const headers = {
      cookie: begun.headers.getSetCookie()[0]!.split(';')[0]!,
      'x-csrf-token': begun.body.csrf_token,
    };
    const made = await visitor.call('POST', '/api/owner/second-factors/recovery-codes', { headers });
    expect(made.status).toBe(201);
  });

  it('confirms a session', async () => {
    await register();
    await sql('UPDATE dialog.sessions SET confirmed_at = NULL');
    const renew = () => ann.owner('POST', '/second-factors/recovery-codes');
    expect(told(await renew())).toEqual([403, 'confirmation_required']);
    const options = await ann.make('POST', '/session/confirmations/passkey-options');
    const passkey = key.get(options, origin);
    expect((await ann.owner('POST', '/session/confirmations', { passkey })).status).toBe(200);
    expect((await renew()).status).toBe(201);
  });

  it('is one of 20 at most, and known once', async () => {
    await register();
    expect(told(await register(key, 'Again', {}))).toEqual([409, 'second_factor_exists']);
    for (let i = 1; i < 20; i++) expect((await register(new Authenticator(), `${i}`, {})).status).toBe(201);
    const options = await ann.owner('POST', '/second-factors/passkeys/options');
    expect(told(options)).toEqual([409, 'second_factor_exists']);
  });
});

describe('what a passkey signs is refused', () => {
  const refused = [403, 'factor_refused'];
  /** A login with a passkey alone. */
  const enter = async (sign: (options: any) => object) =>
    told(await send('/passkey', { passkey: sign(await ask()) }));

  beforeEach(() => register());

  it('for another origin, another host, and a ceremony of another kind', async () => {
    expect(await enter((options) => key.get(options, 'http://evil.example'))).toEqual(refused);
    expect(await enter((options) => key.get(options, origin.replace('localhost', '127.0.0.1')))).toEqual(
      refused,
    );
    expect(await enter((options) => key.get(options, `${origin.slice(0, -1)}0`))).toEqual(refused);
    expect(await enter((options) => key.get(options, origin, 'evil.example'))).toEqual(refused);
    const forConfirmation = await ann.make('POST', '/session/confirmations/passkey-options');
    expect(told(await send('/passkey', { passkey: key.get(forConfirmation, origin) }))).toEqual(refused);
    expect(await enter((options) => key.get(options, origin))).toEqual([200, undefined]);
  });

  it('a second time, in whatever process, and after five minutes', async () => {
    const options = await ask();
    const [one, two] = [key.get(options, origin), key.get(options, origin)];
    const both = await Promise.all([
      send('/passkey', { passkey: one }),
      new Client(twin.url).call('POST', '/api/owner/session/passkey', {
        body: { passkey: two },
        headers: { origin },
      }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
    const late = await ask();
    await sql("UPDATE dialog.passkey_challenges SET expires_at = now() - interval '1 s'");
    expect(told(await send('/passkey', { passkey: key.get(late, origin) }))).toEqual(refused);
  });

  it('by an unknown key, without a verified person, with the signature of another key, and by a copy that counts again', async () => {
    expect(await enter((options) => new Authenticator().get(options, origin))).toEqual(refused);
    key.verifiesPerson = false;
    expect(await enter((options) => key.get(options, origin))).toEqual(refused);
    key.verifiesPerson = true;
    const tampered = (options: any) => {
      const [signed, other] = [key.get(options, origin), new Authenticator().get(options, origin)];
      return { ...signed, response: { ...signed.response, signature: other.response.signature } };
    };
    expect(await enter(tampered)).toEqual(refused);
    expect(await enter((options) => key.get(options, origin))).toEqual([200, undefined]);
    key.counter = 0;
    expect(await enter((options) => key.get(options, origin))).toEqual(refused);
  });

  it('with the passkey of another person, or for the login of another person', async () => {
    const { login_token } = (await logIn()).body;
    const options = await ask({ login_token });
    const mallory = `mallory${count}@example.com`;
    await makeOwner(server, mallory, password);
    [email, ann] = [mallory, new Client(origin)];
    await ann.logIn(mallory, password);
    const other = new Authenticator();
    await register(other);
    expect(told(await send('/second-factor', { login_token, passkey: other.get(options, origin) }))).toEqual(
      refused,
    );
    const theirs = await ask({ login_token: (await logIn()).body.login_token });
    expect(told(await send('/second-factor', { login_token, passkey: other.get(theirs, origin) }))).toEqual(
      refused,
    );
  });

  it('when it is no answer of a browser at all, without an error of the server', async () => {
    const empty = { id: '', rawId: '', type: 'public-key', response: {} };
    const strange = Buffer.from('{"challenge":7}').toString('base64url');
    for (const clientDataJSON of ['', 'AAAA', strange]) {
      const response = { clientDataJSON, authenticatorData: 'AA', signature: 'AA' };
      expect(told(await send('/passkey', { passkey: { ...empty, response } }))).toEqual(refused);
    }
    const { challenge } = await ask();
    const client = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin })).toString(
      'base64url',
    );
    const id = key.id.toString('base64url');
    const broken = { clientDataJSON: client, authenticatorData: 'AAAA', signature: 'AAAA' };
    const passkey = { id, rawId: id, type: 'public-key', response: broken };
    expect(told(await send('/passkey', { passkey }))).toEqual(refused);
    const options = await ann.make('POST', '/second-factors/passkeys/options');
    const made = new Authenticator().create(options, origin);
    const bad = { ...made, response: { ...made.response, attestationObject: 'oA' } };
    expect(told(await ann.owner('POST', '/second-factors/passkeys', { name: 'x', passkey: bad }))).toEqual(
      refused,
    );
    const wrongOrigin = new Authenticator().create(
      await ann.make('POST', '/second-factors/passkeys/options'),
      'http://evil.example',
    );
    expect(
      told(await ann.owner('POST', '/second-factors/passkeys', { name: 'x', passkey: wrongOrigin })),
    ).toEqual(refused);
  });
});

it('at an IP address only codes are offered, and the answer says which address to open', async () => {
  await register();
  const byAddress = new Client(server.url);
  const asked = await byAddress.call('POST', '/api/owner/session', { body: { email, password } });
  expect(asked.body.kinds).toEqual(['recovery_code']);
  expect(asked.body.detail).toContain(origin);
  for (const body of [{}, { login_token: asked.body.login_token }]) {
    const answer = await byAddress.call('POST', '/api/owner/session/passkey-options', { body });
    expect(told(answer)).toEqual([409, 'passkeys_elsewhere']);
    expect(answer.body.detail).toContain(`open ${origin}`);
  }
});

it('challenges are limited to 60 a minute from one address, and kept as hashes', async () => {
  await server.server.parts.limiter.clear('passkey-challenges:7f000001/32');
  const statuses: number[] = [];
  for (let i = 0; i < 62; i++) statuses.push((await send('/passkey-options', {})).status);
  expect(statuses).toEqual([...Array(60).fill(200), 429, 429]);
  await server.server.parts.limiter.clear('passkey-challenges:7f000001/32');
});

it('of one person the newest 20 challenges of a kind are kept, so that nobody fills the table or keeps its owner out', async () => {
  const { database } = server.server.parts;
  const options: any[] = [];
  for (let i = 0; i < 23; i++) {
    options.push(await ann.make('POST', '/second-factors/passkeys/options', { password }));
  }
  const { rows } = await database.query<{ kept: number }>(
    `SELECT count(*)::int AS kept FROM dialog.passkey_challenges
     WHERE owner_id = (SELECT id FROM dialog.owners WHERE email = $1)`,
    [email],
  );
  expect(rows).toEqual([{ kept: 20 }]);
  const add = (asked: any) =>
    ann.owner('POST', '/second-factors/passkeys', { name: 'Phone', passkey: key.create(asked, origin) });
  expect(told(await add(options[0]))).toEqual([403, 'factor_refused']);
  expect((await add(options[22])).status).toBe(201);
});
