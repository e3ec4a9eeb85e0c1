import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { endLogins } from '../../src/dialog/gate/logins.ts';
import { ownerByEmail, setPassword } from '../../src/dialog/gate/owners.ts';
import { hashPassword } from '../../src/dialog/gate/passwords.ts';
import type { Answer } from '../harness/client.ts';
import { whoWaitsForThis } from '../harness/locks.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { totpCode } from '../harness/totp.ts';
import { until } from '../harness/until.ts';
import { Person, password, told } from './second-factor-person.ts';

let server: TestServer;
let projectId: string;

beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' });
  projectId = (await server.makeProject()).id;
});
afterAll(() => server?.close());

let count = 0;
let ann: Person;

beforeEach(async () => {
  count++;
  ann = await Person.make(server, `ann${count}@example.com`, `198.18.${count}.1`);
});

const renewed = 'eight blue wheelbarrows';

/**
 * Resets Ann's password while a request is on its way: the request finds the old hash, and the reset commits once the request waits for
 * it, or is answered.
 */
async function resetDuring(send: () => Promise<Answer>): Promise<Answer> {
  const { database } = server.server.parts;
  const passwordHash = await hashPassword(renewed);
  let answer: Promise<Answer> | undefined;
  await database.transaction(async (tx) => {
    const person = (await ownerByEmail(tx, ann.email))!;
    await setPassword(tx, person.id, { passwordHash, isWeak: false });
    await endLogins(tx, { kind: 'password.reset', person, by: null });
    let isAnswered = false;
    answer = send().finally(() => {
      isAnswered = true;
    });
    await until(async () => {
      const { rows } = await tx.query(whoWaitsForThis);
      return isAnswered || rows.length > 0;
    });
  });
  return answer!;
}

const left = async (table: 'sessions' | 'half_logins') =>
  (await ann.sql(`SELECT 1 FROM dialog.${table} WHERE owner_id = $1`)).rows.length;

it('a login whose old password was checked while it was reset opens no session', async () => {
  const answer = await resetDuring(() => ann.logIn());
  expect(told(answer)).toEqual([401, 'wrong_credentials']);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(await left('sessions')).toBe(0);
});

it('an old password that was checked while it was reset is no first half of a login', async () => {
  await ann.addTotp();
  expect(told(await resetDuring(() => ann.logIn()))).toEqual([401, 'wrong_credentials']);
  expect(await left('half_logins')).toBe(0);
});

it('a reset wins against a change of the password that is under way in a session', async () => {
  const call = ann.in(await ann.logIn());
  const change = { current_password: password, new_password: 'nine red lighthouses' };
  expect(told(await resetDuring(() => call('PUT', '/password', change)))).toEqual([401, 'session_required']);
  const tried = await ann.send('/session', { email: ann.email, password: renewed });
  expect(tried.status).toBe(200);
});

it('an old password that was checked while it was reset accepts no invitation, which stays open', async () => {
  const { token } = await server.make('POST', `/projects/${projectId}/invitations`, {
    ...{ email: ann.email, role: 'operator' },
  });
  const accept = (given: string) => ann.send('/invitations/accept', { token, password: given });
  expect(told(await resetDuring(() => accept(password)))).toEqual([401, 'wrong_credentials']);
  expect((await accept(renewed)).status).toBe(200);
});

it('an invitation of an account with a second factor says to accept it again with the factor', async () => {
  await ann.addTotp();
  const { token } = await server.make('POST', `/projects/${projectId}/invitations`, {
    ...{ email: ann.email, role: 'operator' },
  });
  const asked = await ann.send('/invitations/accept', { token, password });
  expect(told(asked)).toEqual([401, 'second_factor_required']);
  expect(asked.body.detail).toMatch(/Accept the invitation again .* second_factor/);
  const code = totpCode(ann.secret, 1);
  expect((await ann.send('/invitations/accept', { token, password, second_factor: { code } })).status).toBe(
    200,
  );
});
