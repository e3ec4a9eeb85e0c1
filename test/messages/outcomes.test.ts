import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import { freePort } from '../fixtures/ports.ts';
import type { TestProject } from '../harness/client.ts';
import { patient, patientSeconds } from '../harness/patience.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { refuseSockets } from '../harness/sockets.ts';
import { until } from '../harness/until.ts';
import { closeScenes, makeScene, type Scene } from './scene.ts';

let server: TestServer;
let project: TestProject;

beforeAll(async () => {
  server = await useTestServer();
  project = await server.makeProject();
});

afterAll(async () => {
  await server?.close();
  await closeScenes();
});

const send = async (identityId: string, text = 'Hello', at: TestServer = server, by = project) => {
  const answer = await at.send(by, identityId, { text });
  expect(answer.status).toBe(202);
  return answer.body.message_id as string;
};

/** The audit entry with the outcome of a message. */
async function endOf(messageId: string, by = project, at: TestServer = server): Promise<any> {
  await at.outcome(by, messageId);
  return (await at.audit(by)).filter((entry) => entry.subject.id === messageId).at(-1);
}

const attempts = (scene: Scene, messageId: string) =>
  scene.receiver.received.filter((received) => received.id === messageId);

describe('the answer of the receiver decides the outcome of a message', () => {
  const outcomes = {
    sent: [200, 201, 202, 204, 299],
    failed: [301, 302, 307, 400, 401, 403, 404, 408, 409, 410, 413, 422],
    unknown: [500, 501, 502, 503, 504, 599],
  };
  let scene: Scene;
  const ended = new Map<number, { outcome: string; entry: any; id: string }>();

  beforeAll(async () => {
    const elsewhere = await makeScene(server, project);
    scene = await makeScene(server, project, ({ body }, response) => {
      response.writeHead(Number(body.external_id), { location: elsewhere.receiver.url }).end('<secret>');
    });
    const all = Object.entries(outcomes).flatMap(([outcome, list]) => list.map((s) => [outcome, s] as const));
    await Promise.all(
      all.map(async ([, status]) => {
        const id = await send(await scene.identity(String(status)));
        const entry = await endOf(id);
        ended.set(status, { outcome: entry.action, entry, id });
      }),
    );
    // Longer than the first back-off and than the pause between two sweeps, so any repetition would have happened.
    await sleep(2600);
    expect(elsewhere.receiver.received).toEqual([]);
    expect(elsewhere.receiver.refused).toEqual([]);
  });

  it.each(outcomes.sent)('%i: sent, once', (status) => {
    const { outcome, entry, id } = ended.get(status)!;
    expect(outcome).toBe('message.sent');
    expect(entry).toMatchObject({ actor: { type: 'system' }, environment: 'live', data: { attempts: 1 } });
    expect(entry.data).not.toHaveProperty('error');
    expect(attempts(scene, id)).toHaveLength(1);
  });

  it.each(outcomes.failed)('%i: failed, once, and no redirect is followed', (status) => {
    const { outcome, entry, id } = ended.get(status)!;
    expect(outcome).toBe('message.failed');
    expect(entry.data).toMatchObject({ attempts: 1, error: { code: `http_${status}` } });
    expect(attempts(scene, id)).toHaveLength(1);
  });

  it.each(outcomes.unknown)('%i without Retry-After: unknown, and not repeated', (status) => {
    const { outcome, entry, id } = ended.get(status)!;
    expect(outcome).toBe('message.unknown');
    expect(entry.data).toMatchObject({ attempts: 1, error: { code: `http_${status}` } });
    expect(attempts(scene, id)).toHaveLength(1);
  });

  it('and the body of the answer is not in the audit log', async () => {
    expect(JSON.stringify(await server.audit(project))).not.toContain('<secret>');
  });
});

