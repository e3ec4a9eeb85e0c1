import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId, readId } from '../../src/platform/ids.ts';
import { createVault } from '../../src/platform/secrets.ts';
import { newSigningSecret } from '../../src/platform/standard-webhooks.ts';
import { startReceiver } from '../fakes/receiver.ts';
import type { ServerProcess } from '../fixtures/server-process.ts';
import { Client } from '../harness/client.ts';
import { encryptionKey as oldKey } from '../harness/server.ts';
import { totpCode } from '../harness/totp.ts';
import { until } from '../harness/until.ts';
import { makeProcessScene, type ProcessScene } from './scene.ts';

const newKey = () => randomBytes(32).toString('base64');
const oldVault = createVault(oldKey);

let scene: ProcessScene;

beforeAll(async () => {
  scene = await makeProcessScene();
});
afterEach(() => scene.killAll());
afterAll(() => scene?.close());

const kinds = [
  ['channels', 'secrets'],
  ['connections', 'secrets'],
  ['receivers', 'secret'],
  ['receivers', 'previous_secret'],
  ['subscriptions', 'secret'],
  ['subscriptions', 'previous_secret'],
  ['project_settings', 'secrets'],
  ['totp_secrets', 'secret'],
];

/** How many secrets begin with this text, and how many do not. */
async function countSealed(stamp: string): Promise<{ fresh: number; others: number }> {
  const parts = kinds.map(([table, column]) => `SELECT ${column} AS sealed FROM dialog.${table}`);
  const [row] = await scene.session.query(
    `SELECT count(*) FILTER (WHERE starts_with(sealed, $1))::int AS fresh,
       count(*) FILTER (WHERE NOT starts_with(sealed, $1))::int AS others
     FROM (${parts.join(' UNION ALL ')}) AS s WHERE sealed <> ''`,
    [stamp],
  );
  return row;
}

/** Adds connections whose secrets are sealed with the old key, half of them in the form without its id. */
async function addConnections(count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => newId());
  const sealed = ids.map((id, i) => {
    const text = oldVault.seal(`connection/${id}`, JSON.stringify({ 'auth.token': `token-${i}` }));
    return i % 2 === 0 ? text : `v1.${text.slice(oldVault.stamp.length)}`;
  });
  await scene.session.query(
    `INSERT INTO dialog.connections (project_id, id, slug, kind, name, settings, secrets)
     SELECT $1, id, 'c' || id, 'http', 'Many', '{"base_url":"https://api.example","auth":{"type":"bearer"}}', sealed
     FROM unnest($2::uuid[], $3::text[]) AS u (id, sealed)`,
    [readId('project', scene.project.id), ids, sealed],
  );
}

/** A record of every kind that has secrets, two of them with a previous secret that is still valid. */
async function addRecords(owner: Client): Promise<void> {
  const put = (method: string, path: string, body?: object) =>
    owner.make(method, `/projects/${scene.project.id}${path}`, body);
  const auth = { type: 'bearer', token: 'hunter2-hunter2' };
  await put('PUT', '/connections/crm', {
    name: 'CRM',
    kind: 'http',
    settings: { base_url: scene.receiver.url, auth },
  });
  await put('PUT', '/receivers/shop', { name: 'Shop' });
  await put('POST', '/receivers/shop/rotate');
  await put('PUT', '/subscriptions/all', { name: 'All', kinds: ['job.*'], url: scene.receiver.url });
  await put('POST', '/subscriptions/all/rotate');
  await put('PATCH', '/settings', { vk_app_secret: 'made-up-vk-secret' });
}

/** Somebody whose login asks for a code of an app. */
class PersonWithApp {
  readonly email = 'ann@example.com';
  readonly #password = 'seven green umbrellas';
  #secret = '';

