import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from './random.ts';

/** Somebody to write to. */
export interface Addressee {
  identityId: string;
  externalId: string;
  environment: 'live' | 'sandbox';
}

/** A message as its client knows it. */
export interface Sent {
  addressee: Addressee;
  /** Counts the messages of one identity: the order in which they were accepted. */
  n: number;
  key: string;
  body: string;
  /** The body of the first 202; absent until there is one. */
  answer?: string;
}

export interface Load {
  messages: Sent[];
  /** Answers of any kind, by status; 0 for none within the time. */
  answers: Map<number, number>;
  /** Requests that were repeated because they failed or got no answer. */
  retries: number;
  /** Repetitions of answered requests, and those of them that were answered with `Idempotency-Replayed`. */
  repeats: number;
  replayed: number;
  /** Known keys sent with another body: each must be a 409. */
  reusedKeys: number;
  faults: string[];
}

export interface LoadOptions {
  apis: string[];
  projectId: string;
  apiKey: string;
  addressees: Addressee[];
  /** The mean pause of a client between two messages. */
  pauseMs: number;
  random: Random;
}

const answerTimeoutMs = 5000;
/** A request is repeated until it is answered; that none is in this time is a fault of the server. */
const patienceMs = 60_000;

/**
 * One client an identity, each sending one message after the other: the next leaves when the one before was answered.
 * Failed and unanswered requests are repeated, with the same key and body, at any process.
 */
export function startLoad(options: LoadOptions): { load: Load; stop(): Promise<void> } {
  const { apis, projectId, apiKey, addressees, pauseMs, random } = options;
  const load: Load = {
    messages: [],
    answers: new Map(),
    retries: 0,
    repeats: 0,
    replayed: 0,
    reusedKeys: 0,
    faults: [],
  };
  let stopped = false;
  const later: Promise<void>[] = [];
  const clients = addressees.map((addressee) => client(addressee));
  return {
    load,
    async stop() {
      stopped = true;
      await Promise.all(clients);
      await Promise.all(later);
    },
  };

  async function client(addressee: Addressee): Promise<void> {
    for (let n = 1; !stopped; n++) {
      const key = randomUUID();
      const message: Sent = {
        addressee,
        n,
        key,
        body: JSON.stringify({ identity_id: addressee.identityId, text: String(n) }),
      };
      load.messages.push(message);
      // Sometimes the same request runs at two processes at the same moment.
      const tries = random.chance(0.05) ? 2 : 1;
      await Promise.all(Array.from({ length: tries }, () => sendUntilAnswered(message)));
      if (message.answer === undefined) return;
      if (random.chance(0.08)) later.push(repeat(message, random.whole(0, 8000)));
      if (random.chance(0.03)) later.push(reuse(message, random.whole(0, 8000)));
      await sleep(random.next() * 2 * pauseMs);
    }
  }

  async function sendUntilAnswered(message: Sent): Promise<void> {
    const until = Date.now() + patienceMs;
    for (let attempt = 1; Date.now() < until; attempt++) {
      if (attempt > 1) load.retries++;
      const answer = await post(message.key, message.body);
      if (answer?.status === 202) {
        take(message, answer.body);
        return;
      }
      if (answer && answer.status !== 503) {
        load.faults.push(`POST /messages was answered with ${answer.status}: ${answer.body}`);
        if (answer.status < 500) return;
      }
      await sleep(random.whole(20, 300));
    }
    load.faults.push(`a message was not accepted within ${patienceMs / 1000} s`);
  }

  function take(message: Sent, body: string): void {
    message.answer ??= body;
    if (message.answer !== body) {
      load.faults.push(`key ${message.key} was answered with ${message.answer} and later with ${body}`);
    }
  }

  /** An answered request once more: it must get the first answer, whoever is asked and whenever. */
  async function repeat(message: Sent, afterMs: number): Promise<void> {
    await sleep(afterMs);
    await repeatNow(message);
  }

  async function repeatNow(message: Sent): Promise<void> {
    const answer = await insist(message.key, message.body);
    if (!answer) return;
    load.repeats++;
    if (answer.status !== 202 || !answer.replayed) {
      load.faults.push(
        `a repetition of key ${message.key} was answered with ${answer.status}, replayed ${answer.replayed}: ${answer.body}`,
      );
      return;
    }
    load.replayed++;
    take(message, answer.body);
  }

  async function reuse(message: Sent, afterMs: number): Promise<void> {
    await sleep(afterMs);
    const body = JSON.stringify({ identity_id: message.addressee.identityId, text: `not ${message.n}` });
    const answer = await insist(message.key, body);
    if (!answer) return;
    load.reusedKeys++;
    if (answer.status !== 409) {
      load.faults.push(`key ${message.key} with another body was answered with ${answer.status}`);
    }
  }

  async function insist(key: string, body: string) {
    const until = Date.now() + patienceMs;
    while (Date.now() < until) {
      const answer = await post(key, body);
      if (answer && answer.status !== 503) return answer;
      await sleep(random.whole(50, 300));
    }
    load.faults.push(`a repetition was not answered within ${patienceMs / 1000} s`);
    return undefined;
  }

  async function post(key: string, body: string) {
    let status = 0;
    try {
      const response = await fetch(`${random.pick(apis)}/api/v1/projects/${projectId}/messages`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body,
        signal: AbortSignal.timeout(answerTimeoutMs),
      });
      const text = await response.text();
      status = response.status;
      return { status, body: text, replayed: response.headers.get('idempotency-replayed') === 'true' };
    } catch {
      return undefined; // no connection, or it broke: nobody knows whether the request was accepted
    } finally {
      load.answers.set(status, (load.answers.get(status) ?? 0) + 1);
    }
  }
}