describe.concurrent('a message that certainly did not begin is tried again', () => {
  it.each([
    ['429 with seconds', 429, () => '2', 1900],
    ['503 with seconds', 503, () => '2', 1900],
    // A date has whole seconds, so up to one of the three may be lost.
    ['503 with a date', 503, () => new Date(Date.now() + 3000).toUTCString(), 1900],
    ['429 with a time in the past', 429, () => new Date(0).toUTCString(), 700],
    ['429 without Retry-After', 429, () => undefined, 700],
    ['429 with nonsense', 429, () => 'soon', 700],
  ])('after %s, not earlier than asked, and is then sent', async (_name, status, retryAfter, atLeastMs) => {
    let first = true;
    const scene = await makeScene(server, project, (_received, response) => {
      const asked = retryAfter();
      response.writeHead(first ? status : 204, asked === undefined ? {} : { 'retry-after': asked }).end();
      first = false;
    });
    const identityId = await scene.identity();
    const id = await send(identityId, 'first');
    const next = await send(identityId, 'second');
    const entry = await endOf(id);
    expect([entry.action, entry.data.attempts]).toEqual(['message.sent', 2]);
    expect((await endOf(next)).action).toBe('message.sent');
    expect(scene.texts()).toEqual(['first', 'first', 'second']);
    const [one, two] = attempts(scene, id);
    expect(two!.at - one!.at).toBeGreaterThanOrEqual(atLeastMs);
    expect(two!.at - one!.at).toBeLessThan(patient(8000));
    // The same id, so that the receiver can recognise the repetition.
    expect(two!.body).toEqual(one!.body);
  });

  it('when the connection is refused, until somebody listens', async () => {
    const port = await freePort();
    const channel = await server.makeChannel(project.id, `http://127.0.0.1:${port}/hook`);
    const { id: identityId } = await server.makeIdentity(project.id, channel.id);
    const id = await send(identityId);
    const arrived: string[] = [];
    const late = createServer((request, response) => {
      arrived.push(request.headers['webhook-id'] as string);
      response.writeHead(204).end();
    });
    // It has tried the closed port, and waits.
    const tried = "SELECT 1 FROM dialog.tasks WHERE id = $1 AND attempts > 0 AND state = 'queued'";
    const { database } = server.server.parts;
    await until(async () => (await database.query(tried, [readId('message', id)])).rowCount === 1);
    await new Promise<void>((resolve) => late.listen(port, '127.0.0.1', resolve));
    try {
      const entry = await endOf(id);
      expect([entry.action, arrived]).toEqual(['message.sent', [id]]);
      expect(entry.data.attempts).toBeGreaterThan(1);
    } finally {
      late.closeAllConnections();
      late.close();
    }
  });

  it('until the deadline that was set at acceptance, and then fails', async () => {
    // Long enough for a second attempt, and shorter than the minute that is asked for below.
    const RETRY_DEADLINE_SECONDS = patientSeconds(2, 40);
    const hasty = await startTestServer({ ROLE: 'api', RETRY_DEADLINE_SECONDS }, server.database);
    try {
      const channel = await server.makeChannel(project.id, `http://127.0.0.1:${await freePort()}/hook`);
      const { id: identityId } = await server.makeIdentity(project.id, channel.id);
      const late = await send(identityId, 'too late', hasty);
      await server.outcome(project, late, 60_000);
      const entry = await endOf(late);
      expect(entry.action).toBe('message.failed');
      expect(entry.data.error.code).toBe('not_reached');
      expect(entry.data.attempts).toBeGreaterThan(1);
      const patient = await makeScene(server, project, (_received, response) => {
        response.writeHead(429, { 'retry-after': '60' }).end();
      });
      const told = await endOf(await send(await patient.identity(), 'too long', hasty));
      expect([told.action, told.data.error.code, told.data.attempts]).toEqual([
        'message.failed',
        'http_429',
        1,
      ]);
    } finally {
      await hasty.close();
    }
  });
});

describe('an answer that is lost', () => {
  it('makes the outcome unknown after exactly one request, and the lane goes on', async () => {
    const scene = await makeScene(server, project, ({ body }, response) => {
      if (body.text === 'lost') response.socket!.destroy();
      else response.writeHead(204).end();
    });
    const identityId = await scene.identity();
    const lost = await send(identityId, 'lost');
    const next = await send(identityId, 'next');
    const entry = await endOf(lost);
    expect([entry.action, entry.data.error.code, entry.data.attempts]).toEqual([
      'message.unknown',
      'no_answer',
      1,
    ]);
    expect((await endOf(next)).action).toBe('message.sent');
    await sleep(2600);
    expect(scene.texts()).toEqual(['lost', 'next']);
  });
});