  /** Joins the project, and sets up the app. */
  async join(owner: Client): Promise<void> {
    const { token } = await owner.make('POST', `/projects/${scene.project.id}/invitations`, {
      ...{ email: this.email, role: 'analyst' },
    });
    const body = { token, password: this.#password };
    await owner.call('POST', '/api/owner/invitations/accept', { body });
    const client = new Client(owner.url);
    await client.logIn(this.email, this.#password);
    const { secret } = await client.make('POST', '/second-factors/totp', { password: this.#password });
    this.#secret = secret;
    await client.make('POST', '/second-factors/totp/confirm', { code: totpCode(secret) });
  }

  /** @returns the status of a login with a code that was not used */
  async logIn({ url }: ServerProcess): Promise<number> {
    await scene.session.query('UPDATE dialog.totp_secrets SET last_step = 0');
    const visitor = new Client(url);
    const { body } = await visitor.call('POST', '/api/owner/session', {
      body: { email: this.email, password: this.#password },
    });
    const answer = await visitor.call('POST', '/api/owner/session/second-factor', {
      body: { login_token: body.login_token, code: totpCode(this.#secret) },
    });
    return answer.status;
  }
}

const idOf = (key: string) => createVault(key).keyIds[0];

/** What readiness says when a previous key is needed no longer. */
const noneNeeds = (previous: string) =>
  `Step 4 of 5 is done: no stored secret needs a previous key. Previous key 1 (id ${idOf(previous)}) is needed by none.`;

const readiness = async (owner: Client, id: string) =>
  (await owner.make('GET', `/projects/${scene.project.id}/readiness`)).items.find(
    (item: { id: string }) => item.id === id,
  );

/** Sends messages one after the other to whichever process answers, each until it is accepted. */
function sendMeanwhile(identityId: string, serverNow: () => ServerProcess) {
  let stopped = false;
  const accepted: string[] = [];
  const run = async () => {
    while (!stopped) {
      const key = randomUUID();
      for (let done = false; !done && !stopped; ) {
        const client = new Client(serverNow().url);
        const answer = await client.send(scene.project, identityId, { key }).catch(() => undefined);
        if (answer && answer.status !== 202) expect(answer.status, answer.text).toBe(503);
        done = answer?.status === 202;
        if (done) accepted.push(answer!.body.message_id);
        // Ten a second: more would slow down everything else without showing more.
        await pause(done ? 100 : 20);
      }
    }
  };
  const running = run();
  return {
    accepted,
    async stop() {
      stopped = true;
      await running;
    },
  };
}

describe('the encryption key', () => {
  it('is replaced under load, also if processes are killed in the middle, and no secret is unreadable at any time', async () => {
    const next = newKey();
    const nextVault = createVault(next);
    const known = { ENCRYPTION_KEY: oldKey, ENCRYPTION_KEY_PREVIOUS: next };
    const swapped = { ENCRYPTION_KEY: next, ENCRYPTION_KEY_PREVIOUS: oldKey };
    let server = await scene.start();
    await addRecords(await scene.owner(server));
    const ann = new PersonWithApp();
    await ann.join(await scene.owner(server));
    await addConnections(3000);
    const identityId = await scene.identity();
    const load = sendMeanwhile(identityId, () => server);
    try {
      // One after the other, so that there is always one that serves.
      const replaceBy = async (environment: Record<string, string>) => {
        const former = server;
        server = await scene.start(environment);
        await former.stop();
      };
      // Beside one that does not know the new key, as while they are restarted one after the other.
      const former = server;
      server = await scene.start(known);
      expect((await readiness(await scene.owner(server), 'encryption_key')).detail).toBe(
        `Step 2 of 5 goes on: there are processes that do not know the new key (id ${idOf(next)}): 1.`,
      );
      await former.stop();
      expect(await ann.logIn(server)).toBe(200);
      expect((await countSealed(nextVault.stamp)).fresh).toBe(0);
      const waiting = await readiness(await scene.owner(server), 'encryption_key');
      // Before the swap the previous key is the newer one, so nobody is told to remove it.
      expect(waiting.detail).toBe(
        `Step 2 of 5 is done: every process knows the new key (id ${idOf(next)}), and none seals with it.`,
      );
      expect(waiting.action).toMatch(
        /^Step 3: Start every process with the new key in ENCRYPTION_KEY and the old one in ENCRYPTION_KEY_PREVIOUS/,
      );

      // Whoever seals anew waits for nobody, so with these held it cannot be through before it is killed.
      await scene.session.query('BEGIN');
      await scene.session.query(
        `SELECT 1 FROM dialog.connections WHERE name = 'Many' ORDER BY id DESC LIMIT 5 FOR UPDATE`,
      );
      await replaceBy(swapped);
      await until(async () => (await countSealed(nextVault.stamp)).fresh > 100, 30_000);
      // The process dies while the receiver has a message and has not answered, so exactly this one becomes unknown.
      const { answer } = scene.receiver;
      scene.receiver.answer = () => {};
      const before = scene.receiver.received.length;
      await scene.receiver.waitFor(before + 1, 30_000);
      await server.kill();
      scene.receiver.answer = answer;
      await scene.session.query('COMMIT');
      const { fresh, others } = await countSealed(nextVault.stamp);
      expect([fresh > 0, others > 0]).toEqual([true, true]);
      server = await scene.start(swapped);
      expect(await ann.logIn(server)).toBe(200);
      const owner = await scene.owner(server);
      // Owners change secrets meanwhile.
      await owner.make('PUT', `/projects/${scene.project.id}/connections/crm`, {
        name: 'CRM',
        kind: 'http',
        settings: { base_url: scene.receiver.url, auth: { type: 'bearer', token: 'another-token' } },
      });
      await until(async () => (await countSealed(nextVault.stamp)).others === 0, 60_000);
      const done = await until(async () => {
        const found = await readiness(owner, 'encryption_key');
        return found.detail === noneNeeds(oldKey) && found;
      }, 30_000);
      expect(done.action).toMatch(
        /^Step 5: remove the old key from ENCRYPTION_KEY_PREVIOUS in every process\./,
      );
      await replaceBy({ ENCRYPTION_KEY: next });
    } finally {
      await load.stop();
    }
    // The old key is gone.
    expect(await ann.logIn(server)).toBe(200);
    const owner = await scene.owner(server);
    expect(await readiness(owner, 'encryption_key')).toBeUndefined();
    expect(await readiness(owner, 'secrets')).toMatchObject({ status: 'ok' });
    // The receiver checks the signature of each message.
    expect(load.accepted.length).toBeGreaterThan(5);
    const outcomes = await Promise.all(load.accepted.map((id) => owner.outcome(scene.project, id, 60_000)));
    expect(outcomes.filter((outcome) => outcome !== 'message.sent')).toEqual(['message.unknown']);
    const logged = server.stdout.join('\n');
    expect(logged).not.toMatch(/ENCRYPTION_KEY|secrets_lost/);
    // A database that is back under its old key, for the next test.
    await owner.make('GET', `/projects/${scene.project.id}/connections`);
    await server.stop();
    await scene.start({ ENCRYPTION_KEY: oldKey, ENCRYPTION_KEY_PREVIOUS: next });
    await until(async () => (await countSealed(oldVault.stamp)).others === 0, 60_000);
  });
});

describe('a start with a new key alone', () => {
  it('names the secrets that are lost, goes on only if told to, and readiness names each until it is entered again', async () => {
    await scene.session.query(`DELETE FROM dialog.connections WHERE name = 'Many'`);
    await scene.session.query('DELETE FROM dialog.totp_secrets');
    const ENCRYPTION_KEY = newKey();
    const refused = await scene.spawn({ ENCRYPTION_KEY });
    expect(await refused.end()).toEqual({ code: 1, signal: null });
    expect(refused.stderr).toHaveLength(1);
    expect(refused.stderr[0]).toMatch(
      /ENCRYPTION_KEY is not the key that this database's secrets are sealed with now\. While the key is being replaced, put the old one into ENCRYPTION_KEY_PREVIOUS\. Otherwise look for it in the \.env file .* cannot be read: 6, in 1 project: channel Test channel, connection crm, receiver shop, subscription all, project settings, push keys for browsers\. If the key is gone, start once with --accept-lost-secrets/,
    );

    // Killed processes count as living for a while.
    await scene.session.query('DELETE FROM dialog.processes');
    const living = await scene.start();
    const early = await scene.spawn({ ENCRYPTION_KEY }, undefined, ['--accept-lost-secrets']);
    expect(await early.end()).toEqual({ code: 1, signal: null });
    expect(early.stderr[0]).toMatch(
      /--accept-lost-secrets is refused, because the secrets are not lost: .*\(1\)\. Start this one with their key\. .* stop them first/,
    );
    expect(await readiness(await scene.owner(living), 'secrets')).toMatchObject({ status: 'ok' });
    await living.stop();

    const server = await scene.spawn({ ENCRYPTION_KEY }, undefined, ['--accept-lost-secrets']);
    await server.ready();
    const owner = await scene.owner(server);
    const project = `/projects/${scene.project.id}`;
    const lost = async () => (await readiness(owner, 'secrets')).detail;
    expect(await lost()).toBe(
      'The secrets of these cannot be opened: channel Test channel, connection crm, receiver shop, subscription all, project settings.',
    );
    // What is stored can be looked at, what needs a secret says so, and a message waits.
    const [channel] = (await owner.make('GET', `${project}/channels`)).items;
    expect(channel.settings.signing_secret).toBe('not set');
    expect((await owner.make('GET', `${project}/connections/crm`)).settings.auth).toEqual({ type: 'bearer' });
    const tested = await owner.owner('POST', `${project}/connections/crm/test`);
    expect([tested.status, tested.body.code]).toEqual([503, 'secrets_lost']);
    const receiver = await owner.make('GET', `${project}/receivers/shop`);
    const called = await owner.call('POST', `/api/webhooks/${receiver.id}`, { body: {} });
    expect([called.status, called.body.code]).toEqual([503, 'secrets_lost']);
    const { body: message } = await owner.send(scene.project, await scene.identity());
    await until(async () => (await scene.session.task(message.message_id)).attempts > 0, 30_000);

    // A change of something else loses nothing that the old key could still open.
    await owner.make('PATCH', `${project}/channels/${channel.id}`, { name: 'Shop' });
    expect(await lost()).toContain('channel Shop');
    const signing_secret = newSigningSecret();
    const again = await startReceiver(signing_secret);
    await owner.make('PATCH', `${project}/channels/${channel.id}`, {
      settings: { signing_secret, url: again.url },
    });
    await owner.make('PUT', `${project}/connections/crm`, {
      name: 'CRM',
      kind: 'http',
      settings: { base_url: scene.receiver.url, auth: { type: 'bearer', token: 'entered-again' } },
    });
    await owner.make('POST', `${project}/receivers/shop/rotate`);
    expect(await lost()).toContain('these cannot be opened: subscription all, project settings.');
    await owner.make('POST', `${project}/subscriptions/all/rotate`);
    await owner.make('PATCH', `${project}/settings`, { vk_app_secret: 'entered-again' });
    expect(await owner.outcome(scene.project, message.message_id, 60_000)).toBe('message.sent');
    await again.close();
    await server.stop();
    // Nobody has to accept it a second time.
    await (await scene.start({ ENCRYPTION_KEY })).stop();

    // With keys in a file, its lines are named.
    const folder = await mkdtemp(join(tmpdir(), 'parley-keys-'));
    const file = join(folder, 'keys');
    const inFile = { ENCRYPTION_KEY: '', ENCRYPTION_KEY_FILE: file };
    await writeFile(file, newKey());
    const wrong = await scene.spawn(inFile);
    expect(await wrong.end()).toEqual({ code: 1, signal: null });
    expect(wrong.stderr[0]).toContain(
      'put the old one into a further line of the file of ENCRYPTION_KEY_FILE',
    );
    await writeFile(file, `${ENCRYPTION_KEY}\n${newKey()}\n`);
    const { action } = await readiness(await scene.owner(await scene.start(inFile)), 'encryption_key');
    expect(action).toMatch(
      /^Step 3: .*new key in the first line of the file of ENCRYPTION_KEY_FILE and the old one in a further line of the file/,
    );
    expect(action).not.toContain('ENCRYPTION_KEY_PREVIOUS');
    await rm(folder, { recursive: true });
  });
});
