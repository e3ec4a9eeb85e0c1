import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeChallenge } from '../../src/dialog/channels/webchat/proof.ts';
import type { Answer, TestProject } from '../harness/client.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { makeChat, openBrowser, openSession, site } from './scene.ts';

let server: TestServer;
/** Another process of the same installation. */
let second: TestServer;
let project: TestProject;

beforeAll(async () => {
  server = await useTestServer();
  second = await startTestServer({ TRUST_PROXY: 'true' }, server.database);
  project = await server.makeProject();
});
afterAll(async () => {
  await second?.close();
  await server?.close();
});

const chatWith = async (settings: Record<string, unknown>): Promise<string> =>
  (await makeChat(server, project, { settings: { allowed_domains: ['shop.example'], ...settings } })).id;

/** Does the work, as any client of the protocol would. */
async function proofOf(challenge: any): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return encode({ challenge, solution });
}
const encode = (proof: unknown) => Buffer.from(JSON.stringify(proof)).toString('base64');
const decode = (proof: string) => JSON.parse(Buffer.from(proof, 'base64').toString());

let visitors = 0;
/** Asks for a session, from an address of its own. */
const ask = (chat: string, proof?: string, at = server): Promise<Answer> =>
  at.call('POST', `/api/chat/${chat}/sessions`, {
    body: {},
    headers: {
      origin: site,
      'x-forwarded-for': `2001:db8:${++visitors}::1`,
      ...(proof !== undefined && { 'parley-proof': proof }),
    },
  });

function expectAsked({ status, body, headers }: Answer, why: RegExp): void {
  expect([status, body.code]).toEqual([429, 'proof_required']);
  expect(body.detail).toMatch(why);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(body.challenge).toMatchObject({ parameters: expect.any(Object), signature: expect.any(String) });
}

describe('a chat that asks for proofs above a rate', () => {
  it('asks nobody below it, and nobody at all without the setting', async () => {
    const [quiet, plain] = [await chatWith({ proof_above: 3 }), await chatWith({})];
    for (let i = 0; i < 3; i++) expect((await ask(quiet)).status).toBe(201);
    for (let i = 0; i < 8; i++) expect((await ask(plain)).status).toBe(201);
    expectAsked(await ask(quiet), /none was sent/);
    // Each chat has a rate of its own.
    expect((await ask(plain)).status).toBe(201);
  });

  it('takes a session with the work that it asked for, and another one needs work of its own', async () => {
    const chat = await chatWith({ proof_above: 0 });
    const refused = await ask(chat);
    expectAsked(refused, /none was sent.*header Parley-Proof.*Nothing was done/);
    const proof = await proofOf(refused.body.challenge);
    expect((await ask(chat, proof)).status).toBe(201);
    expectAsked(await ask(chat, proof), /has been used/);
    const [one, other] = await Promise.all([ask(chat), ask(chat)]);
    const proofs = await Promise.all([one, other].map(({ body }) => proofOf(body.challenge)));
    expect((await Promise.all(proofs.map((each) => ask(chat, each)))).map(({ status }) => status)).toEqual([
      201, 201,
    ]);
  });

  it('takes work that is sent many times at once, to two processes, once', async () => {
    const chat = await chatWith({ proof_above: 0 });
    for (let round = 0; round < 3; round++) {
      const proof = await proofOf((await ask(chat)).body.challenge);
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, i) => ask(chat, proof, i % 2 ? second : server)),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      const others = answers.filter(({ status }) => status !== 201);
      for (const each of others) expectAsked(each, /has been used/);
    }
    // What one process asked for counts at the other.
    const { challenge } = (await ask(chat)).body;
    expect((await ask(chat, await proofOf(challenge), second)).status).toBe(201);
  });

  it('asks for messages and calls for a person by themselves, and reading is free', async () => {
    const chat = await chatWith({ proof_above: 2 });
    const browser = await openBrowser(server, chat);
    expect((await browser.say('One')).status).toBe(202);
    expect((await browser.say('Two')).status).toBe(202);
    const refused = await browser.say('Three');
    expectAsked(refused, /none was sent/);
    expectAsked(await browser.call('POST', '/operator'), /none was sent/);
    const proof = await proofOf(refused.body.challenge);
    const said = { text: 'Three', message_id: 'three' };
    expect((await browser.call('POST', '/messages', said, { 'parley-proof': proof })).status).toBe(202);
    expect((await browser.messages()).map(({ text }) => text)).toEqual(['One', 'Two', 'Three']);
    // Who goes on with a visit is not new.
    for (let i = 0; i < 4; i++) {
      expect((await openSession(server, chat, { visitor: browser.token })).status).toBe(201);
    }
  });

  it('takes no forged, changed, foreign or expired work, and says which it is', async () => {
    const [chat, elsewhere] = [await chatWith({ proof_above: 0 }), await chatWith({ proof_above: 0 })];
    const { challenge } = (await ask(chat)).body;
    const proof = decode(await proofOf(challenge));
    const changed = (change: (copy: any) => void) => {
      const copy = structuredClone(proof);
      change(copy);
      return encode(copy);
    };
    const guessed = changed(({ solution }) => {
      solution.derivedKey = '00'.repeat(32);
    });
    expectAsked(await ask(chat, guessed), /is wrong/);
    for (const [change, why] of [
      [(copy: any) => (copy.challenge.parameters.cost = 1), /is wrong/],
      [(copy: any) => (copy.challenge.parameters.expiresAt += 1000), /is wrong/],
      [(copy: any) => (copy.challenge.signature = '00'.repeat(32)), /is wrong/],
      [(copy: any) => delete copy.challenge.signature, /is none/],
      [(copy: any) => (copy.challenge.parameters.data.channel = elsewhere), /another chat/],
    ] as const)
      expectAsked(await ask(chat, changed(change)), why);
    for (const nothing of ['', 'x', encode(null), encode({}), 'A'.repeat(4000)])
      expectAsked(await ask(chat, nothing), /is none/);
    // A challenge of one chat is no way into another, also where the name is changed with it.
    const fresh = await proofOf((await ask(chat)).body.challenge);
    expectAsked(await ask(elsewhere, fresh), /another chat/);
    const renamed = decode(fresh);
    renamed.challenge.parameters.data.channel = elsewhere;
    expectAsked(await ask(elsewhere, encode(renamed)), /is wrong/);
    const { vault } = server.server.parts;
    const old = await makeChallenge(vault, chat, Date.now() - 121_000);
    expectAsked(await ask(chat, await proofOf(old)), /has expired/);
    const late = await makeChallenge(vault, chat, Date.now() - 100_000);
    expect((await ask(chat, await proofOf(late))).status).toBe(201);
  });

  it('keeps its other limits: work buys no more than they allow', async () => {
    const chat = await chatWith({ proof_above: 0, sessions_per_minute: 2 });
    const proofs: string[] = [];
    for (let i = 0; i < 3; i++) proofs.push(await proofOf((await ask(chat)).body.challenge));
    const answers = [];
    for (const proof of proofs) answers.push(await ask(chat, proof));
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [201, undefined],
      [201, undefined],
      [429, 'too_many_sessions'],
    ]);
  });

  it('is refused settings that are none', async () => {
    for (const proof_above of [-1, 1.5, 'many']) {
      const settings = { allowed_domains: ['shop.example'], proof_above };
      const body = { type: 'webchat', name: 'Website', environment: 'live', settings };
      expect((await server.owner('POST', `/projects/${project.id}/channels`, body)).status).toBe(422);
    }
  });
});