describe('messages to one identity', () => {
  it('are sent in the order of acceptance, one at a time, 80 of them through a slow receiver', async () => {
    let under = 0;
    let most = 0;
    const scene = await makeScene(server, project, async ({ body }, response) => {
      if (body.external_id === 'anna') most = Math.max(most, ++under);
      await sleep(Math.random() * 8);
      if (body.external_id === 'anna') under--;
      response.writeHead(204).end();
    });
    const [anna, boris] = [await scene.identity('anna'), await scene.identity('boris')];
    const said: string[] = [];
    for (let i = 0; i < 80; i++) {
      said.push(`message ${i}`);
      await send(anna, said[i]);
      if (i % 10 === 0) await send(boris, said[i]);
    }
    await until(() => scene.texts().length === 88, 25_000);
    expect(scene.texts('anna')).toEqual(said);
    expect(scene.texts('boris')).toEqual(said.filter((_, i) => i % 10 === 0));
    expect(most).toBe(1);
  });
});

describe('a channel whose receiver hangs', () => {
  it('does not delay other channels', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const hanging = await makeScene(server, project, async (_received, response) => {
      await released;
      response.writeHead(204).end();
    });
    const healthy = await makeScene(server, project);
    // More customers than one channel may serve at once. A hanging attempt is given up after fifteen seconds.
    const stuck = await Promise.all(Array.from({ length: 60 }, () => hanging.identity()));
    const identityIds = await Promise.all(Array.from({ length: 20 }, () => healthy.identity()));
    const stuckMessages = await Promise.all(stuck.map((id) => send(id)));
    await hanging.receiver.waitFor(5);
    const messages = await Promise.all(identityIds.map((id) => send(id)));
    await healthy.receiver.waitFor(20);
    release();
    await hanging.receiver.waitFor(60);
    const all = [...messages, ...stuckMessages];
    await until(async () => {
      const sent = (await server.audit(project)).filter(({ action }) => action === 'message.sent');
      return all.every((id) => sent.some((entry) => entry.subject.id === id));
    });
    expect(hanging.receiver.received).toHaveLength(60);
  });
});

