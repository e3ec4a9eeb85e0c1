import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LoginGuard } from '../../src/dialog/gate/login-guard.ts';
import { checkPassword } from '../../src/dialog/gate/passwords.ts';
import { networkOf } from '../../src/platform/network.ts';
import type { Answer } from '../harness/client.ts';
import { makeOwner } from '../harness/second-owner.ts';
import { ownerEmail, ownerPassword, startTestServer, type TestServer } from '../harness/server.ts';

/** Two instances on one database, both behind a proxy, so that a test can come from any address. */
let instances: [TestServer, TestServer];

beforeAll(async () => {
  const one = await startTestServer({ TRUST_PROXY: 'true' });
  instances = [one, await startTestServer({ ROLE: 'api', TRUST_PROXY: 'true' }, one.database)];
});

afterAll(async () => {
  await instances?.[1].close();
  await instances?.[0].close();
});

let turn = 0;
/** Tries each instance in turn. */
const logIn = (email: string, password: string, from: string): Promise<Answer> =>
  instances[turn++ % 2]!.call('POST', '/api/owner/session', {
    body: { email, password },
    headers: { 'x-forwarded-for': from },
  });

const told = ({ status, body }: Answer) => [status, body.code];

describe('failed logins', () => {
  it('from many addresses of one /64 are limited to 50 an hour, counted exactly over two instances', async () => {
    const guess = (i: number, network = '2001:db8:64:1') =>
      logIn(`nobody-${i}@example.com`, 'wrong', `${network}::${(i + 1).toString(16)}`);
    const answers: Answer[] = [];
    for (let i = 0; i < 60; i += 10) {
      answers.push(...(await Promise.all(Array.from({ length: 10 }, (_, k) => guess(i + k)))));
    }
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(50);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.map(({ body }) => body.code)).toEqual(Array(10).fill('too_many_attempts'));
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(3000);
    expect((await guess(61, '2001:db8:64:2')).status).toBe(401);
  });

  it('from one /24 are counted together, without successful logins', async () => {
    const from = (i: number) => `198.18.7.${i}`;
    const { database, limiter } = instances[0].server.parts;
    const guard = new LoginGuard(database, limiter);
    const { signal } = new AbortController();
    // As many failures as if they had come by requests, each of which checks a password.
    for (let i = 0; i < 40; i++)
      await guard.admit({ account: `nobody-${i}@example.com`, address: from(i), ownerId: undefined }, signal);
    for (let i = 40; i < 52; i++) {
      if (i % 6 === 0) expect((await logIn(ownerEmail, ownerPassword, from(i))).status).toBe(200);
      else expect((await logIn(`nobody-${i}@example.com`, 'wrong', from(i))).status).toBe(401);
    }
    expect(told(await logIn('nobody@example.com', 'wrong', from(100)))).toEqual([429, 'too_many_attempts']);
  });
});

describe('a network that has failed 50 times', () => {
  const gone = new AbortController().signal;

  it('cannot use up the attempts of any other account', async () => {
    const { database, limiter } = instances[0].server.parts;
    const guard = new LoginGuard(database, limiter);
    const guess = (i: number) =>
      guard.admit({ account: `target-${i}@example.com`, address: '192.0.2.77', ownerId: undefined }, gone);
    for (let i = 0; i < 50; i++) await guess(i);
    for (let i = 0; i < 12; i++) await expect(guess(50)).rejects.toMatchObject({ status: 429 });
    const counted = ['login:target-50@example.com:192.0.2.77', 'login-account:target-50@example.com'];
    for (const bucket of counted) expect((await limiter.hit(bucket, 60_000)).count).toBe(1);
  });

  it('is not made of attempts that were refused because of their account', async () => {
    for (let i = 0; i < 70; i++) {
      const expected = i < 10 ? 401 : 429;
      expect((await logIn('repeated@example.com', 'an old password', '192.0.3.5')).status).toBe(expected);
    }
    expect((await logIn(ownerEmail, ownerPassword, '192.0.3.5')).status).toBe(200);
  });
});

describe('after 20 failed logins with one account', () => {
  const email = 'guessed@example.com';
  const password = 'not to be guessed';

  it('each further attempt waits longer, except from networks where the owner has logged in before', async () => {
    await makeOwner(instances[0], email, password);
    expect((await logIn(email, password, '203.0.113.5')).status).toBe(200);
    const guess = (i: number) => logIn(email, 'wrong', `10.${i}.0.1`);
    const timed = async (i: number) => {
      const begun = performance.now();
      expect((await guess(i)).status).toBe(401);
      return performance.now() - begun;
    };
    for (let i = 0; i < 20; i++) await guess(i);
    expect(await timed(20)).toBeGreaterThanOrEqual(990);
    expect(await timed(21)).toBeGreaterThanOrEqual(1990);
    // These wait for 4, 8 and 16 s; meanwhile the owner can log in from a known network, even after a mistake.
    const guesses = [22, 23, 24].map(guess);
    const meanwhile = async () => {
      expect((await logIn(email, 'mistyped', '203.0.113.200')).status).toBe(401);
      expect((await logIn(email, password, '203.0.113.200')).status).toBe(200);
      return 'let in';
    };
    // The attempt that is counted last waits longest.
    const all = Promise.all(guesses);
    expect(await Promise.race([all, meanwhile()])).toBe('let in');
    // After that nobody waits, until there are 20 failures again.
    expect(await Promise.race([all, guess(25).then(({ status }) => status)])).toBe(401);
    await all;
  });

  it('an attempt stops waiting when its client goes away, without an error of the server', async () => {
    const { database, limiter } = instances[0].server.parts;
    const guard = new LoginGuard(database, limiter);
    const from = (i: number) => ({ account: 'left@example.com', address: `10.1.${i}.1`, ownerId: undefined });
    const gone = new AbortController();
    for (let i = 0; i < 25; i++) await limiter.hit('login-account:left@example.com', 3_600_000);
    const waiting = guard.admit(from(1), gone.signal);
    const reason = new Error('The client went away.');
    setTimeout(() => gone.abort(reason), 100);
    await expect(waiting).rejects.toBe(reason);
  });

  it('the networks where owners log in cannot be read from the database', async () => {
    const { rows } = await instances[0].server.parts.database.query<{ network_hash: Buffer }>(
      'SELECT * FROM dialog.owner_networks',
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.every(({ network_hash }) => network_hash.length === 32)).toBe(true);
  });
});

it('a process checks four passwords at once, lets a hundred wait, and answers more with 503', async () => {
  const gone = new AbortController();
  const checks = Array.from({ length: 104 }, () => checkPassword(undefined, 'guess', gone.signal));
  const outcomes = Promise.allSettled(checks);
  await expect(checkPassword(undefined, 'guess', gone.signal)).rejects.toMatchObject({
    status: 503,
    code: 'too_many_logins',
    headers: { 'Retry-After': '5' },
  });
  gone.abort();
  const done = (await outcomes).filter(({ status }) => status === 'fulfilled');
  expect(done).toHaveLength(4);
});

it.each([
  ['192.0.2.17', '192.0.2.200', true],
  ['192.0.2.17', '192.0.3.17', false],
  ['::ffff:192.0.2.17', '192.0.2.18', true],
  ['2001:db8::1', '2001:db8:0:0:ffff::1', true],
  ['2001:db8::1', '2001:db8:0:1::1', false],
  ['not an address', 'not an address either', false],
])('addresses %s and %s are in one network: %s', (one, other, same) => {
  expect(networkOf(one) === networkOf(other)).toBe(same);
});
