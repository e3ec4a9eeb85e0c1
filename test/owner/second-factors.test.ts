import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeSecondFactors } from '../../src/dialog/projects/owner-factors.ts';
import { resetOwnerPassword } from '../../src/dialog/projects/owner-password.ts';
import type { Answer } from '../harness/client.ts';
import { whoWaitsForThis } from '../harness/locks.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { totpCode } from '../harness/totp.ts';
import { until } from '../harness/until.ts';
import { Person, password, told } from './second-factor-person.ts';

/** Two instances on one database, both behind a proxy, so that a test can come from any address. */
let server: TestServer;
let twin: TestServer;

beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' });
  twin = await startTestServer({ ROLE: 'api', TRUST_PROXY: 'true' }, server.database);
});
afterAll(async () => {
  await twin?.close();
  await server?.close();
});

let count = 0;
let ann: Person;

beforeEach(async () => {
  count++;
  // Each in a network of its own, since failures are counted by network.
  ann = await Person.make(server, `ann${count}@example.com`, `198.18.${count}.1`);
});

const finish = (token: string, proof: object, options = {}) =>
  ann.send('/session/second-factor', { login_token: token, ...proof }, options);

describe('the app that makes codes', () => {
  it('is asked for after the password, once a code of it was confirmed', async () => {
    const call = ann.in(await ann.logIn());
    const { status, body } = await call('POST', '/second-factors/totp', { password });
    expect(status).toBe(201);
    expect(body.uri).toMatch(
      new RegExp(`^otpauth://totp/Parley:ann${count}%40example.com\\?issuer=Parley&secret=${body.secret}&`),
    );
    // Until then the password is enough, and a wrong code confirms nothing.
    expect((await ann.logIn()).status).toBe(200);
    const wrong = String((Number(totpCode(body.secret)) + 1) % 1_000_000).padStart(6, '0');
    expect(told(await call('POST', '/second-factors/totp/confirm', { code: wrong }))).toEqual([
      403,
      'factor_refused',
    ]);
    const code = totpCode(body.secret);
    const confirmed = await call('POST', '/second-factors/totp/confirm', { code });
    expect(confirmed.status).toBe(200);
    expect(new Set(confirmed.body.recovery_codes).size).toBe(10);
    const asked = await ann.logIn();
    expect(asked.headers.getSetCookie()).toEqual([]);
    expect([asked.status, asked.body]).toEqual([
      401,
      {
        detail: expect.stringContaining('POST /api/owner/session/second-factor'),
        code: 'second_factor_required',
        login_token: expect.stringMatching(/^lgn_/),
        kinds: ['totp', 'recovery_code'],
        expires_at: expect.stringMatching(/Z$/),
      },
    ]);
    // The code that confirmed the app is used up.
    const token = asked.body.login_token;
    expect((await finish(token, { code })).body.code).toBe('factor_refused');
    const begun = await finish(token, { code: totpCode(body.secret, 1) });
    expect([begun.status, begun.body]).toEqual([
      200,
      {
        owner: {
          id: expect.stringMatching(/^own_/),
          email: ann.email,
          may_make_projects: expect.any(Boolean),
        },
        projects: [],
        csrf_token: expect.any(String),
      },
    ]);
    const { body: seen } = await ann.in(begun)('GET', '/second-factors');
    expect(seen).toMatchObject({
      totp: { since: expect.any(String) },
      passkeys: [],
      recovery_codes_left: 10,
    });
  });

  it('refuses digits of other scripts like any wrong code', async () => {
    const call = ann.in(await ann.logIn());
    await call('POST', '/second-factors/totp', { password });
    expect(told(await call('POST', '/second-factors/totp/confirm', { code: '٤٩٢٠٣٩' }))).toEqual([
      403,
      'factor_refused',
    ]);
  });

  it('that was begun and left alone cannot be confirmed later, nor after a change of the password, and guesses are limited', async () => {
    const login = await ann.logIn();
    const call = ann.in(login);
    const begin = async () => (await call('POST', '/second-factors/totp', { password })).body.secret;
    const confirm = (secret: string) =>
      call('POST', '/second-factors/totp/confirm', { code: totpCode(secret) });
    const late = await begin();
    const age =
      "UPDATE dialog.totp_secrets SET created_at = now() - interval '16 minutes' WHERE confirmed_at IS NULL";
    await server.server.parts.database.query(age);
    expect(told(await confirm(late))).toEqual([403, 'factor_refused']);
    const replaced = await begin();
    const change = { current_password: password, new_password: 'eight blue wheelbarrows' };
    expect((await call('PUT', '/password', change)).status).toBe(204);
    expect(told(await confirm(replaced))).toEqual([403, 'factor_refused']);
    for (let i = 0; i < 18; i++) await call('POST', '/second-factors/totp/confirm', { code: '000000' });
    expect(told(await confirm(replaced))).toEqual([429, 'too_many_attempts']);
  });

  it('accepts a code once, also from many requests at once in two processes, and none that is older', async () => {
    await ann.addTotp();
    const tokens = await Promise.all(Array.from({ length: 4 }, () => ann.token()));
    const code = totpCode(ann.secret);
    const answers = await Promise.all(
      tokens.map((token, i) => finish(token, { code }, { at: i % 2 ? twin : server, from: `198.19.${i}.1` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
    const later = await finish(await ann.token(), { code: totpCode(ann.secret, 1) });
    expect(later.status).toBe(200);
    expect(told(await finish(await ann.token(), { code }))).toEqual([403, 'factor_refused']);
  });

  it('is removed by who confirms it, and then the password is enough and the recovery codes are gone', async () => {
    const call = await ann.addTotp();
    expect((await call('DELETE', '/second-factors/totp')).status).toBe(204);
    expect(told(await call('DELETE', '/second-factors/totp'))).toEqual([404, 'second_factor_not_found']);
    expect((await ann.logIn()).status).toBe(200);
    expect((await ann.sql('SELECT 1 FROM dialog.recovery_codes WHERE owner_id = $1')).rows).toEqual([]);
  });

  it('has a secret that is sealed in the database', async () => {
    await ann.addTotp();
    const { rows } = await ann.sql('SELECT secret FROM dialog.totp_secrets WHERE owner_id = $1');
    expect(rows[0]!.secret).toMatch(/^v2\./);
  });

  it('is not refused when its secret is sealed with another key between its look-up and its use', async () => {
    await ann.addTotp();
    const { database, vault } = server.server.parts;
    const token = await ann.token();
    const { rows } = await ann.sql('SELECT owner_id, secret FROM dialog.totp_secrets WHERE owner_id = $1');
    const place = `totp/${rows[0]!.owner_id}`;
    const anew = vault.seal(place, vault.open(place, rows[0]!.secret));
    let answer: Promise<Answer> | undefined;
    await database.transaction(async (tx) => {
      await tx.query('UPDATE dialog.totp_secrets SET secret = $1 WHERE owner_id = $2', [
        anew,
        rows[0]!.owner_id,
      ]);
      let isAnswered = false;
      answer = finish(token, { code: totpCode(ann.secret, 1) }).finally(() => {
        isAnswered = true;
      });
      await until(async () => {
        const waiting = await tx.query(whoWaitsForThis);
        return isAnswered || waiting.rows.length > 0;
      });
    });
    expect((await answer!).status).toBe(200);
  });

  it('is set up first by who knows the password, and a second time only after removal', async () => {
    const call = ann.in(await ann.logIn());
    for (const body of [undefined, {}, { password: 'guessed' }]) {
      const answer = await call('POST', '/second-factors/totp', body);
      expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', 'password']]);
    }
    await ann.addTotp();
    const confirmed = await ann.enter();
    expect(told(await confirmed('POST', '/second-factors/totp'))).toEqual([409, 'second_factor_exists']);
  });
});

describe('recovery codes', () => {
  it('log in once each, also if two processes get one at once, and how many are left is shown', async () => {
    await ann.addTotp();
    const [one, two] = [await ann.token(), await ann.token()];
    const typed = ann.recoveryCodes[0]!.toUpperCase().replaceAll('-', ' ');
    const answers = await Promise.all([
      finish(one, { recovery_code: typed }),
      finish(two, { recovery_code: typed }, { at: twin }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    const call = ann.in(answers.find(({ status }) => status === 200)!);
    expect((await call('GET', '/second-factors')).body.recovery_codes_left).toBe(9);
    const stored = await ann.sql('SELECT * FROM dialog.recovery_codes WHERE owner_id = $1');
    expect(JSON.stringify(stored.rows)).not.toContain(ann.recoveryCodes[1]);
    expect(stored.rows.every(({ code_hash }) => code_hash.length === 32)).toBe(true);
  });

  it('are made anew on demand, and the earlier ones count no more', async () => {
    const call = await ann.addTotp();
    const { status, body } = await call('POST', '/second-factors/recovery-codes');
    expect([status, body.recovery_codes.length]).toEqual([201, 10]);
    const token = await ann.token();
    const old = await finish(token, { recovery_code: ann.recoveryCodes[0] });
    expect(told(old)).toEqual([403, 'factor_refused']);
    expect((await finish(token, { recovery_code: body.recovery_codes[0] })).status).toBe(200);
  });

  it('need a second factor to stand beside', async () => {
    const call = ann.in(await ann.logIn());
    expect(told(await call('POST', '/second-factors/recovery-codes'))).toEqual([409, 'no_second_factor']);
  });
});

describe('the token of a login', () => {
  it('begins one session', async () => {
    await ann.addTotp();
    const token = await ann.token();
    expect((await finish(token, { code: await ann.freshCode() })).status).toBe(200);
    const again = await finish(token, { code: await ann.freshCode() }, { at: twin });
    expect(told(again)).toEqual([401, 'login_expired']);
  });

  it('is of no use after ten minutes, after the password has changed, or if it was invented', async () => {
    const call = await ann.addTotp();
    const token = await ann.token();
    await ann.sql("UPDATE dialog.half_logins SET expires_at = now() - interval '1 s' WHERE owner_id = $1");
    expect(told(await finish(token, { code: await ann.freshCode() }))).toEqual([401, 'login_expired']);
    const second = await ann.token();
    const change = { current_password: password, new_password: 'eight blue wheelbarrows' };
    expect((await call('PUT', '/password', change)).status).toBe(204);
    expect(told(await finish(second, { code: await ann.freshCode() }))).toEqual([401, 'login_expired']);
    expect(told(await finish('lgn_invented', { code: '123456' }))).toEqual([401, 'login_expired']);
  });

  it('is stored as a hash, and is no session', async () => {
    await ann.addTotp();
    const token = await ann.token();
    const { rows } = await ann.sql('SELECT * FROM dialog.half_logins WHERE owner_id = $1');
    expect(rows[0]!.token_hash).toHaveLength(32);
    const tried = await server.call('GET', '/api/owner/session', { headers: { cookie: `parley=${token}` } });
    expect(told(tried)).toEqual([401, 'session_required']);
  });

  it('goes with exactly one factor', async () => {
    await ann.addTotp();
    const token = await ann.token();
    for (const proof of [{}, { code: '123456', recovery_code: 'x' }]) {
      expect((await finish(token, proof)).status).toBe(422);
    }
  });
});

describe('guesses at a second factor', () => {
  it('are limited to 20 an hour for an account, from any number of networks, and a right password does not change that', async () => {
    await ann.addTotp();
    const answers: Answer[] = [];
    for (let i = 0; i < 22; i++) {
      // The attacker knows the password, and gives it before each guess.
      const from = `10.${count}.${i}.1`;
      const { body } = await ann.logIn({ from });
      const at = i % 2 ? twin : server;
      answers.push(await finish(body.login_token, { code: 'abcdef' }, { from, at }));
      // Only the limit of the account by itself is looked at here; its delay has tests of its own.
      await server.server.parts.limiter.clear(`login-account:${ann.email}`);
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(403), 429, 429]);
    expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(3000);
    // A right code is refused as well now.
    const code = await ann.freshCode();
    const right = await finish(await ann.token(), { code }, { from: '10.99.0.1' });
    expect(told(right)).toEqual([429, 'too_many_attempts']);
  });

  it('are limited to ten from one address, together with those at the password', async () => {
    await ann.addTotp();
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) {
      const asked = await ann.logIn();
      statuses.push(asked.status);
      if (asked.status === 401) statuses.push((await finish(asked.body.login_token, { code: '0' })).status);
    }
    expect(statuses).toEqual([...Array(5).fill([401, 403]).flat(), 429]);
  });

  it('over many accounts are limited to 50 an hour from one /64', async () => {
    const network = `2001:db8:${count.toString(16)}:1`;
    const people = await Promise.all(
      ['bea', 'carl', 'dora'].map((name) =>
        Person.make(server, `${name}${count}@example.com`, `198.19.${count}.1`),
      ),
    );
    for (const person of people) await person.addTotp();
    const statuses: number[] = [];
    for (let i = 0; i < 54; i++) {
      const person = people[i % 3]!;
      const from = `${network}::${(i + 1).toString(16)}`;
      const asked = await person.logIn({ from });
      if (asked.status === 429) statuses.push(429);
      else {
        const proof = { login_token: asked.body.login_token, code: '0' };
        statuses.push((await person.send('/session/second-factor', proof, { from })).status);
      }
      await server.server.parts.limiter.clear(`login-account:${person.email}`);
    }
    expect(statuses).toEqual([...Array(50).fill(403), 429, 429, 429, 429]);
  });
});

it('whoever accepts an invitation with an account that has a second factor gives it, too', async () => {
  await ann.addTotp();
  const project = await server.makeProject();
  const invite = { email: ann.email, role: 'operator' };
  const { token } = await server.make('POST', `/projects/${project.id}/invitations`, invite);
  const accept = (more: object) => ann.send('/invitations/accept', { token, password, ...more });
  expect(told(await accept({}))).toEqual([401, 'second_factor_required']);
  expect(told(await accept({ second_factor: { code: '0' } }))).toEqual([403, 'factor_refused']);
  const accepted = await accept({ second_factor: { code: await ann.freshCode() } });
  const { body } = await ann.in(accepted)('GET', '/projects');
  expect(body.items.map(({ id }: any) => id)).toContain(project.id);
});

it('logins from pages of other sites are refused', async () => {
  await ann.addTotp();
  const headers = { 'sec-fetch-site': 'cross-site' };
  const login_token = await ann.token();
  for (const [path, body] of [
    ['/session/second-factor', { login_token, code: await ann.freshCode() }],
    ['/session/passkey-options', {}],
    [
      '/session/passkey',
      {
        passkey: {
          ...{ id: 'a', rawId: 'a', type: 'public-key' },
          response: { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a' },
        },
      },
    ],
  ] as const) {
    expect(told(await ann.send(path, body, { headers }))).toEqual([403, 'csrf_failed']);
  }
});

it('what was done with factors, and each wrong one, is in the log of the installation', async () => {
  const call = await ann.addTotp();
  const token = await ann.token();
  await finish(token, { code: '0' });
  await finish(token, { recovery_code: ann.recoveryCodes[0] });
  await call('POST', '/second-factors/recovery-codes');
  await call('DELETE', '/second-factors/totp');
  const { body } = await call('GET', '/audit');
  const ofFactors = body.items.filter(({ kind }: any) => /factor|recovery/.test(kind));
  expect(ofFactors.map(({ kind, data }: any) => [kind, data])).toEqual([
    ['factor.removed', { kind: 'totp' }],
    ['recovery_codes.made', {}],
    ['recovery_code.used', {}],
    ['factor.failed', {}],
    ['factor.added', { kind: 'totp' }],
  ]);
});

it('each project of a person has in its audit log that their factors or password have changed, by whom, that this ended sessions, and nothing more', async () => {
  const call = await ann.addTotp();
  const { body: project } = await call('POST', '/projects', { name: 'Told' });
  const { body: key } = await call('POST', `/projects/${project.id}/keys`, {
    ...{ name: 'Log', scopes: ['audit:read'] },
  });
  await call('DELETE', '/second-factors/totp');
  await call('POST', '/second-factors/totp', { password });
  expect(
    (await call('PUT', '/password', { current_password: password, new_password: 'nine grey lanterns' }))
      .status,
  ).toBe(204);
  const { email } = await resetOwnerPassword(server.server.parts.database, ann.email);
  const entries = await server.audit({ id: project.id, key: key.key });
  // The session that was begun before, and then the one in which the password was changed.
  const ended = { email, why: 'password', count: 1, sessions: [expect.stringMatching(/^ses_/)] };
  expect(
    entries
      .filter(({ action }: any) => action.startsWith('owner.'))
      .map(({ action, actor, data }: any) => [action, actor.name, data]),
  ).toEqual([
    ['owner.factor_removed', email, { kind: 'totp' }],
    ['owner.password_changed', email, {}],
    ['owner.session_ended', null, ended],
    ['owner.password_changed', null, {}],
    ['owner.session_ended', null, ended],
  ]);
});

it('whoever has lost all factors gets them removed on the machine of the server, on record, and all sessions end', async () => {
  const call = await ann.addTotp();
  const { database } = server.server.parts;
  expect(await removeSecondFactors(database, ` ${ann.email.toUpperCase()}`)).toEqual({
    ...{ email: ann.email, hadTotp: true, passkeys: 0 },
  });
  expect(told(await call('GET', '/session'))).toEqual([401, 'session_required']);
  const entered = ann.in(await ann.logIn());
  const { body } = await entered('GET', '/audit?kind=factor.removed');
  expect(body.items).toMatchObject([{ by: null, data: { kind: 'all', totp: true, passkeys: 0 } }]);
  expect(await removeSecondFactors(database, ann.email)).toMatchObject({ hadTotp: false });
  await expect(removeSecondFactors(database, 'nobody@example.com')).rejects.toThrow('no account');
});