describe('an unknown outcome of a message', () => {
  let scene: Scene;
  let gate: Promise<void>;
  const broken = new Set<string>();

  beforeAll(async () => {
    scene = await makeScene(server, project, async ({ id, body }, response) => {
      if (body.text === 'slow') await gate;
      const fails = body.text === 'fails' && !broken.has(id);
      broken.add(id);
      response.writeHead(fails ? 500 : 204).end();
    });
  });

  const unsettled = async () =>
    (await server.make('GET', `/projects/${project.id}/unsettled`)).items as any[];
  const settle = (id: string, outcome: unknown, note?: string) =>
    server.owner('POST', `/projects/${project.id}/unsettled/${id}/settle`, { outcome, note });

  async function makeUnknown(externalId?: string): Promise<{ id: string; identityId: string }> {
    const identityId = await scene.identity(externalId);
    const id = await send(identityId, 'fails');
    expect(await server.outcome(project, id)).toBe('message.unknown');
    return { id, identityId };
  }

  it('is listed for the owner with all that is known about it', async () => {
    const { id, identityId } = await makeUnknown();
    expect((await unsettled()).find((record) => record.id === id)).toEqual({
      id,
      kind: 'message',
      status: 'unknown',
      environment: 'live',
      identity_id: identityId,
      request_id: expect.any(String),
      attempts: 1,
      error: { code: 'http_500', message: expect.any(String) },
      settlement: null,
      created_at: expect.stringMatching(/Z$/),
      started_at: expect.stringMatching(/Z$/),
      finished_at: expect.stringMatching(/Z$/),
    });
    const path = `/projects/${project.id}/unsettled`;
    const alone = await server.make('GET', `${path}?id=${id}`);
    expect(alone.items).toEqual((await unsettled()).filter((record) => record.id === id));
    // None that has ended, of another project, or that is no record.
    await settle(id, 'done');
    const other = await server.makeProject();
    for (const url of [
      `${path}?id=${id}`,
      `${path}?id=nonsense`,
      `/projects/${other.id}/unsettled?id=${(await makeUnknown()).id}`,
    ])
      expect((await server.make('GET', url)).items).toEqual([]);
  });

  it.each([
    ['done', 'sent', null],
    ['failed', 'failed', expect.objectContaining({ code: 'http_500' })],
  ])(
    'settled as %s is %s for good, with note, name and time, and is not sent again',
    async (outcome, status, error) => {
      const { id } = await makeUnknown();
      const answer = await settle(id, outcome, 'asked the customer');
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        id,
        status,
        error,
        settlement: { outcome, note: 'asked the customer', by: 'owner@example.com', at: expect.any(String) },
      });
      expect((await unsettled()).map((record) => record.id)).not.toContain(id);
      const again = await settle(id, 'retry');
      expect([again.status, again.body.code]).toEqual([409, 'already_settled']);
      const entries = (await server.audit(project)).filter((entry) => entry.subject.id === id);
      expect(entries.map((entry) => entry.action)).toEqual([
        'message.accepted',
        'message.unknown',
        'message.settled',
      ]);
      expect(entries[2]).toMatchObject({
        actor: { type: 'owner', name: 'owner@example.com' },
        data: { outcome, note: 'asked the customer' },
      });
      await sleep(500);
      expect(attempts(scene, id)).toHaveLength(1);
    },
  );

  it('settled as retry is sent again, at the end of its lane', async () => {
    let open = () => {};
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const { id, identityId } = await makeUnknown('retried');
    await send(identityId, 'slow');
    await send(identityId, 'behind');
    await until(() => scene.texts('retried').includes('slow'));
    const answer = await settle(id, 'retry');
    expect([answer.status, answer.body.status, answer.body.finished_at]).toEqual([200, 'queued', null]);
    const again = await settle(id, 'retry');
    expect([again.status, again.body.code]).toEqual([409, 'already_settled']);
    open();
    expect(await until(() => scene.texts('retried').length === 4 && scene.texts('retried'))).toEqual([
      'fails',
      'slow',
      'behind',
      'fails',
    ]);
    await until(async () =>
      (await server.audit(project)).some((e) => e.subject.id === id && e.action === 'message.sent'),
    );
    const actions = (await server.audit(project)).filter((e) => e.subject.id === id).map((e) => e.action);
    expect(actions).toEqual(['message.accepted', 'message.unknown', 'message.settled', 'message.sent']);
    expect(attempts(scene, id)).toHaveLength(2);
  });

  it('can be settled by only one of two owners at the same instant', async () => {
    const { id } = await makeUnknown();
    const answers = await Promise.all(Array.from({ length: 10 }, () => settle(id, 'retry')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    await until(() => attempts(scene, id).length === 2);
    await sleep(300);
    expect(attempts(scene, id)).toHaveLength(2);
  });

  it('is settled only by a known outcome, and only if it exists', async () => {
    const { id } = await makeUnknown();
    const wrong = await settle(id, 'maybe');
    expect([wrong.status, wrong.body.detail[0].loc, wrong.body.detail[0].type]).toEqual([
      422,
      ['body', 'outcome'],
      'literal_error',
    ]);
    const sent = await send(await scene.identity(), 'fine');
    await server.outcome(project, sent);
    expect((await settle(sent, 'done')).body.code).toBe('already_settled');
    for (const nobody of ['msg_x', 'nonsense', id.replace('msg', 'idn'), 'msg_00000000000000000000000000']) {
      const answer = await settle(nobody, 'done');
      expect([answer.status, answer.body.code]).toEqual([404, 'record_not_found']);
    }
  });
});

describe('a live webhook to a private address that the operator did not allow', () => {
  it('opens no connection, and the message fails', async () => {
    let connections = 0;
    const listener = createServer().on('connection', () => connections++);
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const { port } = listener.address() as AddressInfo;
    const strict = await startTestServer({ OUTBOUND_ALLOW: '192.0.2.1' });
    try {
      const by = await strict.makeProject();
      for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0x7f.1', '169.254.169.254']) {
        const channel = await strict.makeChannel(by.id, `http://${host}:${port}/`);
        const { id: identityId } = await strict.makeIdentity(by.id, channel.id);
        const entry = await endOf(await send(identityId, 'Hello', strict, by), by, strict);
        expect([host, entry.action, entry.data.error.code, entry.data.attempts]).toEqual([
          host,
          'message.failed',
          'address_refused',
          1,
        ]);
      }
      expect(connections).toBe(0);
    } finally {
      await strict.close();
      listener.close();
    }
  });
});

describe('a message in the sandbox', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('opens no socket on any type of channel: it is sent when it is stored, and the owner sees it', async () => {
    const scene = await makeScene(server, project);
    const receiverPort = Number(new URL(scene.receiver.url).port);
    const refused = refuseSockets(server);
    const channels = await Promise.all([
      server.makeChannel(project.id, undefined, { url: scene.receiver.url }),
      server.make('POST', `/projects/${project.id}/channels`, {
        type: 'telegram',
        name: 'Bot',
        environment: 'sandbox',
        settings: { token: '1:a', base_url: scene.receiver.url },
      }),
      server.make('POST', `/projects/${project.id}/channels`, { type: 'webchat', name: 'Chat' }),
    ]);
    for (const channel of channels) {
      const identity = await server.makeIdentity(project.id, channel.id);
      const answer = await server.send(project, identity.id, {
        text: 'Hello sandbox',
        buttons: ['Yes'],
        image: 'https://example.org/a.png',
      });
      expect(answer.status).toBe(202);
      const entry = await endOf(answer.body.message_id);
      expect([entry.action, entry.environment]).toEqual(['message.sent', 'sandbox']);
      const { items } = await server.make('GET', `/projects/${project.id}/dialogs/${identity.id}/messages`);
      expect(items).toEqual([
        expect.objectContaining({
          id: answer.body.message_id,
          direction: 'out',
          status: 'sent',
          environment: 'sandbox',
          text: 'Hello sandbox',
          buttons: [{ text: 'Yes' }],
          image: 'https://example.org/a.png',
          error: null,
        }),
      ]);
    }
    expect(refused.ports).toEqual([]);
    expect(scene.receiver.received).toEqual([]);

    // The same guard does stop live messages, so it would have noticed a socket above.
    await send(await scene.identity(), 'live');
    await until(() => refused.ports.includes(receiverPort));
    refused.letOut();
    await scene.receiver.waitFor(1);
  });
});

describe('a message whose image is not a web address', () => {
  let scene: Scene;
  /** A customer in each type of channel. */
  let identities: string[];
  beforeAll(async () => {
    scene = await makeScene(server, project);
    const bot = await server.make('POST', `/projects/${project.id}/channels`, {
      ...{ type: 'telegram', name: 'Bot', environment: 'sandbox', settings: { token: '1:a' } },
    });
    const chat = await server.make('POST', `/projects/${project.id}/channels`, {
      type: 'webchat',
      name: 'Chat',
    });
    identities = [
      await scene.identity(),
      (await server.makeIdentity(project.id, bot.id)).id,
      (await server.makeIdentity(project.id, chat.id)).id,
    ];
  });

  it.each([
    ...['picture.png', 'ftp://example.org/a.png', 'javascript:alert(1)', 'http://'],
    ...['https://example.org/a.png\n', 'ht\ttps://example.org/a.png', 'https:example.org/a.png'],
  ])('is accepted and fails with an explanation: %j', async (image) => {
    for (const identity of identities) {
      const answer = await server.send(project, identity, { image });
      expect(answer.status).toBe(202);
      const entry = await endOf(answer.body.message_id);
      expect([entry.action, entry.data.error]).toEqual([
        'message.failed',
        { code: 'image_not_web', message: expect.stringMatching(/^The image is no .*\.$/) },
      ]);
    }
    expect(scene.receiver.received).toEqual([]);
  });

  it('fails only on the type of channel that gets the image', async () => {
    const variants = { webhook: { image: 'https://example.org/a.png' } };
    const answer = await server.send(project, await scene.identity(), { image: 'a.png', variants });
    expect((await endOf(answer.body.message_id)).action).toBe('message.sent');
  });
});
